import { crc32 } from "node:zlib";
import { bytes, cut, type Dialect, type Json, type Part, type Refusal } from "./dialect.ts";

const REFUSALS: Readonly<Record<Refusal, readonly [number, string, string]>> = {
  key: [
    403,
    "UnrecognizedClientException",
    "The security token included in the request is invalid.",
  ],
  access: [403, "AccessDeniedException", "You don't have access to the model."],
  model: [404, "ResourceNotFoundException", "Could not resolve the foundation model."],
  quota: [429, "ThrottlingException", "Too many requests, please wait before trying again."],
  "quota with a time": [429, "ThrottlingException", "Too many requests."],
  credit: [402, "PaymentRequired", "billing is not set up"],
  server: [503, "ServiceUnavailableException", "Bedrock is unable to process your request."],
  context: [400, "ValidationException", "Input is too long for requested model: input is too long"],
  tools: [400, "ValidationException", "This model doesn't support tool use in streaming mode."],
  "bad request": [400, "ValidationException", "Malformed input request."],
};

/**
 * A message of AWS's binary event stream: total and header length, a checksum over both, headers,
 * payload, and a checksum over all before it (CRC-32, big-endian).
 */
function frame(headers: Readonly<Record<string, string>>, payload: Json): Uint8Array {
  const parts = Object.entries(headers).flatMap(([name, value]) => {
    const [key, text] = [bytes(name), bytes(value)];
    // Type 7 is a text with a length of two bytes.
    return [Uint8Array.of(key.length), key, Uint8Array.of(7, text.length >> 8, text.length), text];
  });
  const head = concat(parts);
  const body = bytes(JSON.stringify(payload));
  const prelude = concat([uint32(12 + head.length + body.length + 4), uint32(head.length)]);
  const message = concat([prelude, uint32(crc32(prelude)), head, body]);
  return concat([message, uint32(crc32(message))]);
}

function event(type: string, payload: Json): Uint8Array {
  return frame({
    ":event-type": type,
    ":content-type": "application/json",
    ":message-type": "event",
    // The service pads what it sends, so that lengths tell nothing.
  }, { ...payload, p: "abcdefghijkl" });
}

function spoken(part: Part, contentBlockIndex: number): Uint8Array[] {
  const deltas = (list: Json[]) => [
    ...list.map((delta) => event("contentBlockDelta", { contentBlockIndex, delta })),
    event("contentBlockStop", { contentBlockIndex }),
  ];
  if ("text" in part) return deltas(part.text.map((text) => ({ text })));
  if ("reasoning" in part) {
    const texts = part.reasoning.map((text) => ({ reasoningContent: { text } }));
    return deltas([...texts, { reasoningContent: { signature: "c2lnbmVk" } }]);
  }
  const toolUse = { toolUseId: `tooluse_${contentBlockIndex}`, name: part.call };
  return [
    event("contentBlockStart", { contentBlockIndex, start: { toolUse } }),
    ...deltas(cut(part.args, part.fragments).map((input) => ({ toolUse: { input } }))),
  ];
}

/** Bedrock's ConverseStream. */
export const BEDROCK: Dialect = {
  path: /^\/model\/[^/]+\/converse-stream$/,
  contentType: "application/vnd.amazon.eventstream",
  keyHeader: ["authorization", "Bearer "],
  answer(parts, end) {
    const hasCall = parts.some((part) => "call" in part);
    const stopReason = {
      stop: hasCall ? "tool_use" : "end_turn",
      length: "max_tokens",
      filtered: "content_filtered",
      none: "",
    }[end];
    return [
      event("messageStart", { role: "assistant" }),
      ...parts.flatMap(spoken),
      ...stopReason
        ? [
          event("messageStop", { stopReason }),
          event("metadata", {
            usage: { inputTokens: 9, outputTokens: 12, totalTokens: 21 },
            metrics: { latencyMs: 120 },
          }),
        ]
        : [],
    ];
  },
  streamError: (message) =>
    frame({
      ":exception-type": "serviceUnavailableException",
      ":content-type": "application/json",
      ":message-type": "exception",
    }, { message }),
  nonsense: concat([uint32(20), uint32(0), uint32(1), uint32(2), uint32(3)]),
  refuse(how, words) {
    const [status, type, message] = REFUSALS[how];
    return {
      status,
      headers: {
        "x-amzn-errortype": type,
        ...how === "quota with a time" && { "retry-after": "77" },
      },
      body: JSON.stringify({ message: words ? `${message} ${words}` : message }),
    };
  },
  hear(body: Json) {
    return {
      system: (body.system ?? []).map((it: Json) => it.text).join("\n"),
      lines: body.messages.flatMap(({ role, content }: Json) =>
        content.map((part: Json) =>
          part.toolUse
            ? `call: ${part.toolUse.name} ${JSON.stringify(part.toolUse.input)}`
            : part.toolResult
            ? `result: ${part.toolResult.content.map((it: Json) => it.text).join("")}`
            : part.reasoningContent
            ? `thinking: ${part.reasoningContent.reasoningText?.text}`
            : `${role}: ${part.text}`
        )
      ),
      tools: Object.fromEntries(
        (body.toolConfig?.tools ?? []).map((
          it: Json,
        ) => [it.toolSpec.name, it.toolSpec.inputSchema.json]),
      ),
    };
  },
};

function uint32(value: number): Uint8Array {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, value);
  return four;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
