import type { CallResult } from "../../agents/agent.ts";
import type { Exchange } from "../brain.ts";
import { neutralise, neutraliseLines } from "./neutralise.ts";
import { ID_LIMIT, RESULT_LIMIT, resultBlock } from "./results.ts";
import { TagStream } from "./tag_stream.ts";
import { formatTag } from "./tags.ts";

/** One message to a model, in no provider's own form. Roles take turns, the user begins and ends. */
export interface ChatMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** How a conversation becomes messages. */
export interface MessageOptions {
  /** For the delimiters of data blocks; see `createNonce`. */
  readonly nonce: string;
  /** Whether her own earlier calls are shown as tags, for models that call by tags. */
  readonly tags: boolean;
  /** Exchanges at most. */
  readonly turns?: number;
  /** Characters at most; the present message counts, and is never cut. */
  readonly characters?: number;
}

/** Earlier exchanges that are told (SPEC section 5, the issue of the provider brains). */
const TURNS = 20;

/** Characters of a conversation: some 6,000 tokens, which small local models still take. */
const CHARACTERS = 24_000;

/** The longest part of one exchange, so that one long text does not drive out all others. */
const PART = 6_000;

/**
 * The conversation and the present message as messages (SPEC section 5): the last 20 exchanges, or
 * the newest that fit into 24,000 characters. An exchange in which agents ran says so, as a block of
 * data in front of the user's next message; in her own words she might learn to make such blocks up.
 * What she said is made harmless, because messages of agents stand in it. What the user says stays
 * as it is.
 */
export function conversationMessages(
  conversation: readonly Exchange[],
  message: string,
  options: MessageOptions,
): ChatMessage[] {
  const { turns = TURNS, characters = CHARACTERS } = options;
  const told: [ChatMessage, ChatMessage][] = [];
  let left = characters - message.length;
  // From the newest back: each one's results belong in front of the message that came after it.
  let next = user(message.toWellFormed());
  for (const exchange of turns > 0 ? conversation.slice(-turns).reverse() : []) {
    const note = exchange.calls.length > 0
      ? `${resultBlock(exchange.calls, options.nonce)}\n\n`
      : "";
    const asked = user(shortened(exchange.message.toWellFormed()));
    const answered: ChatMessage = { role: "assistant", content: herWords(exchange, options.tags) };
    left -= asked.content.length + answered.content.length + note.length;
    if (left < 0) break;
    told.unshift([answered, user(note + next.content)]);
    next = asked;
  }
  return [next, ...told.flat()];
}

/**
 * The rounds of the reply so far as messages that follow, for models that call by tags: what she
 * asked for, then the results as one block of data. Takes the results of each round, the nonce, and
 * what the model wrote in each round, where it is known, with its tags.
 */
export function roundMessages(
  rounds: readonly (readonly CallResult[])[],
  nonce: string,
  said: readonly string[] = [],
): ChatMessage[] {
  return rounds.flatMap((results, at): ChatMessage[] => [
    {
      role: "assistant",
      content: withTags(results, neutraliseLines(spoken(said[at] ?? ""), PART)),
    },
    user(`${resultBlock(results, nonce)}\n\nGo on with your reply to the user.`),
  ]);
}

/** What is heard of a model's text: its words without tags and thinking. */
function spoken(text: string): string {
  const stream = new TagStream({ calls: false });
  const events = [...stream.push(text), ...stream.end()];
  return events.map((event) => event.type === "text" ? event.text : "").join("").trim();
}

function user(content: string): ChatMessage {
  return { role: "user", content };
}

function herWords({ reply, calls }: Exchange, tags: boolean): string {
  const joined = new Set(calls.map(({ ok, message }) => ok ? message.trim() : `(${message})`));
  const lines = reply.split("\n").map((line) =>
    // What an agent said is no longer here than in a block of data.
    joined.has(line.trim()) ? neutralise(line, RESULT_LIMIT) : line
  );
  const words = neutraliseLines(lines.join("\n"), PART);
  if (tags && calls.length > 0) return withTags(calls, words);
  if (words !== "") return words;
  // No provider takes an empty message.
  return calls.some((call) => call.ok) ? "Done." : "That did not work.";
}

function withTags(calls: readonly CallResult[], words: string): string {
  const tags = calls.map(({ id, args }) => formatTag(neutralise(id, ID_LIMIT), harmlessArgs(args)));
  return [...tags, ...(words === "" ? [] : [words])].join("\n");
}

/** A value may be the default of a manifest, which is foreign text. */
function harmlessArgs(args: CallResult["args"]): Record<string, string> {
  const safe = Object.entries(args).map(([name, value]) => [name, neutralise(value, RESULT_LIMIT)]);
  return Object.fromEntries(safe);
}

/** The beginning and the end of a text that is too long. */
function shortened(text: string): string {
  if (text.length <= PART) return text;
  const half = PART / 2;
  return `${text.slice(0, half)}\n…\n${text.slice(-half)}`.toWellFormed();
}
