import type { CallResult } from "../../agents/agent.ts";
import type { Exchange } from "../brain.ts";

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
  /** Exchanges at most; default 20. */
  readonly turns?: number;
  /** Characters at most, the present message among them; default 24,000. */
  readonly characters?: number;
}

/** The conversation and the present message as messages (SPEC section 5). */
export function conversationMessages(
  _conversation: readonly Exchange[],
  message: string,
  _options: MessageOptions,
): ChatMessage[] {
  return [{ role: "user", content: message }];
}

/**
 * The rounds of the reply so far as messages that follow, for models that call by tags: what she
 * asked for, then the results as one block of data. `said` is her text of each round, where known.
 */
export function roundMessages(
  _rounds: readonly (readonly CallResult[])[],
  _nonce: string,
  _said?: readonly string[],
): ChatMessage[] {
  return [];
}
