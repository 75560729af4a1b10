import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { CAN_CHANGE_USER, dropAgent, isInstalled, onMachine } from "./program.ts";

/** The example of the product's page, with RUN and its space quoted: without quotes no shell takes it. */
const TEA_MANIFEST = `{
"id": "tea",
"version": "1.0.0",
"description": "Announce that the kettle is on. Use when the user mentions tea, kettle, or a hot drink.",
"exec": ["./tea.sh"],
"timeout_ms": 5000,
"params": [
{ "name": "kind", "type": "string",
"enum": ["tea", "coffee"], "default": "tea",
"description": "which drink" }
]
}
`;
const TEA_SCRIPT = `#!/bin/sh
# one RUN line in, one OK line out, then exit.
set -eu
IFS= read -r line || true
case "$line" in
  "RUN "*) payload="\${line#RUN }" ;;
  *) echo "ERR expected a RUN line"; exit 1 ;;
esac
# pull "key":"value" out of the payload
kind=$(printf '%s' "$payload" \\
  | sed -n 's/.*"kind":"\\([^"]*\\)".*/\\1/p')
: "\${kind:=tea}"
echo "PET action dance" # optional: make her act it out
echo "OK The kettle is on - one $kind coming"
`;

const DICE_MANIFEST = `{
  // Comments are fine, and so is the comma below.
  "id": "dice",
  "description": "Roll dice. Use when the user wants to roll a die or some dice.",
  "exec": ["python3", "dice.py"],
  "params": [{ "name": "sides", "type": "int", "default": 6, "description": "sides of the die" }],
}
`;
const DICE_SCRIPT = `import json, sys
verb, _, payload = sys.stdin.readline().partition(" ")
print("INFO asked with " + verb)
print("OK You rolled the %s-sided die" % json.loads(payload)["sides"], flush=True)
`;

const BUNDLED = ["hello_world", "media_control", "pet_control", "play_movie", "play_song"];

for (const ordinary of [false, true]) {
  Deno.test({
    name: `the binary alone offers all five agents to ${
      ordinary ? "an ordinary user" : "its user"
    }`,
    ignore: ordinary && !CAN_CHANGE_USER,
    fn: () =>
      onMachine(async ({ run }) => {
        const { code, out, err } = await run(["-agents-list"]);
        const [header, ...rows] = out.trimEnd().split("\n");
        assertMatch(header!, /^ID +VERSION +STATE +LOCATION$/);
        assertEquals(
          rows.map((row) => row.split(/ +/).slice(0, 3)),
          BUNDLED.map((id) => [
            id,
            "1.0.0",
            "enabled",
          ]),
        );
        for (const row of rows) {
          assertMatch(row, / ~\/\.local\/share\/chat-app\/bundled\/[^/]+\/agents\//);
        }
        assertEquals({ code, err }, { code: 0, err: "" });
      }, { ordinary }),
  });
}

Deno.test("the agent of the page is dropped in and called without further ado", async () => {
  await onMachine(async (machine) => {
    dropAgent(machine, "tea", { "agent.json": TEA_MANIFEST, "tea.sh": TEA_SCRIPT });
    const { code, out, err } = await machine.run(["put the kettle on"]);
    assertStringIncludes(out, "The kettle is on - one tea coming\n");
    assertEquals({ code, err }, { code: 0, err: "" });
    const coffee = await machine.run(["-json", "put", "the", "kettle", "on", "for", "coffee"]);
    assertEquals(JSON.parse(coffee.out).agents[0].message, "The kettle is on - one coffee coming");
    assertEquals(JSON.parse(coffee.out).pet, "action dance");
    const listed = await machine.run(["-agents-list"]);
    assertMatch(listed.out, /^tea +1\.0\.0 +enabled +~\/\.config\/chat-app\/agents\/tea$/m);
  });
});

Deno.test("an agent whose script may not be run is listed with the remedy and breaks no other", async () => {
  await onMachine(async (machine) => {
    const folder = dropAgent(machine, "tea", { "agent.json": TEA_MANIFEST, "tea.sh": TEA_SCRIPT });
    Deno.chmodSync(`${folder}/tea.sh`, 0o644);
    const { code, out } = await machine.run(["-agents-list"]);
    assertMatch(
      out,
      /^tea +1\.0\.0 +broken +~\/\.config\/chat-app\/agents\/tea \(exec not executable - chmod \+x tea\.sh\)$/m,
    );
    assertMatch(out, /^hello_world +1\.0\.0 +enabled /m);
    assertEquals(code, 0);
  });
});

Deno.test({
  name: "an agent in Python is called with its number",
  ignore: !isInstalled("python3"),
  fn: () =>
    onMachine(async (machine) => {
      dropAgent(machine, "dice", { "agent.json": DICE_MANIFEST, "dice.py": DICE_SCRIPT });
      const { code, out, err } = await machine.run(["roll a 20 sided die"], {
        env: { PATH: Deno.env.get("PATH") },
      });
      assertStringIncludes(out, "You rolled the 20-sided die");
      assertEquals({ code, err }, { code: 0, err: "" });
    }),
});

Deno.test("a bundled agent is switched off for one run", async () => {
  await onMachine(async ({ run }) => {
    const { out } = await run(["-agents-disabled", "play_song", "-agents-list"]);
    assertMatch(out, /^play_song +1\.0\.0 +disabled /m);
    assertMatch((await run(["-agents-list"])).out, /^play_song +1\.0\.0 +enabled /m);
  });
});
