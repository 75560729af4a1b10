import { type LanguageModel, type ModelMessage, streamText, type ToolSet } from "ai";
import type { Said, SaidPart } from "./asked.ts";
import { AnswerError } from "./failure.ts";

/** One request to a model. */
export interface Question {
  readonly model: LanguageModel;
  readonly system: string;
  readonly messages: ModelMessage[];
  /** Undefined where no tools are offered. */
  readonly tools: ToolSet | undefined;
  readonly signal: AbortSignal;
  /** Filled with what the model says. */
  readonly said: Said;
}

/** What a model gives. Reasoning is kept in `said` and not given. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  | {
    readonly type: "call";
    readonly id: string;
    readonly args: Readonly<Record<string, unknown>>;
    /** Why the arguments could not be read. */
    readonly fault?: string;
  };

/**
 * Asks a model once, and streams what it says: no loop over tools and no second try, for those are
 * decided elsewhere (brain/turn.ts, retry.ts). Throws what the library or the provider came up with,
 * and AnswerErrors for answers that are none.
 */
export async function* askModel(question: Question): AsyncGenerator<Piece> {
  const { model, system, messages, tools, signal, said } = question;
  // Its remarks would go to the terminal; what matters is in the errors.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { stream } = streamText({
    ...{ model, instructions: system, messages, maxRetries: 0, abortSignal: signal },
    ...tools && { tools },
    onError() {}, // else it prints the error, the request and its key in it
  });
  let finish: { readonly finishReason: string; readonly rawFinishReason: unknown } | undefined;
  for await (const part of stream) {
    switch (part.type) {
      case "text-delta":
        if (part.text === "") break;
        keepText(said, "text", part);
        yield { type: "text", text: part.text };
        break;
      case "reasoning-delta":
      case "reasoning-end":
        keepText(said, "reasoning", part);
        break;
      case "tool-call":
        said.parts.push({
          ...{ type: "call", callId: part.toolCallId, id: part.toolName, args: part.input },
          metadata: part.providerMetadata as SaidPart["metadata"],
        });
        yield callPiece(part);
        break;
      case "finish-step":
        finish = part;
        break;
      case "error":
        throw part.error;
      case "abort":
        throw signal.reason;
    }
  }
  signal.throwIfAborted();
  judge(finish, said);
}

function callPiece(part: { toolName: string; input: unknown; error?: unknown }): Piece {
  const { toolName: id, input: args } = part;
  if (typeof args === "object" && args !== null && !Array.isArray(args)) {
    return { type: "call", id, args: args as Record<string, unknown> };
  }
  // No arguments at all are an empty object to some models.
  if (args === undefined || args === null || args === "") return { type: "call", id, args: {} };
  const fault = "the model's arguments for it are not a JSON object";
  return { type: "call", id, args: {}, fault };
}

/** Joins a delta to the part it continues. The metadata that comes last counts. */
function keepText(
  said: Said,
  type: "text" | "reasoning",
  delta: { text?: string; providerMetadata?: unknown },
): void {
  const text = delta.text ?? "";
  if (type === "text") said.text += text;
  const metadata = delta.providerMetadata as SaidPart["metadata"];
  const last = said.parts.at(-1);
  if (last?.type !== type) {
    if (text !== "" || metadata) said.parts.push({ type, text, metadata });
    return;
  }
  said.parts[said.parts.length - 1] = {
    ...{ type, text: last.text + text, metadata: metadata ?? last.metadata },
  };
}

/** Says what is wrong with how an answer ended. */
function judge(
  finish: { readonly finishReason: string; readonly rawFinishReason: unknown } | undefined,
  { text, parts }: Said,
): void {
  const hasCall = parts.some((part) => part.type === "call");
  const isEmpty = text.trim() === "" && !hasCall;
  if (finish?.finishReason === "content-filter") throw new AnswerError("filtered");
  if (isEmpty && finish?.finishReason === "length") throw new AnswerError("no-room");
  // Every protocol ends an answer with a word of its own; without one the connection just ended.
  const hasEnd = finish?.rawFinishReason !== undefined;
  if (!hasEnd && !isEmpty) throw new AnswerError("cut");
}
