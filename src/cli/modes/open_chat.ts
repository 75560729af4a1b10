import { openSession } from "../../chat/open.ts";
import { type Continued, History } from "../../chat/history.ts";
import type { ChatSession } from "../../chat/session.ts";
import { findStateDirectory } from "../../config/paths.ts";
import { shown } from "../../text/shown.ts";
import type { Context } from "../context.ts";

/**
 * Opens the conversation of a chat mode; directories of agents that cannot be read are told beside
 * it (SPEC section 3). Takes the context, and whether more than one message will be said. Throws a
 * UserError where a setting cannot be followed.
 */
export async function openChat(
  context: Context,
  options: { readonly goesOn: boolean },
): Promise<ChatSession> {
  const history = openHistory(context);
  const continued = context.settings.continue ? await goOn(context, history) : undefined;
  const session = await openSession(context, Deno.env.toObject(), {
    ...options,
    history,
    continued,
  });
  if (!context.settings["agents-off"]) {
    for (const problem of context.discover().problems) {
      context.output.note(`onidia-chat: ${problem}`);
    }
  }
  return session;
}

/** Where the conversation is kept; undefined where `history` is off or there is no place for it. */
function openHistory({ settings, env, log, output }: Context): History | undefined {
  const directory = findStateDirectory(env);
  if (!settings.history || directory === undefined) return undefined;
  return new History({
    ...{ directory, log },
    tell: (sentence) => output.note(`onidia-chat: ${sentence}`),
  });
}

/** `-continue`: the last conversation, and one sentence where there is none to go on with. */
async function goOn(
  { settings, output }: Context,
  history: History | undefined,
): Promise<Continued | undefined> {
  const continued = await history?.goOn();
  if (continued) {
    const [first] = continued.exchanges;
    // A person wants to know which one; a program asked for it.
    if (output.isTerminal) output.note(`Going on with ${shown(first?.message)}.`);
    return continued;
  }
  const why = settings.history ? "no conversation was kept" : "history is off";
  output.note(`onidia-chat: ${why}, so there is none to continue: a new one begins`);
}
