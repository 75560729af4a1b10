import type { Agent, CallAgent, CallResult } from "../agents/agent.ts";
import { cleanLine } from "../text/clean.ts";
import type { BrainEvent } from "./brain.ts";
import { canonicalCall } from "./canonical_call.ts";
import type { Clock } from "./clock.ts";

/** Agents of one reply that may run at the same time (SPEC section 5). */
const MAX_RUNNING = 4;

/** Time for all agents of one reply together, in milliseconds (SPEC section 5). */
const BUDGET_MS = 60_000;

/** How long a stopped call may take to say so before it is given up, in milliseconds. */
const GRACE_MS = 1_000;

const OVER = `the ${BUDGET_MS / 1000} seconds for all agents of one reply are over`;

/** A call as a brain asks for it. */
type AskedCall = Extract<BrainEvent, { readonly type: "call" }>;

/** What the calls of one reply need. */
export interface CallsSetup {
  readonly call: CallAgent;
  readonly catalog: readonly Pick<Agent, "manifest">[];
  /** Aborted when the reply is cancelled. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Told each agent's id as it starts. */
  readonly onStart: (id: string) => void;
}

/**
 * The agent calls of one reply, with the limits of SPEC section 5: at most 4 at a time, 60 seconds
 * for all, no call twice. The seconds count only while an agent runs: a model that thinks long
 * between two rounds does not use up the agents' time.
 */
export class ReplyCalls {
  readonly #setup: CallsSetup;
  /** By canonical form, in the order first asked. */
  readonly #results = new Map<string, Promise<CallResult>>();
  readonly #cancelled = new Set<CallResult>();
  /** Calls that wait for one of the places of those that run. */
  readonly #queue: (() => void)[] = [];
  readonly #overBudget = new AbortController();
  #running = 0;
  #leftMs = BUDGET_MS;
  #countsSince = 0;
  #stopTimer = () => {};

  constructor(setup: CallsSetup) {
    this.#setup = setup;
  }

  /** The results of all calls, in the order first asked. None rejects. */
  get results(): readonly Promise<CallResult>[] {
    return [...this.#results.values()];
  }

  /**
   * Asks for one call; it starts as soon as fewer than 4 run. The same agent with the same
   * arguments gives the result of the first time; one whose arguments could not be read has failed
   * already. Never rejects.
   */
  ask({ id, args, fault }: AskedCall): Promise<CallResult> {
    const call = canonicalCall(this.#setup.catalog, id, args);
    const key = fault === undefined ? call : `${call} ${fault}`;
    const known = this.#results.get(key);
    if (known) return known;
    const result = fault === undefined ? this.#run(id, args) : Promise.resolve(failure(id, fault));
    this.#results.set(key, result);
    return result;
  }

  /** Whether this result is a call cut short, or never begun, because the reply was cancelled. */
  wasCancelled(result: CallResult): boolean {
    return this.#cancelled.has(result);
  }

  async #run(id: string, args: Readonly<Record<string, unknown>>): Promise<CallResult> {
    await this.#takePlace();
    try {
      if (this.#overBudget.signal.aborted) return failure(id, `not started: ${OVER}`);
      if (!this.#setup.signal.aborted) this.#setup.onStart(id);
      if (this.#setup.signal.aborted) return this.#cancel(failure(id, "cancelled"));
      return await this.#runWithin(id, args);
    } catch (error) {
      // A caller never throws for what an agent does: this is a fault of ours, and still a reply.
      return failure(id, `could not be called: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.#leavePlace();
    }
  }

  async #runWithin(id: string, args: Readonly<Record<string, unknown>>): Promise<CallResult> {
    const { call, signal, clock } = this.#setup;
    const stop = AbortSignal.any([signal, this.#overBudget.signal]);
    const begun = clock.now();
    const late = afterGrace(stop, clock);
    try {
      const result = await Promise.race([call(id, args, stop), late.promise]);
      if (result && (result.ok || !stop.aborted)) return result;
      const what = signal.aborted ? "cancelled" : `stopped: ${OVER}`;
      const ms = Math.round(clock.now() - begun);
      const cut = {
        ...failure(id, what),
        ms,
        ...result && { args: result.args, info: result.info },
      };
      return signal.aborted ? this.#cancel(cut) : cut;
    } finally {
      late.forget();
    }
  }

  #cancel(result: CallResult): CallResult {
    this.#cancelled.add(result);
    return result;
  }

  async #takePlace(): Promise<void> {
    if (this.#running === MAX_RUNNING) {
      return await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    if (this.#running++ > 0) return;
    this.#countsSince = this.#setup.clock.now();
    this.#stopTimer = this.#setup.clock.after(this.#leftMs, () => this.#overBudget.abort());
  }

  /** Hands the place to the next in the queue; the seconds stop when nobody is there. */
  #leavePlace(): void {
    const next = this.#queue.shift();
    if (next) return next();
    if (--this.#running > 0) return;
    this.#stopTimer();
    this.#leftMs -= this.#setup.clock.now() - this.#countsSince;
  }
}

/** A promise fulfilled a grace after the signal, for calls that do not heed the signal. */
function afterGrace(signal: AbortSignal, clock: Clock) {
  let callOff = () => {};
  let begin = () => {};
  const promise = new Promise<undefined>((resolve) => {
    begin = () => callOff = clock.after(GRACE_MS, () => resolve(undefined));
  });
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return {
    promise,
    forget() {
      signal.removeEventListener("abort", begin);
      callOff();
    },
  };
}

function failure(id: string, what: string): CallResult {
  return { id, args: {}, ok: false, message: cleanLine(`agent ${id}: ${what}`), info: [], ms: 0 };
}
