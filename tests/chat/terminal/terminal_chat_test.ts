import { assert, assertEquals, assertMatch } from "@std/assert";
import { AGENTS, isAlive, type TestProgram, testProgram } from "../program.ts";
import { HAS_TMUX, Terminal, type TerminalOptions } from "./tmux.ts";

/** A test of the interactive chat on a real terminal. */
function onTerminal(
  name: string,
  body: (terminal: Terminal, program: TestProgram) => Promise<void>,
  options: TerminalOptions = {},
): void {
  Deno.test({
    name,
    ignore: !HAS_TMUX,
    async fn() {
      using program = testProgram(AGENTS);
      const env = { ...program.env, ...options.env };
      await using terminal = await Terminal.start(program.argv(), { ...options, env });
      await terminal.shows(/^> $|^>$/m);
      await body(terminal, program);
    },
  });
}

onTerminal("she says who she is and which brain, answers, and Ctrl-D leaves", async (terminal) => {
  assertMatch(await terminal.screen(), /^Onidia .*local brain.*provider/);
  await terminal.enter("put the kettle on");
  await terminal.shows(/^> put the kettle on\nThe kettle is on\n>/m);
  await terminal.enter("hi");
  await terminal.shows(/^> hi\n.*\w.*\n>$/m);
  await terminal.press("C-d");
  await terminal.shows(/ended 0\n icanon/);
});

onTerminal(
  "Ctrl-C cancels a slow reply and its agent, the chat goes on",
  async (terminal, program) => {
    await terminal.enter("fetch the annual report");
    const agent = Number(await program.appears("report.pid"));
    await terminal.shows(/^[-\\|/] report$/m);
    await terminal.type("put the kettle");
    await terminal.press("C-c");
    // What was typed meanwhile is there again.
    await terminal.shows(/^> fetch the annual report\n\(cancelled\)\n> put the kettle$/m);
    assert(!isAlive(agent));
    await terminal.enter(" on");
    await terminal.shows(/^The kettle is on\n>$/m);
    await terminal.enter("/quit");
    await terminal.shows(/ended 0\n icanon/);
  },
);

onTerminal("at the prompt Ctrl-C empties the line, and says how to leave", async (terminal) => {
  await terminal.type("half a line");
  await terminal.press("C-c");
  await terminal.shows(/^> \^C\n>$/m);
  await terminal.press("C-c");
  await terminal.shows(/^> \^C\nCtrl-D or \/quit leaves\.\n>$/m);
});

onTerminal("lines typed while a reply runs are answered in turn", async (terminal, program) => {
  await terminal.enter("fetch the annual report");
  await program.appears("report.pid");
  await terminal.enter("balance the ledger");
  await terminal.enter("put the kettle on");
  await terminal.press("C-c");
  await terminal.shows(
    /\(cancelled\)\n> balance the ledger\n\(the ledger is locked\)\n> put the kettle on\nThe kettle is on\n>$/m,
  );
});

onTerminal("slash commands help, and a mistyped one is understood", async (terminal) => {
  await terminal.enter("/agents");
  await terminal.shows(/^kettle {2}Use when/m);
  await terminal.enter("put the kettle on");
  await terminal.enter("/why");
  await terminal.shows(/^ {2}RUN \{"kind":"tea"\}\n {2}INFO asked for tea/m);
  await terminal.enter("/hlep");
  await terminal.shows(/^onidia-chat: there is no command \/hlep: did you mean \/help\?/m);
  await terminal.enter("/clear");
  await terminal.shows(/^The conversation so far is forgotten\.$/m);
});

onTerminal("on 30 columns long lines wrap and nothing is lost", async (terminal) => {
  const words = "please put the kettle on for all of us";
  await terminal.type(words);
  const screen = await terminal.shows(/of us$/);
  assertEquals(screen.split("\n").slice(-2).join(""), `> ${words}`);
  await terminal.press("C-c");
  await terminal.shows(/^> \^C\n>$/m);
  await terminal.enter("put the kettle on");
  await terminal.shows(/^The kettle is on\n>$/m);
}, { columns: 30 });

onTerminal("escape sequences do nothing, from an agent or from a paste", async (terminal) => {
  await terminal.enter("open the weird parcel");
  await terminal.shows(/^> open the weird parcel\nparcel is open now\n>$/m);
  await terminal.type("hi \x1b[2J\x1b]0;title\x07there");
  await terminal.press("Enter");
  assertMatch(await terminal.shows(/there\n[^>].*\n>$/), /^Onidia /);
});

onTerminal("what was typed is offered again in the next chat", async (terminal, program) => {
  await terminal.enter("put the kettle on");
  await terminal.shows(/^The kettle is on\n>$/m);
  const path = `${program.folder}/.local/state/chat-app/input-history`;
  assertEquals(Deno.readTextFileSync(path), "put the kettle on\n");
  assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
  await using next = await Terminal.start(program.argv(), { env: program.env });
  await next.shows(/^>$/m);
  await next.press("Up");
  await next.shows(/^> put the kettle on$/m);
});

onTerminal("a dumb terminal gets plain lines", async (terminal, program) => {
  await terminal.enter("put the kettle on");
  await terminal.shows(/^The kettle is on\n>$/m);
  await terminal.enter("fetch the annual report");
  const agent = Number(await program.appears("report.pid"));
  await terminal.press("C-c");
  await terminal.shows(/\(cancelled\)\n>$/m);
  assert(!isAlive(agent));
  await terminal.press("C-d");
  await terminal.shows(/ended 0\n icanon/);
}, { env: { TERM: "dumb" } });

onTerminal(
  "a terminal that is closed takes the running agent with it",
  async (terminal, program) => {
    await terminal.enter("fetch the annual report");
    const agent = Number(await program.appears("report.pid"));
    await terminal.close();
    while (isAlive(agent)) await new Promise((resolve) => setTimeout(resolve, 50));
  },
);

Deno.test({
  name: "Ctrl-Z gives the shell back, and fg the chat with the half line",
  ignore: !HAS_TMUX,
  async fn() {
    using program = testProgram(AGENTS);
    const env = { ...program.env, PS1: "shell: ", ENV: "" };
    await using terminal = await Terminal.start(["sh", "-i"], { env });
    await terminal.shows(/^shell:$/m);
    await terminal.enter(program.argv().map((word) => `'${word}'`).join(" "));
    await terminal.shows(/^>$/m);
    await terminal.type("put the");
    await terminal.press("C-z");
    await terminal.shows(/> put the[^]*Stopped[^]*shell:$/);
    await terminal.enter("fg");
    await terminal.shows(/> put the$/);
    await terminal.enter(" kettle on");
    await terminal.shows(/^> put the kettle on\nThe kettle is on\n>$/m);
  },
});
