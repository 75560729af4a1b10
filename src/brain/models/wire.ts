import { cleanLine } from "../../text/clean.ts";
import type { Clock } from "../clock.ts";

/** What can go wrong below the protocol of a provider. */
export type WireFault =
  | "dns"
  | "refused"
  | "unreachable"
  | "tls"
  | "no-http"
  | "closed"
  | "silent"
  | "stalled"
  | "moved"
  | "no-api"
  | "flood";

/** A connection that failed. The message is for the log; failure.ts has the user's sentence. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly fault: WireFault;

  constructor(fault: WireFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** How patient a connection is. */
export interface WireOptions {
  readonly clock: Clock;
  /** Until the first byte of the answer, in milliseconds. */
  readonly firstByteMs: number;
  /** Between two pieces of it, in milliseconds. */
  readonly idleMs: number;
}

/** The most bytes of one answer: far more than any model says. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * What a connection error's message contains, and what it is. The runtime has no codes for these,
 * so the words have to do; the first that fits counts.
 */
const FAULTS: readonly (readonly [RegExp, WireFault])[] = [
  [/dns error/i, "dns"],
  [/certificate|UnknownIssuer|corrupt message|HandshakeFailure|\balert\b|tls/i, "tls"],
  [/refused/i, "refused"],
  [/unreachable|timed out/i, "unreachable"],
  [/invalid HTTP|parse/i, "no-http"],
];

/**
 * Makes the `fetch` that providers are given: it ends a connection that stalls or floods, follows
 * no redirect (the key in a header would be shown to whoever stands there), refuses pages that are
 * no API, and gives every connection error a name. Throws WireErrors; an abort stays an abort.
 */
export function createWire(options: WireOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const stop = new AbortController();
    const asked = (init as { signal?: AbortSignal | null } | undefined)?.signal;
    const signal = asked ? AbortSignal.any([asked, stop.signal]) : stop.signal;
    const timer = idleTimer(options, stop);
    timer.wait("silent", options.firstByteMs);
    let response: Response;
    try {
      response = await fetch(input, { ...init, signal, redirect: "manual" });
    } catch (error) {
      timer.stop();
      throw signal.aborted ? signal.reason : named(error);
    }
    if (response.status >= 300 && response.status < 400) {
      timer.stop();
      await response.body?.cancel().catch(() => {});
      throw new WireError("moved", `status ${response.status}`);
    }
    if (response.ok && /^text\/html\b/i.test(response.headers.get("content-type") ?? "")) {
      timer.stop();
      await response.body?.cancel().catch(() => {});
      throw new WireError("no-api", "a web page");
    }
    if (!response.body) {
      timer.stop();
      return response;
    }
    const { status, statusText, headers } = response;
    const body = guarded(response.body, options, timer, signal);
    return new Response(body, { status, statusText, headers });
  };
}

/** A timer that ends the connection with a fault unless it is set anew. */
function idleTimer({ clock }: WireOptions, stop: AbortController) {
  let callOff = () => {};
  return {
    wait(fault: WireFault, ms: number) {
      callOff();
      callOff = clock.after(ms, () => stop.abort(new WireError(fault, `nothing for ${ms} ms`)));
    },
    stop: () => callOff(),
  };
}

/** The same body, watched. */
function guarded(
  body: ReadableStream<Uint8Array>,
  options: WireOptions,
  timer: ReturnType<typeof idleTimer>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        // Counted only while somebody waits: a reader that is slow itself is no stall.
        timer.wait("stalled", bytes === 0 ? options.firstByteMs : options.idleMs);
        const { done, value } = await reader.read();
        timer.stop();
        if (done) return controller.close();
        bytes += value.length;
        if (bytes > MOST_BYTES) throw new WireError("flood", `over ${MOST_BYTES} bytes`);
        controller.enqueue(value);
      } catch (error) {
        timer.stop();
        reader.cancel().catch(() => {});
        const isNamed = error instanceof WireError;
        controller.error(signal.aborted ? signal.reason : isNamed ? error : cutOff(error));
      }
    },
    async cancel(reason) {
      timer.stop();
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

function named(error: unknown): WireError {
  const message = messageOf(error);
  const fault = FAULTS.find(([words]) => words.test(message))?.[1] ?? "closed";
  return new WireError(fault, message);
}

function cutOff(error: unknown): WireError {
  return new WireError("closed", messageOf(error));
}

function messageOf(error: unknown): string {
  // The message begins with the whole URL, which may hold what must not be shown.
  const text = String(error instanceof Error ? error.message : error);
  return cleanLine(text.replace(/^error sending request .*?\): /s, "").slice(0, 500));
}
