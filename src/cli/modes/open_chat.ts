import { openSession } from "../../chat/open.ts";
import type { ChatSession } from "../../chat/session.ts";
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
  const session = await openSession(context, Deno.env.toObject(), options);
  if (!context.settings["agents-off"]) {
    for (const problem of context.discover().problems) {
      context.output.note(`onidia-chat: ${problem}`);
    }
  }
  return session;
}
