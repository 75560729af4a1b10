import { cleanLine } from "../../text/clean.ts";

/** What a provider said when it failed, in no library's own form. */
export interface ApiError {
  /** The status of HTTP, or what the provider's own code comes to; undefined where there is none. */
  readonly status: number | undefined;
  /** All it said, for looking up words in. */
  readonly text: string;
  /** Its own sentence, clean; empty where it has none. */
  readonly words: string;
  /** How long it asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/** Characters of an answer that are looked at. */
const MOST = 20_000;

/** Codes in words, where a provider fails in the middle of a stream and there is no status. */
const STATUS_OF: readonly (readonly [RegExp, number])[] = [
  [/overloaded/i, 529],
  [/rate.?limit|throttl|RESOURCE_EXHAUSTED|too many requests|quota/i, 429],
  [/authentication|unauthorized|UnrecognizedClient|InvalidSignature|ExpiredToken/i, 401],
  [/permission|AccessDenied|forbidden/i, 403],
  [/not_found|ResourceNotFound/i, 404],
  [/validationException|invalid_request|INVALID_ARGUMENT/i, 400],
  [/server.?error|api_error|internal|unavailable|streamError|timeout/i, 500],
];

/**
 * Reads what a provider's library threw or put into its stream. Takes anything; gives undefined
 * where it is no word of the provider's.
 */
export function readApiError(error: unknown): ApiError | undefined {
  const fields = fieldsOf(error);
  if (!fields) return typeof error === "string" ? readApiError({ message: error }) : undefined;
  const { responseBody, statusCode } = fields;
  const isSaid = typeof responseBody === "string" || typeof statusCode === "number";
  // Every other Error is a fault of the library, the runtime or ours, whatever its words.
  if (error instanceof Error && !isSaid && error.name !== "AI_StreamProviderError") {
    return undefined;
  }
  const body = typeof responseBody === "string" ? responseBody : "";
  const codes = [fields.type, fields.code].filter((code) => typeof code === "string").join(" ");
  const text = `${body || textOf(error)} ${fields.message ?? ""} ${codes}`.slice(0, MOST);
  const status = number(statusCode) ?? codeIn(error) ??
    STATUS_OF.find(([words]) => words.test(text))?.[1];
  return { status, text, words: wordsOf(error, body), retryAfterMs: retryAfter(fields, text) };
}

function fieldsOf(error: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof error === "object" && error !== null ? error as Record<string, unknown> : undefined;
}

/** An object that is no Error, as it was sent. */
function textOf(error: unknown): string {
  if (error instanceof Error) return "";
  try {
    return JSON.stringify(error) ?? "";
  } catch {
    return "";
  }
}

function number(value: unknown): number | undefined {
  const digits = typeof value === "string" && /^[1-5]\d\d$/.test(value) ? Number(value) : value;
  return typeof digits === "number" && digits >= 100 && digits < 600 ? digits : undefined;
}

/** A status that stands in the object itself: `{"error": {"code": 429}}`, `{"code": "429"}`. */
function codeIn(error: unknown): number | undefined {
  const fields = fieldsOf(error);
  const inner = fieldsOf(fields?.error) ?? fieldsOf(fields?.data);
  return number(fields?.code) ?? number(fields?.status) ?? (inner && codeIn(inner));
}

/** The provider's own sentence, wherever its JSON has it. */
function wordsOf(error: unknown, body: string): string {
  let value: unknown = error instanceof Error ? undefined : error;
  try {
    if (body !== "") value = JSON.parse(body);
  } catch {
    value = /^\s*[<{[]/.test(body) ? undefined : body;
  }
  const words = sentenceIn(value) ?? (error instanceof Error ? error.message : "");
  return cleanLine(words.slice(0, MOST)).trim();
}

function sentenceIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return sentenceIn(value[0]);
  const fields = fieldsOf(value);
  if (!fields) return undefined;
  const { error, message, Message, detail } = fields;
  return sentenceIn(error) ?? sentenceIn(message) ?? sentenceIn(Message) ?? sentenceIn(detail);
}

/** `Retry-After` (RFC 9110, section 10.2.3), its form in milliseconds, or what Google's JSON says. */
function retryAfter(fields: Readonly<Record<string, unknown>>, text: string): number | undefined {
  const headers = (fieldsOf(fields.responseHeaders) ?? {}) as Record<string, unknown>;
  const ms = Number(headers["retry-after-ms"] ?? NaN);
  if (ms >= 0) return ms;
  const header = headers["retry-after"];
  if (typeof header === "string") {
    if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  }
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(text)?.[1];
  return delay === undefined ? undefined : Number(delay) * 1000;
}
