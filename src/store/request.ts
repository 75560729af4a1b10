import { connectionFailure, downloadFailure, statusFailure } from "./fetch_failure.ts";
import type { IdleWatch } from "./idle.ts";
import { type Address, isWeb, refuseInsecure, showUrl } from "./url.ts";

/** How many redirects are followed (SPEC section 8). */
const MOST_REDIRECTS = 10;

/** The redirects of RFC 9110, section 15.4, that say where to go on. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** An answer that holds the file. */
export interface Answer {
  readonly response: Response;
  /** Where it came from in the end. */
  readonly url: URL;
}

/**
 * Asks for a file and follows redirects by hand, as every hop has to pass the rules of the first:
 * never from https to http, plain http only to this machine or with a pin, no circle, at most ten.
 *
 * Takes the address, the watch that ends a silent connection, and a client for tests. Gives an
 * answer with status 200, its body unread. Throws a UserError for everything else.
 */
export async function request(
  { url, pin }: Address,
  watch: IdleWatch,
  client?: Deno.HttpClient,
): Promise<Answer> {
  const seen = new Set<string>();
  for (let hop = url;;) {
    refuseInsecure(hop, pin);
    seen.add(hop.href);
    const response = await ask(hop, watch, client);
    if (response.status === 200) return { response, url: hop };
    await response.body?.cancel().catch(() => {});
    const location = response.headers.get("location");
    if (!REDIRECTS.includes(response.status) || location === null) {
      throw statusFailure(hop, response.status);
    }
    if (seen.size > MOST_REDIRECTS) {
      throw downloadFailure(url, `more than ${MOST_REDIRECTS} redirects`);
    }
    hop = nextHop(hop, location);
    if (seen.has(hop.href)) throw downloadFailure(url, "its redirects go round in a circle");
  }
}

async function ask(url: URL, watch: IdleWatch, client?: Deno.HttpClient): Promise<Response> {
  watch.heard();
  try {
    return await fetch(url, {
      client,
      redirect: "manual",
      signal: watch.signal,
      // An archive is compressed already; what arrives shall be what is hashed.
      headers: { "accept-encoding": "identity", "user-agent": "onidia-chat" },
    });
  } catch (error) {
    throw watch.failure(url) ?? connectionFailure(url, error);
  }
}

/** Where a redirect leads. Throws a UserError where it must not be followed. */
function nextHop(from: URL, location: string): URL {
  const to = URL.parse(location, from);
  if (to === null) throw downloadFailure(from, "it redirects to what is no URL");
  if (!isWeb(to)) throw downloadFailure(from, `it redirects to ${to.protocol}, which is refused`);
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw downloadFailure(from, `it redirects from https to http (${showUrl(to)}): refused`);
  }
  to.hash = "";
  // The user's name and password are for the server they were given for.
  const same = to.origin === from.origin;
  to.username = same ? from.username : "";
  to.password = same ? from.password : "";
  return to;
}
