import type { UserError } from "../errors.ts";
import { downloadFailure } from "./fetch_failure.ts";

/** Ends a download on which nothing arrives any more, or that the user ends. */
export interface IdleWatch extends Disposable {
  /** Aborted in both cases. */
  readonly signal: AbortSignal;
  /** Says that something arrived: the time starts anew. */
  heard(): void;
  /** What to throw if the watch ended the download: a sentence, or the user's own reason. */
  failure(url: URL): UserError | unknown;
}

/**
 * Starts a watch. Takes how long silence may last, in milliseconds, and the signal of the user's
 * Ctrl-C. Dispose of it when the download is over.
 */
export function watchIdle(silenceMs: number, ended?: AbortSignal): IdleWatch {
  const silent = new AbortController();
  let timer: number | undefined;
  return {
    signal: ended ? AbortSignal.any([silent.signal, ended]) : silent.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), silenceMs);
    },
    failure(url) {
      if (ended?.aborted) return ended.reason;
      if (!silent.signal.aborted) return undefined;
      return downloadFailure(url, `nothing arrived for ${silenceMs / 1000} seconds: try again`);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
