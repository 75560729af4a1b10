import { join } from "@std/path";
import { NO_HISTORY, openInputHistory } from "../../chat/terminal/input_history.ts";
import { TerminalChat } from "../../chat/terminal/terminal_chat.ts";
import { findStateDirectory } from "../../config/paths.ts";
import { cleanLine } from "../../text/clean.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";
import { openChat } from "./open_chat.ts";

/** Chats on a terminal until Ctrl-D or `/quit` (SPEC sections 1 and 9). Gives the exit code. */
export async function interactiveChat(context: Context): Promise<number> {
  const { settings, env, output, log } = context;
  const session = await openChat(context, { goesOn: true });
  await sayWhatIsWrong(context);
  const state = findStateDirectory(env);
  const history = settings.history && state !== undefined
    ? openInputHistory(join(state, "input-history"), log)
    : NO_HISTORY;
  return await withSignals(["SIGTERM", "SIGHUP"], async (ended) => {
    const chat = new TerminalChat({
      ...{ session, history, ended, stream: settings.stream },
      greeting:
        `${cleanLine(settings["character-name"])} is here, with the ${session.brain} brain ` +
        `(another one: provider in chat-app.ini). /help lists the commands.`,
      write: (text) => output.write(text),
      columns: () => output.columns,
      canEdit: (env("TERM") ?? "dumb") !== "dumb",
    });
    // On a dumb terminal Ctrl-C is a signal, not a key.
    const interrupt = () => chat.interrupt();
    Deno.addSignalListener("SIGINT", interrupt);
    try {
      await chat.run();
    } finally {
      Deno.removeSignalListener("SIGINT", interrupt);
    }
    return 0;
  });
}

/** The part of `-preflight` that costs next to nothing; what is merely absent is no news. */
async function sayWhatIsWrong(context: Context): Promise<void> {
  const { checkMachine } = await import("../checks.ts");
  // Directories that cannot be read were told when the conversation was opened.
  const isTold = !context.settings["agents-off"] && context.discover().problems.length > 0;
  for (const { what, state, finding, fix } of checkMachine(context)) {
    if (state !== "wrong" || (what === "agents" && isTold)) continue;
    context.output.note(`onidia-chat: ${what}: ${finding}${fix === undefined ? "" : `: ${fix}`}`);
  }
}
