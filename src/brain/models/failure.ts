import { type ApiError, readApiError } from "./api_error.ts";
import { type Connection, secretsOf } from "./connection.ts";
import { redact } from "./redact.ts";
import { whereKey } from "./table.ts";
import { WireError, type WireFault } from "./wire.ts";

/** What a failure of a provider means for the user and for the program. */
export interface Failure {
  /** One sentence with the remedy; holds no secret. */
  readonly reason: string;
  /** Whether the same request may work in a moment. */
  readonly retryable: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether the next message would fare no better. */
  readonly away: boolean;
  /** It refuses to be offered tools, and works without (SPEC section 5). */
  readonly refusesTools?: boolean;
}

/** An answer that is none, though the connection and the protocol were right. */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
  readonly kind: "empty" | "filtered" | "no-room" | "cut";

  constructor(kind: AnswerError["kind"]) {
    super(`the answer was ${kind}`);
    this.kind = kind;
  }
}

/** The most of a provider's own words that a sentence quotes, in characters. */
const QUOTED = 200;

const TOOLS = /\btools?\b|\btool[ _-]?(?:use|calls?|calling|choice)|\bfunctions?\b/i;
const REFUSED =
  /not? (?:being )?support|n't support|unsupported|not (?:enabled|available|allowed|implemented)|no endpoints|requires? --|--jinja|(?:unknown|unrecognized|unexpected|extra|additional)[^.]{0,40}\b(?:tools|tool_choice|functions)\b|'tools': array too long|too many (?:tools|functions)/i;

const CONTEXT =
  /context.{0,10}(?:length|window|size)|(?:prompt|input|request) is too (?:long|large)|too many (?:input )?tokens|token count.{0,40}exceeds|maximum.{0,20}tokens|reduce the length/i;

const FILTERED =
  /content.?(?:filter|policy|management)|safety|blocked|guardrail|moderation|flagged/i;

/** The same where a status means access: "blocked" is said of keys, too. */
const FLAGGED = /content.?(?:filter|policy)|moderation|flagged/i;

const BAD_KEY =
  /api.?key (?:not valid|is invalid|expired)|API_KEY_INVALID|invalid.{0,10}api.?key|incorrect api.?key|security token|signature.{0,20}not match/i;

const NO_CREDIT = /insufficient.{0,3}(?:quota|credit|balance|funds)|billing|credit balance/i;

/**
 * Says what went wrong with a model and how to mend it. Takes whatever was thrown while it was asked
 * and how it is reached; gives the sentence and what to do. Never throws.
 */
export function describeFailure(error: unknown, connection: Connection): Failure {
  if (error instanceof WireError) return wireFailure(error, connection);
  if (error instanceof AnswerError) return answerFailure(error.kind, connection);
  const wire = causeOf(error, WireError);
  if (wire) return wireFailure(wire, connection);
  const api = readApiError(error);
  if (api) return apiFailure(api, connection);
  if (error instanceof Error && CUT.test(error.message)) return answerFailure("cut", connection);
  return { reason: unknownFailure(error, connection), retryable: false, away: false };
}

/** How a library says that the connection ended too early. */
const CUT = /without a finish reason/i;

/** How libraries say that bytes are no protocol. */
const NO_ANSWER = /JSON|Validation|Syntax|InvalidResponse|checksum|message length|decod/i;

/** What is left. A message about JSON repeats what was sent, so it is left out. */
function unknownFailure(error: unknown, connection: Connection): string {
  const { provider, isOwnUrl } = connection;
  const [name, message] = error instanceof Error ? [error.name, error.message] : ["", ""];
  if (NO_ANSWER.test(`${name} ${message}`)) {
    return `${provider} sent something that is no answer: try again` +
      (isOwnUrl ? ", and check api-url" : "");
  }
  const words = quote(message, connection);
  return `${provider} failed${words}: try again, or set another model or provider`;
}

const WIRE: Readonly<Record<WireFault, (host: string, more: string) => string>> = {
  dns: (host, more) => `there is no host ${host}: check that this machine is online${more}`,
  refused: (host, more) => `nothing listens at ${host}: check that it runs${more}`,
  unreachable: (host, more) =>
    `the network does not lead to ${host}: check that this machine is online${more}`,
  tls: (host, more) =>
    `no secure connection to ${host} (its certificate is not trusted, or it does not speak ` +
    `https): check this machine's clock${more}; DENO_CERT=FILE.pem adds a certificate authority`,
  "no-http": (host, more) => `${host} does not speak HTTP: check the address${more}`,
  closed: (host, more) => `the connection to ${host} broke off: try again${more}`,
  silent: (host, more) => `${host} did not answer in time: try again later${more}`,
  stalled: (host) => `${host} stopped in the middle of its answer: try again`,
  moved: (host, more) => `${host} points elsewhere instead of answering: check the address${more}`,
  "no-api": (host, more) => `${host} answers with a web page: check the address${more}`,
  flood: (host) => `${host} sent more than any answer is long: try another model`,
};

function wireFailure({ fault }: WireError, connection: Connection): Failure {
  const { provider, isOwnUrl, url } = connection;
  const isOllama = provider === "ollama" && !isOwnUrl;
  const more = isOllama && fault === "refused"
    ? " (ollama serve starts it)"
    : isOwnUrl
    ? `, and api-url${/\/v\d/.test(url) || fault !== "no-api" ? "" : ", which often ends in /v1"}`
    : "";
  return {
    reason: `${provider} cannot be reached: ${WIRE[fault](hostOf(url), more)}`,
    retryable: ["dns", "refused", "unreachable", "closed"].includes(fault),
    away: true,
  };
}

function answerFailure(kind: AnswerError["kind"], { provider }: Connection): Failure {
  const reason = {
    empty: `${provider} gave an empty answer: say it again, or set another model`,
    filtered: `the content filter of ${provider} stopped the answer: say it in other words`,
    "no-room": `${provider} had no room left for an answer: /clear forgets what was said before`,
    cut: `${provider} ended in the middle of its answer: say it again`,
  }[kind];
  return { reason, retryable: false, away: false };
}

function apiFailure(error: ApiError, connection: Connection): Failure {
  const { provider, model } = connection;
  const { status, text } = error;
  const said = quote(error.words, connection);
  const lasting = { retryable: false, away: true };
  const passing = { retryable: false, away: false };
  if (status === 413 || (isRefusal(status) && CONTEXT.test(text))) {
    const reason = `the conversation is too long for ${shownModel(model)}: ` +
      "/clear forgets what was said before, or send a shorter message";
    return { reason, ...passing };
  }
  if ((status === undefined || status >= 400) && TOOLS.test(text) && REFUSED.test(text)) {
    return { reason: `${provider} refuses tools${said}`, ...passing, refusesTools: true };
  }
  if (status === 401 || (isRefusal(status) && BAD_KEY.test(text))) {
    return { reason: `${provider} does not accept ${keyRemedy(connection)}`, ...lasting };
  }
  // Who names a time means a limit that passes, whatever else is said of plans and billing.
  if (status === 402 || (NO_CREDIT.test(text) && error.retryAfterMs === undefined)) {
    const reason = `the quota of this key for ${provider} is used up${said}: ` +
      "see to its plan and billing, or set another provider";
    return { reason, ...lasting };
  }
  if (status === 403) {
    if (FLAGGED.test(text)) return answerFailure("filtered", connection);
    return {
      reason: `${provider} refuses access${said}: check ${whereKey(provider)}`,
      ...lasting,
    };
  }
  if (status === 404) return { reason: noModel(connection, said), ...lasting };
  if (status === 429) {
    const { retryAfterMs } = error;
    const wait = retryAfterMs === undefined ? "later" : `in ${inWords(retryAfterMs)}`;
    const reason = `${provider} is asked too often, or the quota of this key is used up${said}: ` +
      `try again ${wait}, or set another model or provider`;
    return {
      reason,
      retryable: true,
      away: true,
      ...retryAfterMs !== undefined && { retryAfterMs },
    };
  }
  if (status !== undefined && (status >= 500 || PASSING.includes(status))) {
    const { retryAfterMs } = error;
    const reason = `${provider} has trouble of its own (${status})${said}: try again later`;
    // Of the four hundreds none but 429 is tried again (SPEC section 5).
    const retryable = status >= 500;
    return { reason, retryable, away: true, ...retryAfterMs !== undefined && { retryAfterMs } };
  }
  if (FILTERED.test(text)) return answerFailure("filtered", connection);
  const code = status === undefined ? "" : ` (${status})`;
  const reason = `${provider} refuses the request${code}${said}: set another model, or /clear`;
  return { reason, ...passing };
}

/** What of the four hundreds passes: a timeout, and a model that broke off (AWS). */
const PASSING = [408, 424];

function isRefusal(status: number | undefined): boolean {
  return status === undefined || (status >= 400 && status < 500 && status !== 429);
}

function keyRemedy(connection: Connection): string {
  const { provider, key, aws } = connection;
  if (aws) {
    return "these AWS credentials: check them, and whether they may use this model in its region";
  }
  return key === undefined
    ? `requests without a key: set ${whereKey(provider)}`
    : `the key: check ${whereKey(provider)}`;
}

function noModel(connection: Connection, said: string): string {
  const { provider, model, isOwnUrl } = connection;
  const remedy = provider === "ollama"
    ? `ollama pull ${model} fetches it, or set model in the section [ollama]`
    : `set model in the section [${provider}] of chat-app.ini` +
      (isOwnUrl ? ", or check api-url, which often ends in /v1" : "");
  return `${provider} has no ${shownModel(model)}${said}: ${remedy}`;
}

function shownModel(model: string): string {
  return `model "${model}"`;
}

/** A provider's own words in parentheses, short, without secrets; nothing where it has none. */
function quote(words: string, connection: Connection): string {
  const text = redact(words, secretsOf(connection)).replace(/\s+/g, " ").trim();
  if (text === "") return "";
  const characters = [...text];
  const cut = characters.length > QUOTED;
  return ` (${characters.slice(0, QUOTED).join("")}${cut ? "…" : ""})`;
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** The host of an address, without what else may stand in it. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "its address";
}

/** An error of this class among the causes of another. */
function causeOf<E extends Error>(
  error: unknown,
  kind: new (...args: never[]) => E,
): E | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at instanceof kind) return at;
  }
  return undefined;
}
