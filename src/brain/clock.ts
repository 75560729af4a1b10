/** Time as a reply sees it, in milliseconds; a test brings its own. */
export interface Clock {
  now(): number;
  /** Runs something once, later. Gives the function that calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's clock, unmoved by changes of the date. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
