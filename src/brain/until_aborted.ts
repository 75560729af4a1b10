/**
 * Passes on what a source gives, until the signal is aborted: then it ends at once, even where the
 * source does not heed the signal, and tells the source to end. Throws what the source throws.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let leave = () => {};
  const onAbort = () => leave();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    while (!signal.aborted) {
      // Not a race with one promise for all steps: that would keep everything ever passed on.
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        leave = () => resolve(undefined);
        iterator.next().then(resolve, reject);
      });
      if (next === undefined || next.done || signal.aborted) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Not awaited: a source that hangs in the middle of a step would never answer.
    iterator.return?.().catch(() => {});
  }
}
