import { bytes, type Dialect, type Json, type Part, type Refusal } from "./dialect.ts";

const REFUSALS: Readonly<Record<Refusal, readonly [number, string, string, Json?]>> = {
  key: [400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [{
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: "API_KEY_INVALID",
    domain: "googleapis.com",
  }]],
  access: [403, "PERMISSION_DENIED", "Generative Language API has not been used in project 1."],
  model: [
    404,
    "NOT_FOUND",
    "models/nope is not found for API version v1beta, or is not supported.",
  ],
  quota: [429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."],
  "quota with a time": [
    429,
    "RESOURCE_EXHAUSTED",
    "You exceeded your current quota, check your plan and billing.",
    [{
      "@type": "type.googleapis.com/google.rpc.RetryInfo",
      retryDelay: "77s",
    }],
  ],
  credit: [429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted, see to billing."],
  server: [503, "UNAVAILABLE", "The model is overloaded. Please try again later."],
  context: [
    400,
    "INVALID_ARGUMENT",
    "The input token count (9001) exceeds the maximum number of tokens allowed (8192).",
  ],
  tools: [400, "INVALID_ARGUMENT", "Function calling is not enabled for models/gemma-3-1b-it"],
  "bad request": [400, "INVALID_ARGUMENT", "Request contains an invalid argument."],
};

const event = (value: Json) => bytes(`data: ${JSON.stringify(value)}\r\n\r\n`);

const usage = {
  promptTokenCount: 9,
  candidatesTokenCount: 12,
  totalTokenCount: 21,
};

function candidate(part: Json, finishReason?: string) {
  return event({
    candidates: [{
      content: { parts: [part], role: "model" },
      ...finishReason && { finishReason },
      index: 0,
    }],
    usageMetadata: usage,
    modelVersion: "gemini-flash",
    responseId: "r1",
  });
}

function spoken(part: Part): Uint8Array[] {
  if ("text" in part) return part.text.map((text) => candidate({ text }));
  if ("reasoning" in part) return part.reasoning.map((text) => candidate({ text, thought: true }));
  let args: Json = part.args;
  try {
    args = JSON.parse(part.args || "{}");
  } catch {
    // This provider sends objects, not texts: what is no JSON comes as a text that it is not.
  }
  // The signature has to come back with the call.
  return [candidate({ functionCall: { name: part.call, args }, thoughtSignature: "c2lnbmVk" })];
}

/** Gemini's `streamGenerateContent?alt=sse`. */
export const GEMINI: Dialect = {
  path: /^\/v1beta\/models\/[^/]+:streamGenerateContent$/,
  contentType: "text/event-stream",
  keyHeader: ["x-goog-api-key", ""],
  answer(parts, end) {
    const reason = { stop: "STOP", length: "MAX_TOKENS", filtered: "SAFETY", none: "" }[end];
    return [...parts.flatMap(spoken), ...reason ? [candidate({ text: "" }, reason)] : []];
  },
  streamError: (message) => event({ error: { code: 503, message, status: "UNAVAILABLE" } }),
  nonsense: bytes('data: {"candidates": [{"content": {"parts": [\r\n\r\n'),
  refuse(how, words) {
    const [code, status, message, details] = REFUSALS[how];
    const error = { code, message: words ? `${message} ${words}` : message, status, details };
    return { status: code, body: JSON.stringify({ error }, null, 2) };
  },
  hear(body: Json) {
    return {
      system: (body.systemInstruction?.parts ?? []).map((it: Json) => it.text).join("\n"),
      lines: body.contents.flatMap(({ role, parts }: Json) =>
        parts.map((part: Json) =>
          part.functionCall
            ? `call: ${part.functionCall.name} ${JSON.stringify(part.functionCall.args)}` +
              (part.thoughtSignature ? " signed" : "")
            : part.functionResponse
            ? `result: ${textIn(part.functionResponse.response)}`
            : `${role === "model" ? "assistant" : role}: ${part.text}`
        )
      ),
      tools: Object.fromEntries(
        (body.tools ?? []).flatMap((it: Json) => it.functionDeclarations ?? [])
          .map((it: Json) => [it.name, it.parameters ?? it.parametersJsonSchema]),
      ),
    };
  },
};

/** All texts of a JSON value. */
function textIn(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textIn).join(" ");
}
