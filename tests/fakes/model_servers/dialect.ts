/** How the servers of one provider speak, as its public documentation has it. */

/** One thing a model says. `fragments` are the pieces in which it is sent. */
export type Part =
  | { readonly text: readonly string[] }
  | { readonly reasoning: readonly string[] }
  | { readonly call: string; readonly args: string; readonly fragments?: number };

/** Why a model ended its answer. */
export type End = "stop" | "length" | "filtered" | "none";

/** Ways in which a provider refuses. */
export type Refusal =
  | "key"
  | "access"
  | "model"
  | "quota"
  | "quota with a time"
  | "credit"
  | "server"
  | "context"
  | "tools"
  | "bad request";

/** An answer of HTTP that is not a stream. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a request said, in no provider's own form. */
export interface Heard {
  readonly system: string;
  /** `user: …`, `assistant: …`, `call: id {json}`, `result: …`, in their order. */
  readonly lines: readonly string[];
  /** Tools offered, name to JSON schema. */
  readonly tools: Readonly<Record<string, unknown>>;
}

/** A provider's protocol. */
export interface Dialect {
  /** Of the path at which it is asked. */
  readonly path: RegExp;
  readonly contentType: string;
  /** The header that holds the key, and what stands before the key in it. */
  readonly keyHeader: readonly [string, string];
  /** The events of an answer, in order. */
  answer(parts: readonly Part[], end: End): Uint8Array[];
  /** An event that says an error in the middle of a stream; the server is overloaded. */
  streamError(words: string): Uint8Array;
  /** Bytes that break the protocol. */
  readonly nonsense: Uint8Array;
  refuse(how: Refusal, words?: string): PlainAnswer;
  hear(body: Readonly<Record<string, unknown>>): Heard;
}

export const bytes = (text: string) => new TextEncoder().encode(text);

/** Cuts a text into so many pieces. */
export function cut(text: string, count = 3): string[] {
  const size = Math.max(1, Math.ceil(text.length / count));
  return text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [""];
}

// deno-lint-ignore no-explicit-any
export type Json = any;
