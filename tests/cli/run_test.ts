import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Home, inHome, manifest } from "./cli.ts";

Deno.test("a bad flag is one sentence behind the program's name, and exit 2", () =>
  inHome(async (home) => {
    assertEquals(await home.run("-agents-lst"), {
      code: 2,
      out: "",
      err: 'onidia-chat: unknown flag "-agents-lst": did you mean -agents-list?\n',
    });
  }));

Deno.test("with -json a failure is an object on standard output", () =>
  inHome(async (home) => {
    assertEquals(await home.run("-json", "-music-dir"), {
      code: 2,
      out: '{"error":"-music-dir needs a value: -music-dir DIR"}\n',
      err: "",
    });
  }));

Deno.test("every bad line of the configuration is a line behind the program's name", () =>
  inHome(async (home) => {
    home.configure("stream = maybe\nagents-key = 12\n");
    const file = `${home.folder}/.config/chat-app/chat-app.ini`;
    assertEquals(await home.run("-agents-list"), {
      code: 2,
      out: "",
      err: `onidia-chat: ${file}:1: stream: expected true or false\n` +
        `onidia-chat: ${file}:2: agents-key: expected an Ed25519 public key, 64 hex digits\n`,
    });
  }));

Deno.test("-help names every flag and mode within 80 columns", () =>
  inHome(async (home) => {
    const { code, out } = await home.run("-help");
    assertEquals(code, 0);
    for (const word of ["-agents-list", "-agents-run ID", "-music-dir DIR", "-character-name"]) {
      assertStringIncludes(out, word);
    }
    assertStringIncludes(out, "\n~/.config/chat-app/chat-app.ini\n");
    assert(out.split("\n").every((line) => line.length <= 80));
  }));

Deno.test("-version names version and runtime, also with other flags", () =>
  inHome(async (home) => {
    const { code, out } = await home.run("-version", "-verbose");
    assertEquals(code, 0);
    assertStringIncludes(out, "onidia-chat 1.2.3 (commit ");
    assertStringIncludes(out, `Deno ${Deno.version.deno})`);
  }));

Deno.test("without a home what needs one says so", () =>
  inHome(async (home) => {
    const { code, err } = await home.run("-agents-list");
    assertEquals(code, 2);
    assertEquals(
      err,
      "onidia-chat: HOME is not set: set it to your home directory, e.g. export HOME=/home/me\n",
    );
    assertEquals((await home.run("-version")).code, 0);
  }, { HOME: "" }));

Deno.test("help and version need neither a good configuration nor a home", async () => {
  const ask = async (home: Home) => {
    home.configure("nonsense\n");
    assertEquals((await home.run("-agents-list")).code, 2);
    for (const flag of ["-help", "-version"]) {
      const { code, err } = await home.run(flag, "-json");
      assertEquals({ code, err }, { code: 0, err: "" });
    }
  };
  await inHome(ask);
  await inHome(ask, { HOME: "", CHAT_APP_MUSIC_DIR: "~/Music" });
});

Deno.test("without a home an agent of a given directory can be called", () =>
  inHome(async (home) => {
    home.drop("tea", manifest("tea"), 'read -r line; echo "OK one coming"');
    const agents = `${home.folder}/.config/chat-app/agents`;
    assertEquals(await home.run("-agents-dir", agents, "-agents-run", "tea"), {
      code: 0,
      out: "one coming\n",
      err: "",
    });
  }, { HOME: "" }));

Deno.test("an error nobody foresaw is one sentence, and its stack is for -verbose", () =>
  inHome(async (home) => {
    const run = (...argv: string[]) =>
      home.run(...argv, "-agents-list").then(({ code, err }) => ({ code, lines: err.split("\n") }));
    const sentence = "onidia-chat: internal error: the cable is cut";
    home.cut(new Error("the cable is cut"));
    for (const flags of [[], ["-json"]]) {
      assertEquals(await run(...flags), { code: 2, lines: [sentence, ""] });
    }
    const { lines } = await run("-verbose");
    assertStringIncludes(lines[0]!, "warn Error: the cable is cut ");
    assertEquals(lines.slice(1), [sentence, ""]);
  }));

Deno.test("an unknown key goes to the log, which -verbose shows", () =>
  inHome(async (home) => {
    home.configure("musik-dir = /x\n");
    const { code, err } = await home.run("-verbose", "-agents-list");
    assertEquals(code, 0);
    assertStringIncludes(err, "unknown key musik-dir ignored, did you mean music-dir?");
    assertEquals((await home.run("-agents-list")).err, "");
  }));

Deno.test("-agents-run shows INFO and PET beside the answer", () =>
  inHome(async (home) => {
    home.drop(
      "tea",
      manifest("tea", { params: [{ name: "kind", enum: ["tea", "coffee"], default: "tea" }] }),
      'read -r line; echo "INFO got $line"; echo "PET action dance"; echo "OK one coming"',
    );
    assertEquals(await home.run("-agents-run", "tea", "kind=coffee"), {
      code: 0,
      out: "one coming\n",
      err: 'INFO got RUN {"kind":"coffee"}\nPET action dance\n',
    });
    assertEquals(await home.run("-agents-run", "tea", "kind=milk"), {
      code: 2,
      out: "",
      err: 'onidia-chat: agent tea: kind: expected one of tea, coffee, not "milk"\n',
    });
    const result = JSON.parse((await home.run("-json", "-agents-run", "tea")).out);
    assertEquals({ ...result, ms: 0 }, {
      ...{ id: "tea", args: { kind: "tea" }, ok: true, message: "one coming" },
      ...{ pet: "action dance", info: ['got RUN {"kind":"tea"}'], ms: 0 },
    });
  }));

Deno.test("-agents-run says why an agent cannot be called", () =>
  inHome(async (home) => {
    const off = await home.run("-agents-off", "-agents-run", "tea");
    assertStringIncludes(off.err, "agents-off is set");
    home.drop("tea", manifest("tea", { disabled: true }));
    home.drop("dice", manifest("dice", { exec: ["./gone.sh"] }));
    home.drop("notes", manifest("notes"));
    const said = async (...argv: string[]) => (await home.run("-agents-run", ...argv)).err;
    assertStringIncludes(await said("tea"), "agent tea is disabled: take it out of");
    assertStringIncludes(await said("dice"), "agent dice is broken: exec not found");
    assertStringIncludes(await said("note"), 'no agent called "note": did you mean notes?');
    assertStringIncludes(
      await said("notes", "milk"),
      '"milk": expected NAME=VALUE, as in kind=tea',
    );
  }));
