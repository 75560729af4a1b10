import { killAgents, settleAgents } from "../agents/host.ts";

/** The exit code a shell expects after a signal: 128 and its number. */
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** A signal that ends the program. */
export type EndingSignal = keyof typeof CODES;

/**
 * Runs something that calls agents, and sees to it that they end with the program: they have
 * process groups of their own, so the Ctrl-C of a terminal does not reach them. Takes the signals
 * that end it and what to run, given an AbortSignal that the first of them aborts. Gives its exit
 * code, or the signal's, when no agent is left: those that have answered get their 2 s (SPEC
 * section 4), after a signal none.
 */
export async function withSignals(
  signals: readonly EndingSignal[],
  run: (ended: AbortSignal) => Promise<number>,
): Promise<number> {
  const ended = new AbortController();
  let code: number | undefined;
  const listeners = signals.map((signal) => {
    const listener = () => {
      code ??= CODES[signal];
      ended.abort();
      killAgents();
    };
    Deno.addSignalListener(signal, listener);
    return () => Deno.removeSignalListener(signal, listener);
  });
  try {
    const result = await run(ended.signal);
    return code ?? result;
  } catch (error) {
    // What was cancelled has nothing to add.
    if (code !== undefined && error === ended.signal.reason) return code;
    throw error;
  } finally {
    await settleAgents();
    for (const remove of listeners) remove();
  }
}
