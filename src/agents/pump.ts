/** Two looks at a pipe this far apart, in milliseconds, that find nothing: it is empty. */
const QUIET_MS = 25;

/** The most that can lie in a pipe and in what has been read ahead of it, in bytes. */
const MOST_IN_PIPE = 1024 * 1024 + 128 * 1024;

/** The longest that what a program left in its pipes is waited for, in milliseconds. */
const LONGEST_DRAIN_MS = 500;

/** A pipe that is being read to its end or until it is stopped. */
export interface Pump {
  /** Resolves at the end of the stream, and when it was stopped; never rejects. */
  readonly done: Promise<void>;
  /** Bytes read so far. */
  received(): number;
  /** Reads no more, and closes our end. */
  stop(): void;
}

/** Reads a stream as it comes. Takes the stream and what is called with each piece. */
export function pump(
  stream: ReadableStream<Uint8Array>,
  take: (piece: Uint8Array) => void,
): Pump {
  const reader = stream.getReader();
  let received = 0;
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      received += value.length;
      take(value);
    }
  };
  return {
    done: read().catch(() => {}),
    received: () => received,
    stop: () => void reader.cancel().catch(() => {}),
  };
}

/**
 * Waits until everything that an ended process had written is read. The end of the stream says so;
 * where a background child still holds the pipe there is none, and then it is that nothing comes
 * twice in a row, or that more has come than a pipe can hold. Resolves in 500 ms at most.
 */
export async function drained(pumps: readonly Pump[]): Promise<void> {
  const all = Promise.all(pumps.map((one) => one.done));
  const total = () => pumps.reduce((sum, one) => sum + one.received(), 0);
  const start = total();
  const deadline = performance.now() + LONGEST_DRAIN_MS;
  let quiet = 0;
  for (let before = start; quiet < 2 && performance.now() < deadline; before = total()) {
    if (await settledWithin(all, QUIET_MS)) return;
    if (total() - start > pumps.length * MOST_IN_PIPE) return;
    quiet = total() === before ? quiet + 1 : 0;
  }
}

/** Whether a promise settles within a time in milliseconds; leaves no timer behind. */
export async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: number | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true, () => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
