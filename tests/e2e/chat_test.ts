import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { CAN_CHANGE_USER, onMachine } from "./program.ts";

/** What goes wrong for a user is one sentence, never the insides of the program. */
const STACK = /\bat .+:\d+:\d+|Uncaught|\.[jt]s:\d+/;

Deno.test("one message is answered by the bundled agent and the program ends", async () => {
  await onMachine(async ({ run }) => {
    const { code, out, err } = await run(["greet", "Ada"]);
    assertMatch(out, /^[^\n]*\bAda\b[^\n]*\n$/);
    assertEquals({ code, err }, { code: 0, err: "" });
  });
});

Deno.test("with -json one message gives one object that names the agent it went to", async () => {
  await onMachine(async ({ run }) => {
    const { code, out } = await run(["-json", "greet", "Ada"]);
    const reply = JSON.parse(out);
    assertEquals(out.trimEnd().split("\n").length, 1);
    assertEquals(Object.keys(reply), ["reply", "brain", "mood", "pet", "agents"]);
    const [agent] = reply.agents;
    assertEquals({ code, brain: reply.brain, id: agent.id, ok: agent.ok }, {
      code: 0,
      brain: "local",
      id: "hello_world",
      ok: true,
    });
    assertEquals(agent.args.name, "Ada");
    assertStringIncludes(reply.reply, agent.message);
  });
});

Deno.test("every line of a pipe is a message and gets a reply of its own", async () => {
  await onMachine(async ({ run }) => {
    const { code, out, err } = await run([], { input: "greet Ada\ngreet Grace" });
    assertMatch(out, /^[^\n]*\bAda\b[^\n]*\n[^\n]*\bGrace\b[^\n]*\n$/);
    assertEquals({ code, err }, { code: 0, err: "" });
  });
});

Deno.test("the word - is the text of standard input", async () => {
  await onMachine(async ({ run }) => {
    const { code, out } = await run(["-json", "greet", "-"], { input: "Ada\n" });
    assertEquals(code, 0);
    assertEquals(JSON.parse(out).agents[0].args.name, "Ada");
  });
});

Deno.test("ordinary talk is answered without calling anything", async () => {
  await onMachine(async ({ run }) => {
    const { code, out } = await run(["-json", "what a lovely morning it is"]);
    const { reply, agents } = JSON.parse(out);
    assertEquals({ code, agents }, { code: 0, agents: [] });
    assertMatch(reply, /\w/);
  });
});

Deno.test("the version is one line", async () => {
  await onMachine(async ({ run }) => {
    for (const flag of ["-version", "--version", "-V"]) {
      const { code, out, err } = await run([flag]);
      assertMatch(out, /^onidia-chat \d+\.\d+\.\d+.*\n$/);
      assertEquals({ code, err }, { code: 0, err: "" });
    }
  });
});

Deno.test("help names the modes and the settings", async () => {
  await onMachine(async ({ run }) => {
    for (const flag of ["-help", "--help", "-h"]) {
      const { code, out, err } = await run([flag]);
      for (const word of ["-agents-list", "-agents-dir", "-music-dir", "-json"]) {
        assertStringIncludes(out, word);
      }
      assertEquals({ code, err }, { code: 0, err: "" });
    }
  });
});

Deno.test("an unknown flag names the nearest one", async () => {
  await onMachine(async ({ run }) => {
    const { code, out, err } = await run(["-agents-lst"]);
    assertEquals({ code, out }, { code: 2, out: "" });
    assertMatch(err, /^onidia-chat: .*-agents-lst.*-agents-list.*\n$/);
  });
});

Deno.test("a bad setting is named with file, line and key", async () => {
  await onMachine(async ({ run, home }) => {
    const file = `${home}/chat.ini`;
    Deno.writeTextFileSync(file, "; mine\nagents-off = perhaps\n");
    const { code, out, err } = await run(["-config", file, "hello"]);
    assertEquals({ code, out }, { code: 2, out: "" });
    // The file is shown as it is or with the home as `~`.
    assertMatch(err, /^onidia-chat: (?:\S*|~)\/chat\.ini:2: agents-off: .+\n$/);
  });
});

Deno.test("a reader that has gone ends the program quietly", async () => {
  await onMachine(async ({ program, run }) => {
    for (const words of ["-help", "-agents-list", "greet Ada"]) {
      const script = `{ "$0" ${words}; echo "code $?" >&2; } | true`;
      const { err } = await run(["-c", script, program], { program: "/bin/sh" });
      assertMatch(err, /^code (?:0|141)\n$/);
    }
  });
});

Deno.test("a closed standard output is no crash", async () => {
  await onMachine(async ({ program, run }) => {
    const { err } = await run(["-c", '"$0" greet Ada >&-', program], { program: "/bin/sh" });
    assertEquals(STACK.test(err), false, err);
  });
});

Deno.test({
  name: "an ordinary user is answered as root is",
  ignore: !CAN_CHANGE_USER,
  fn: () =>
    onMachine(async ({ run }) => {
      const { code, out, err } = await run(["greet", "Ada"]);
      assertStringIncludes(out, "Ada");
      assertEquals({ code, err }, { code: 0, err: "" });
    }, { ordinary: true }),
});
