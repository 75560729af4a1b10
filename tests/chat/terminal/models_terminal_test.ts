import { assertMatch } from "@std/assert";
import { join } from "@std/path";
import { type Act, startModelServer } from "../../fakes/model_servers/server.ts";
import { AGENTS, testProgram } from "../program.ts";
import { HAS_TMUX, Terminal } from "./tmux.ts";

/** A chat on a terminal with a model behind it, and more lines for its settings. */
function onTerminal(
  name: string,
  act: (count: number) => Act | "refuse",
  ini: string,
  body: (terminal: Terminal) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: !HAS_TMUX,
    async fn() {
      using program = testProgram(AGENTS);
      let count = 0;
      await using server = startModelServer("openai", () => {
        const done = act(++count);
        return done === "refuse" ? { plain: server.dialect.refuse("key") } : done;
      });
      const folder = join(program.folder, ".config/chat-app");
      Deno.mkdirSync(folder, { recursive: true });
      const own = `[openai]\napi-key = sk-0123456789\napi-url = ${server.url}\n`;
      Deno.writeTextFileSync(join(folder, "chat-app.ini"), ini + own, { mode: 0o600 });
      await using terminal = await Terminal.start(program.argv(), {
        ...{ env: program.env, columns: 240 },
      });
      await terminal.shows(/^> $|^>$/m);
      await body(terminal);
    },
  });
}

onTerminal(
  "she says which provider answers, and what is set wrong, before the first prompt",
  () => ({ say: [{ text: ["Hi", " there."] }] }),
  "music-dir = /no/such/folder\n",
  async (terminal) => {
    const screen = await terminal.screen();
    assertMatch(screen, /^onidia-chat: music folder: \/no\/such\/folder: .*: set music-dir in/);
    assertMatch(screen, /^Onidia is here, with the openai brain .*provider in chat-app\.ini/m);
    await terminal.enter("hello");
    await terminal.shows(/^> hello\nHi there\.\n>$/m);
  },
);

onTerminal(
  "she says once that the provider is away, and the local brain goes on",
  () => "refuse",
  "",
  async (terminal) => {
    await terminal.enter("hello");
    await terminal.shows(
      /^onidia-chat: openai does not accept the key: .*local brain answers\n>$/m,
    );
    await terminal.enter("put the kettle on");
    await terminal.shows(/^> put the kettle on\nThe kettle is on\n>$/m);
  },
);

onTerminal(
  "/retry asks the provider again at once",
  (count) => count === 1 ? "refuse" : { say: [{ text: ["I am back."] }] },
  "",
  async (terminal) => {
    await terminal.enter("hello");
    await terminal.shows(/local brain answers\n>$/m);
    await terminal.enter("/retry");
    await terminal.shows(/^> \/retry\nI am back\.\n>$/m);
  },
);

onTerminal(
  "Ctrl-C stops a reply that stalls, and the chat goes on",
  (count) =>
    count === 1
      ? { say: [{ text: ["Once upon", " a time"] }], then: "stall" }
      : { say: [{ text: ["Sorry."] }] },
  "",
  async (terminal) => {
    await terminal.enter("a story");
    await terminal.shows(/^Once upon/m);
    await terminal.press("C-c");
    await terminal.shows(/^Once upon.*\n\(cancelled\)\n>$/m);
    await terminal.enter("well?");
    await terminal.shows(/^> well\?\nSorry\.\n>$/m);
  },
);
