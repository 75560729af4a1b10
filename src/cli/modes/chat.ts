import type { Reply } from "../../brain/turn.ts";
import { untilAborted } from "../../brain/until_aborted.ts";
import { runCommand } from "../../chat/commands.ts";
import { readLines, readText } from "../../chat/lines.ts";
import type { ChatSession } from "../../chat/session.ts";
import { UserError } from "../../errors.ts";
import { petWords } from "../../pet/command.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";
import { openChat } from "./open_chat.ts";

/**
 * Chats (SPEC section 1): with words, one message and its reply; without, on a terminal,
 * interactively; else a conversation of the lines of standard input. Takes the words of the command
 * line, a `-` among them standing for the text of standard input. Gives the exit code: 2 for one
 * message that failed, 128 and its number after a signal, else 0.
 */
export async function chatMode(context: Context, words: readonly string[]): Promise<number> {
  const { output } = context;
  const person = Deno.stdin.isTerminal() && output.isTerminal && !output.json;
  if (words.length === 0 && person) {
    const { interactiveChat } = await import("./chat_interactive.ts");
    return await interactiveChat(context);
  }
  return await withSignals(
    ["SIGINT", "SIGTERM", "SIGHUP"],
    (ended) => words.length > 0 ? oneShot(context, words, ended) : piped(context, ended),
  );
}

async function oneShot(
  context: Context,
  words: readonly string[],
  ended: AbortSignal,
): Promise<number> {
  const session = await openChat(context, { goesOn: false });
  const input = words.includes("-") ? await readText(standardInput(ended)) : "";
  const message = words.map((word) => word === "-" ? input.trimEnd() : word).join(" ");
  if (ended.aborted) return 2;
  if (message.trim() === "") throw new UserError("the message is empty: write a word or two");
  const reply = await answer(context, session, message, ended);
  return reply.failed ? 2 : 0;
}

/** Answers line by line. Each reply is out before the next line is looked at, so that a program can talk to her. */
async function piped(context: Context, ended: AbortSignal): Promise<number> {
  const session = await openChat(context, { goesOn: true });
  for await (const line of readLines(standardInput(ended))) {
    if (line.trim() === "") continue;
    const outcome = runCommand(line, session) ?? { type: "say", message: line };
    if (outcome.type === "leave") break;
    if (outcome.type === "say") await answer(context, session, outcome.message, ended);
    if (outcome.type === "failure") context.output.failure(outcome.reason);
    if (outcome.type === "text") context.output.result({ text: outcome.text }, outcome.text);
    if (ended.aborted) break;
  }
  return 0;
}

/** Says one message and shows its reply, streaming where that is wanted. */
async function answer(
  context: Context,
  session: ChatSession,
  message: string,
  signal: AbortSignal,
): Promise<Reply> {
  const reply = await say(context, session, message, signal);
  // Only now, so that nobody waits for a file.
  await session.keep();
  return reply;
}

async function say(
  { output, settings }: Context,
  session: ChatSession,
  message: string,
  signal: AbortSignal,
): Promise<Reply> {
  const streams = settings.stream && !output.json;
  const reply = await session.say(message, {
    signal,
    onEvent: (event) => {
      if (streams && event.type === "text") output.write(event.text);
    },
  });
  if (output.json) {
    output.line(JSON.stringify(replyObject(reply)));
    return reply;
  }
  // An empty line too: whoever waits for a line for each message gets one.
  output.line(streams ? "" : reply.text);
  if (reply.failure !== undefined) output.failure(reply.failure);
  return reply;
}

/** A reply as `-json` shows it. One that is nothing but a failure is `{"error": "..."}`. */
function replyObject(reply: Reply): Readonly<Record<string, unknown>> {
  const error = reply.failure === undefined ? {} : { error: reply.failure };
  if (reply.failure !== undefined && reply.text === "" && reply.calls.length === 0) return error;
  return {
    reply: reply.text,
    brain: reply.brain,
    mood: reply.mood,
    pet: reply.pet && petWords(reply.pet),
    agents: reply.calls.map(({ id, args, ok, message, ms }) => ({ id, args, ok, message, ms })),
    ...error,
  };
}

function standardInput(ended: AbortSignal): AsyncIterable<Uint8Array> {
  return untilAborted(Deno.stdin.readable, ended);
}
