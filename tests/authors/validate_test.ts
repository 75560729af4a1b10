import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { inHome, manifest } from "../cli/cli.ts";
import { writeFiles } from "../store/folders.ts";

const GOOD = {
  description: "Announce that the kettle is on. Use when the user mentions tea.",
  timeout_ms: 5000,
  examples: ["put the kettle on"],
};

Deno.test("every fault of an agent is named at once, each on a line of its own", () =>
  inHome(async (home) => {
    const folder = home.drop("tea", {
      id: "Tea",
      exec: ["./gone.sh"],
      timeout_ms: 0,
      params: [{ name: "kind", type: "text" }],
    });
    Deno.symlinkSync("/etc", join(folder, "etc"));
    writeFiles(folder, { "inner/agent.json": "{}" });
    const { code, out, err } = await home.run("-agents-validate", folder);
    assertEquals({ code, out }, { code: 2, out: "" });
    const faults = err.trimEnd().split("\n");
    for (
      const words of [
        'agent.json: id: expected 2 to 32 of a-z, 0-9 and _ with a letter first, not "Tea"',
        "agent.json: description: ",
        "agent.json: timeout_ms: expected a whole number",
        "agent.json: params[0].type: ",
        "agent.json: exec not found",
        '"etc": a symbolic link',
        '"inner/agent.json": an agent inside an agent',
      ]
    ) {
      const named = faults.filter((fault) => fault.startsWith(`onidia-chat: ${words}`));
      assertEquals(named.length, 1, `${words} in\n${err}`);
    }
    assertEquals(faults.length, 7, err);
  }));

Deno.test("a folder without agent.json, and one that is none, are told apart", () =>
  inHome(async (home) => {
    writeFiles(home.folder, { "empty/readme": "" });
    const empty = await home.run("-agents-validate", `${home.folder}/empty`);
    assertEquals(empty, {
      code: 2,
      out: "",
      err: "onidia-chat: there is no agent.json in it, an agent needs one\n",
    });
    const gone = await home.run("-agents-validate", `${home.folder}/gone`);
    assertEquals(gone.code, 2);
    assertStringIncludes(gone.err, "check the path");
  }));

Deno.test("a program that may not be run is a fault with the remedy", () =>
  inHome(async (home) => {
    const folder = home.drop("tea", manifest("tea", GOOD));
    Deno.chmodSync(join(folder, "run.sh"), 0o644);
    assertEquals(
      (await home.run("-agents-validate", folder)).err,
      "onidia-chat: agent.json: exec not executable - chmod +x run.sh\n",
    );
  }));

Deno.test("advice names what the brain and the user will miss, and a good agent needs none", async (t) => {
  const cases: [string, object, string, string | undefined][] = [
    ["a good agent", {}, "echo OK", undefined],
    [
      "no use-when",
      { description: "Announce that the kettle is on, loudly." },
      "",
      "description: ",
    ],
    [
      "hardly a description",
      { description: "Use when tea." },
      "",
      "description: say a little more",
    ],
    ["the network without a limit", { timeout_ms: undefined }, "curl https://x", "timeout_ms: "],
    ["no version", { version: undefined }, "", "version: add one"],
    ["no examples", { examples: undefined }, "", "examples: "],
    ["a parameter without a word", { params: [{ name: "kind" }] }, "", "params.kind: describe it"],
  ];
  for (const [name, change, script, words] of cases) {
    await t.step(name, () =>
      inHome(async (home) => {
        const folder = home.drop("tea", manifest("tea", { ...GOOD, ...change }), script);
        const { code, out, err } = await home.run("-agents-validate", folder);
        assertEquals({ code, err }, { code: 0, err: "" });
        const [verdict, ...advice] = out.trimEnd().split("\n");
        assertEquals(verdict, "tea is valid");
        assertEquals(advice.length, words === undefined ? 0 : 1, out);
        if (words !== undefined) assertStringIncludes(advice[0]!, `advice: ${words}`);
      }));
  }
});

Deno.test("with -json the verdict is one object", () =>
  inHome(async (home) => {
    const folder = home.drop("tea", manifest("tea", { ...GOOD, exec: ["./gone"] }));
    const { code, out } = await home.run("-json", "-agents-validate", folder);
    assertEquals(code, 2);
    assertEquals(JSON.parse(out), {
      ...{ valid: false, id: "tea", faults: ["agent.json: exec not found"], advice: [] },
    });
  }));

Deno.test("a recorded exchange that comes out otherwise fails and shows both", () =>
  inHome(async (home) => {
    const folder = home.drop("tea", manifest("tea"), 'read -r line; echo "OK cold"');
    writeFiles(folder, { "tests/a.txt": "RUN {}\nOK hot\n", "tests/b.txt": "RUN {}\nOK c*d\n" });
    const { code, out } = await home.run("-agents-test", folder);
    assertEquals({ code, out }, {
      code: 2,
      out: "FAILED tests/a.txt:1\n         expected: OK hot\n         answered: OK cold\n" +
        "ok     tests/b.txt:1\n1 passed, 1 failed\n",
    });
  }));
