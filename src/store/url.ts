import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";

/** An address something can be downloaded from, checked by the rules of SPEC section 8. */
export interface Address {
  /** Without its fragment. */
  readonly url: URL;
  /** SHA-256 the bytes must have, 64 lower-case hex digits. */
  readonly pin?: string;
}

/** What a pin looks like behind the `#` of a URL. */
const PIN = /^sha256=([0-9a-f]{64})$/i;

/** How much of an address a sentence shows, in characters. */
const SHOWN = 200;

/**
 * Reads a URL as the user or an index wrote it, with its pin (`URL#sha256=HEX`). Takes the text and
 * the address that a relative one starts from. Throws a UserError for what is no URL, has a scheme
 * other than https and http, or a fragment that is no pin.
 */
export function parseAddress(text: string, base?: URL): Address {
  const address = parsePinned(text, base);
  if (isWeb(address.url)) return address;
  throw new UserError(
    `Cannot download ${redact(text)}: only https: is supported, not ${address.url.protocol}`,
  );
}

/** The same with any scheme, for an index that is a file and names others. */
export function parsePinned(text: string, base?: URL): Address {
  const url = URL.parse(text, base);
  if (url === null) {
    throw new UserError(`"${redact(text)}" is not a URL: write https://HOST/NAME.zip`);
  }
  // An empty fragment does not show in url.hash.
  const at = text.indexOf("#");
  if (at < 0) return { url };
  const pin = PIN.exec(text.slice(at + 1))?.[1];
  if (pin === undefined) {
    // A mistyped pin must not pass for none.
    throw new UserError(
      `Cannot download ${showUrl(url)}: behind the # only sha256= and 64 hex digits may follow`,
    );
  }
  url.hash = "";
  return { url, pin: pin.toLowerCase() };
}

/**
 * Refuses plain http: to another machine, where anybody on the way could change the bytes, unless
 * their hash is known (SPEC section 8).
 */
export function refuseInsecure(url: URL, pin: string | undefined): void {
  if (url.protocol === "https:" || pin !== undefined || isThisMachine(url.hostname)) return;
  throw new UserError(
    `Cannot download ${showUrl(url)}: plain http: can be changed on the way - ` +
      "use https:, or pin the file with #sha256=HEX",
  );
}

/** Whether a host name of a URL, in the form the URL parser gives it, is this machine. */
function isThisMachine(host: string): boolean {
  // The parser has turned every spelling of an IPv4 address into four decimal numbers.
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether it is a scheme that can be downloaded from at all. */
export function isWeb(url: URL): boolean {
  return url.protocol === "https:" || url.protocol === "http:";
}

/**
 * Shows a URL in a sentence without what may be secret in it: user name and password, and the
 * query, which holds the key of signed links.
 */
export function showUrl(url: URL): string {
  const query = url.search === "" ? "" : "?…";
  return cut(`${url.protocol}//${url.host}${url.pathname}${query}`);
}

/** The same for a text that is a URL, will not become one, or is a path or an id. */
export function redact(text: string): string {
  const [scheme] = /^[a-z][a-z0-9+.-]+:(?:\/\/)?/i.exec(text) ?? [];
  if (scheme === undefined) return cut(text);
  // A text that the parser refuses may have its @ anywhere.
  return cut(scheme + text.slice(scheme.length).replace(/[?#].*$/s, "").replace(/^.*@/s, ""));
}

function cut(text: string): string {
  const characters = [...cleanLine(text.slice(0, 16 * SHOWN))];
  return characters.length <= SHOWN
    ? characters.join("")
    : characters.slice(0, SHOWN).join("") + "…";
}
