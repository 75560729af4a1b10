import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { showUrl } from "./url.ts";

/** Builds the sentence of a download that failed. The URL is shown without what may be secret. */
export function downloadFailure(url: URL, why: string): UserError {
  return new UserError(`Cannot download ${showUrl(url)}: ${why}`);
}

/**
 * What the runtime's messages contain, and what it means to the user. The runtime has no codes for
 * these, so the words have to do; the first that fits counts.
 */
const CONNECTION: readonly (readonly [RegExp, string])[] = [
  [/dns error/, "there is no such host: check the name, and that this machine is online"],
  [/connection refused/i, "nothing listens there: check the address"],
  [/unreachable/i, "the network does not lead there: check that this machine is online"],
  [/timed out/i, "no answer: check the address, and that this machine is online"],
  [/certificate expired|Expired/, "its certificate has expired: check this machine's clock"],
  [/not valid yet|NotValidYet/, "its certificate is not valid yet: check this machine's clock"],
  [/not valid for name|NotValidForName/, "its certificate is for another name: check the address"],
  [
    /UnknownIssuer/,
    "its certificate is from an authority that is not known here: " +
    "DENO_TLS_CA_STORE=system uses those of this machine, DENO_CERT=FILE.pem adds one",
  ],
  [/invalid peer certificate/, "its certificate is not valid"],
  [/corrupt message|HandshakeFailure|alert/i, "what listens there does not speak https"],
  [/invalid HTTP|parsed|parse/i, "what listens there does not speak HTTP"],
  [/closed|reset|broken pipe|eof/i, "the connection was closed before an answer came: try again"],
];

/** Names why no answer came. Takes what `fetch` threw. */
export function connectionFailure(url: URL, error: unknown): UserError {
  // The message begins with the whole URL, which has no spaces but may hold secrets.
  const message = String(error instanceof Error ? error.message : error).replace(
    /^error sending request .*?\): /s,
    "",
  );
  const known = CONNECTION.find(([words]) => words.test(message))?.[1];
  return downloadFailure(url, known ?? `the connection failed (${cleanLine(message)})`);
}

/** Names what an answer other than a file means. Takes the status of HTTP (RFC 9110, section 15). */
export function statusFailure(url: URL, status: number): UserError {
  return downloadFailure(url, `${statusMeaning(status)} (HTTP ${status})`);
}

function statusMeaning(status: number): string {
  if (status === 404 || status === 410) return "there is no such file: check the address";
  if (status === 401 || status === 403 || status === 407) return "the server refuses access";
  if (status === 429) return "the server is asked too often: try again later";
  if (status >= 500) return "the server failed: try again later";
  if (status >= 400) return "the server refuses the request";
  if (status >= 300) return "the server points elsewhere, but does not say where";
  return "the server answered with something other than a file";
}
