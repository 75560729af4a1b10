import { bytes, cut, type Dialect, type Json, type Part, type Refusal } from "./dialect.ts";

const REFUSALS: Readonly<Record<Refusal, readonly [number, string, string]>> = {
  key: [401, "authentication_error", "invalid x-api-key"],
  access: [403, "permission_error", "Your API key does not have permission for this resource."],
  model: [404, "not_found_error", "model: nope"],
  quota: [429, "rate_limit_error", "This request would exceed your rate limit."],
  "quota with a time": [429, "rate_limit_error", "This request would exceed your rate limit."],
  credit: [400, "invalid_request_error", "Your credit balance is too low to access the API."],
  server: [529, "overloaded_error", "Overloaded"],
  context: [400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"],
  tools: [400, "invalid_request_error", "tools: this model does not support tool use"],
  "bad request": [400, "invalid_request_error", "max_tokens: 0 is out of range"],
};

const event = (value: Json) => bytes(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`);

function block(index: number, start: Json, deltas: readonly Json[]): Uint8Array[] {
  return [
    event({ type: "content_block_start", index, content_block: start }),
    ...deltas.map((delta) => event({ type: "content_block_delta", index, delta })),
    event({ type: "content_block_stop", index }),
  ];
}

function spoken(part: Part, index: number): Uint8Array[] {
  if ("text" in part) {
    const deltas = part.text.map((text) => ({ type: "text_delta", text }));
    return block(index, { type: "text", text: "" }, deltas);
  }
  if ("reasoning" in part) {
    const deltas = part.reasoning.map((thinking) => ({ type: "thinking_delta", thinking }));
    const signature = { type: "signature_delta", signature: "c2lnbmVk" };
    return block(index, { type: "thinking", thinking: "", signature: "" }, [...deltas, signature]);
  }
  const start = { type: "tool_use", id: `toolu_${index}`, name: part.call, input: {} };
  return block(index, start, [
    { type: "input_json_delta", partial_json: "" },
    ...cut(part.args, part.fragments).map((text) => ({
      type: "input_json_delta",
      partial_json: text,
    })),
  ]);
}

/** Anthropic's Messages. */
export const ANTHROPIC: Dialect = {
  path: /^\/v1\/messages$/,
  contentType: "text/event-stream; charset=utf-8",
  keyHeader: ["x-api-key", ""],
  answer(parts, end) {
    const reason = { stop: "end_turn", length: "max_tokens", filtered: "refusal", none: "" }[end];
    const hasCall = parts.some((part) => "call" in part);
    const stop_reason = hasCall && end === "stop" ? "tool_use" : reason;
    return [
      event({
        type: "message_start",
        message: {
          ...{ id: "msg_1", type: "message", role: "assistant", content: [], model: "claude" },
          ...{ stop_reason: null, stop_sequence: null },
          usage: { input_tokens: 9, output_tokens: 1 },
        },
      }),
      event({ type: "ping" }),
      ...parts.flatMap(spoken),
      ...end === "none" ? [] : [
        event({
          type: "message_delta",
          delta: { stop_reason, stop_sequence: null },
          usage: { output_tokens: 12 },
        }),
        event({ type: "message_stop" }),
      ],
    ];
  },
  streamError: (message) => event({ type: "error", error: { type: "overloaded_error", message } }),
  nonsense: bytes('event: content_block_delta\ndata: {"type":"content_block_delta","in\n\n'),
  refuse(how, words) {
    const [status, type, message] = REFUSALS[how];
    const error = { type, message: words ? `${message} ${words}` : message };
    return {
      status,
      headers: { ...how === "quota with a time" && { "retry-after": "77" } },
      body: JSON.stringify({ type: "error", error, request_id: "req_1" }),
    };
  },
  hear(body: Json) {
    const system = typeof body.system === "string" ? [{ text: body.system }] : body.system ?? [];
    return {
      system: system.map((it: Json) => it.text).join("\n"),
      lines: body.messages.flatMap(({ role, content }: Json) =>
        (typeof content === "string" ? [{ type: "text", text: content }] : content).map((
          part: Json,
        ) =>
          part.type === "tool_use"
            ? `call: ${part.name} ${JSON.stringify(part.input)}`
            : part.type === "tool_result"
            ? `result: ${textOf(part.content)}`
            : part.type === "thinking"
            ? `thinking: ${part.thinking}`
            : `${role}: ${part.text}`
        )
      ),
      tools: Object.fromEntries(
        (body.tools ?? []).map((it: Json) => [it.name, it.input_schema]),
      ),
    };
  },
};

function textOf(content: Json): string {
  return typeof content === "string" ? content : content.map((it: Json) => it.text).join("");
}
