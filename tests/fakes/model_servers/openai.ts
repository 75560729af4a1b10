import { bytes, cut, type Dialect, type Json, type Part, type Refusal } from "./dialect.ts";

/** What differs among servers that speak OpenAI's chat completions. */
interface Flavour {
  readonly fingerprint: string;
  /** The field of a delta that holds reasoning. */
  readonly reasoning: string;
  /** Whether a call is sent in one piece. */
  readonly wholeCalls: boolean;
  /** A comment that keeps the connection open. */
  readonly comment?: string;
  readonly refusals: Readonly<Partial<Record<Refusal, readonly [number, Json]>>>;
}

const COMMON: Readonly<Record<Refusal, readonly [number, Json]>> = {
  key: [401, {
    message: "Incorrect API key provided. You can find your API key in your settings.",
    type: "invalid_request_error",
    param: null,
    code: "invalid_api_key",
  }],
  access: [403, { message: "Project does not have access", type: "invalid_request_error" }],
  model: [404, {
    message: "The model `nope` does not exist or you do not have access to it.",
    type: "invalid_request_error",
    param: null,
    code: "model_not_found",
  }],
  quota: [429, {
    message: "Rate limit reached for requests",
    type: "requests",
    param: null,
    code: "rate_limit_exceeded",
  }],
  "quota with a time": [429, { message: "Rate limit reached", type: "requests", code: null }],
  credit: [429, {
    message: "You exceeded your current quota, please check your plan and billing details.",
    type: "insufficient_quota",
    param: null,
    code: "insufficient_quota",
  }],
  server: [503, { message: "The engine is currently overloaded", type: "server_error" }],
  context: [400, {
    message: "This model's maximum context length is 8192 tokens. However, your messages " +
      "resulted in 9001 tokens. Please reduce the length of the messages.",
    type: "invalid_request_error",
    param: "messages",
    code: "context_length_exceeded",
  }],
  tools: [400, {
    message:
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    type: "BadRequestError",
    param: null,
    code: 400,
  }],
  "bad request": [400, { message: "Unsupported value: 'seed'", type: "invalid_request_error" }],
};

function dialect(flavour: Flavour): Dialect {
  const chunk = (choices: Json[], more: Json = {}) =>
    bytes(`data: ${
      JSON.stringify({
        ...{ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1694268190, model: "m" },
        ...{ system_fingerprint: flavour.fingerprint, choices, ...more },
      })
    }\n\n`);
  const delta = (delta: Json, finish_reason: string | null = null) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason }]);
  const spoken = (part: Part, index: number): Uint8Array[] => {
    if ("text" in part) return part.text.map((content) => delta({ content }));
    if ("reasoning" in part) {
      return part.reasoning.map((text) => delta({ [flavour.reasoning]: text }));
    }
    const call = (args: string) => ({ name: part.call, arguments: args });
    const head = { index, id: `call_${index}`, type: "function" };
    if (flavour.wholeCalls) {
      return [delta({ content: "", tool_calls: [{ ...head, function: call(part.args) }] })];
    }
    return [
      delta({ tool_calls: [{ ...head, function: call("") }] }),
      ...cut(part.args, part.fragments).map((piece) =>
        delta({ tool_calls: [{ index, function: { arguments: piece } }] })
      ),
    ];
  };
  return {
    path: /^\/v1\/chat\/completions$/,
    contentType: "text/event-stream",
    keyHeader: ["authorization", "Bearer "],
    answer(parts, end) {
      const calls = parts.filter((part) => "call" in part);
      const reason =
        { stop: "stop", length: "length", filtered: "content_filter", none: null }[end];
      return [
        ...flavour.comment ? [bytes(`: ${flavour.comment}\n\n`)] : [],
        delta({ role: "assistant", content: "" }),
        ...parts.flatMap((part) => spoken(part, calls.indexOf(part as typeof calls[number]))),
        ...reason ? [delta({}, reason === "stop" && calls.length > 0 ? "tool_calls" : reason)] : [],
        chunk([], { usage: { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 } }),
        ...reason ? [bytes("data: [DONE]\n\n")] : [],
      ];
    },
    streamError: (message) =>
      bytes(`data: ${JSON.stringify({ error: { message, type: "server_error", code: 503 } })}\n\n`),
    nonsense: bytes('data: {"id":"chatcmpl-1","choices":[{"delta":{"content":"x"\n\n'),
    refuse(how, words) {
      const [status, error] = flavour.refusals[how] ?? COMMON[how];
      const said = words === undefined ? error : { ...error, message: `${error.message} ${words}` };
      return {
        status,
        headers: { ...how === "quota with a time" && { "retry-after": "77" } },
        body: JSON.stringify({ error: said }),
      };
    },
    hear(body: Json) {
      const messages: Json[] = body.messages;
      const isSystem = (it: Json) => it.role === "system" || it.role === "developer";
      return {
        system: messages.filter(isSystem).map((it) => it.content).join("\n"),
        lines: messages.filter((it) => !isSystem(it)).flatMap((it) => [
          ...it.content && it.role !== "tool" ? [`${it.role}: ${textOf(it.content)}`] : [],
          ...(it.tool_calls ?? []).map((call: Json) =>
            `call: ${call.function.name} ${call.function.arguments}`
          ),
          ...it.role === "tool" ? [`result: ${textOf(it.content)}`] : [],
        ]),
        tools: Object.fromEntries(
          (body.tools ?? []).map((it: Json) => [it.function.name, it.function.parameters]),
        ),
      };
    },
  };
}

function textOf(content: Json): string {
  return typeof content === "string" ? content : content.map((it: Json) => it.text).join("");
}

export const OPENAI = dialect({
  fingerprint: "fp_44709d6fcb",
  reasoning: "reasoning_content",
  wholeCalls: false,
  refusals: {},
});

export const OPENROUTER = dialect({
  fingerprint: "",
  reasoning: "reasoning",
  wholeCalls: false,
  comment: "OPENROUTER PROCESSING",
  refusals: {
    key: [401, { message: "No auth credentials found", code: 401 }],
    model: [404, { message: "No endpoints found for nope.", code: 404 }],
    credit: [402, { message: "Insufficient credits. Add more using the link", code: 402 }],
    tools: [404, { message: "No endpoints found that support tool use.", code: 404 }],
  },
});

export const OLLAMA = dialect({
  fingerprint: "fp_ollama",
  reasoning: "reasoning",
  wholeCalls: true,
  refusals: {
    model: [404, {
      message: 'model "nope" not found, try pulling it first',
      type: "api_error",
      param: null,
      code: null,
    }],
    tools: [400, {
      message: "registry.ollama.ai/library/gemma:2b does not support tools",
      type: "invalid_request_error",
      param: null,
      code: null,
    }],
  },
});
