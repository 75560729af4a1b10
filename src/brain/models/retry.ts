import type { Clock } from "../clock.ts";
import type { Failure } from "./failure.ts";

/** How often a request is made at most (SPEC section 5). */
const TRIES = 3;

/** The first wait, in milliseconds; each further one is twice as long. */
const FIRST_MS = 500;

/** Who asks to wait longer than this, in milliseconds, is not waited for: the user decides. */
const LONGEST_MS = 20_000;

/** What retrying needs. */
export interface RetryOptions {
  /** Reads what an attempt threw. */
  readonly read: (error: unknown) => Pick<Failure, "retryable" | "retryAfterMs">;
  readonly clock: Clock;
  /** From 0 to 1, as `Math.random` gives. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/**
 * Makes a request up to 3 times, with exponential backoff and jitter between (SPEC section 5).
 * Takes what makes one attempt; gives what the first gives that does not fail. An attempt that has
 * given something is never followed by another: it was shown already. Throws what the last threw;
 * an abort ends a wait at once.
 */
export async function* withRetries<T>(
  attempt: () => AsyncIterable<T>,
  options: RetryOptions,
): AsyncGenerator<T> {
  for (let tries = 1;; tries++) {
    let hasGiven = false;
    try {
      for await (const item of attempt()) {
        hasGiven = true;
        yield item;
      }
      return;
    } catch (error) {
      if (hasGiven || tries === TRIES || options.signal.aborted) throw error;
      const { retryable, retryAfterMs = 0 } = options.read(error);
      if (!retryable || retryAfterMs > LONGEST_MS) throw error;
      const backoff = FIRST_MS * 2 ** (tries - 1) * (0.5 + options.random() / 2);
      await wait(Math.max(backoff, retryAfterMs), options);
      if (options.signal.aborted) throw error;
    }
  }
}

function wait(ms: number, { clock, signal }: RetryOptions): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      callOff();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const callOff = clock.after(ms, end);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
}
