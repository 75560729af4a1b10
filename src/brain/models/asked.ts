import type { JSONValue, ModelMessage } from "ai";
import type { CallResult } from "../../agents/agent.ts";
import { resultBlock } from "./results.ts";

/** Data of a provider that has to come back with the part it came with, such as a signature. */
type Metadata = Record<string, Record<string, JSONValue>>;

/** One part of what a model said in a round, as it has to be shown to it in the next. */
export type SaidPart =
  | { readonly type: "text" | "reasoning"; readonly text: string; readonly metadata?: Metadata }
  | {
    readonly type: "call";
    readonly callId: string;
    readonly id: string;
    readonly args: unknown;
    readonly metadata?: Metadata;
  };

/** What a model said in one round. */
export interface Said {
  /** All its text, as it came. */
  text: string;
  readonly parts: SaidPart[];
}

/**
 * The rounds of this reply as a model with native tools has to see them: what it said, each call
 * followed by its result as a block of data. Takes the results of each round and what the model said
 * in it, where that is known; gives messages that follow the user's.
 */
export function toolMessages(
  rounds: readonly (readonly CallResult[])[],
  said: readonly Said[],
  nonce: string,
): ModelMessage[] {
  return rounds.flatMap((results, round) => {
    const parts = partsOf(results, said[round], round).filter(isSendable);
    const calls = parts.filter((part) => part.type === "call");
    const content = calls.map(({ callId, id }, at) => ({
      type: "tool-result" as const,
      toolCallId: callId,
      toolName: toolName(id),
      output: outputOf(results[at], nonce),
    }));
    return [
      { role: "assistant" as const, content: parts.map(assistantPart) },
      { role: "tool" as const, content },
    ];
  });
}

function outputOf(result: CallResult | undefined, nonce: string) {
  if (!result) return { type: "error-text" as const, value: "not called" };
  const type = result.ok ? "text" as const : "error-text" as const;
  return { type, value: resultBlock([result], nonce) };
}

/** What was said, if it fits the results; else calls made up from them. */
function partsOf(results: readonly CallResult[], said: Said | undefined, round: number) {
  const calls = said?.parts.filter((part) => part.type === "call") ?? [];
  if (said && calls.length === results.length) return said.parts;
  return results.map(({ id, args }, at): SaidPart => ({
    ...{ type: "call", callId: `call_${round}_${at}`, id, args },
  }));
}

function assistantPart(part: SaidPart) {
  const providerOptions = part.metadata && { providerOptions: part.metadata };
  if (part.type !== "call") return { type: part.type, text: part.text, ...providerOptions };
  const { callId, id, args } = part;
  // Some providers take nothing but an object here, also where the model sent none.
  const input = typeof args === "object" && args !== null && !Array.isArray(args) ? args : {};
  return {
    type: "tool-call" as const,
    toolCallId: callId,
    toolName: toolName(id),
    input,
    ...providerOptions,
  };
}

/** No provider takes an empty text back; what carries metadata may be empty. */
function isSendable(part: SaidPart): boolean {
  return part.type === "call" || part.text.trim() !== "" || part.metadata !== undefined;
}

/** A name that a model made up is shown to it again only in the letters that names may have. */
function toolName(id: string): string {
  return id.replace(/[^\w-]/g, "_").slice(0, 64) || "_";
}
