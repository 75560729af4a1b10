import type { Agent, CallAgent, CallResult } from "../agents/agent.ts";
import { UserError } from "../errors.ts";
import type { PetCommand } from "../pet/vocabulary.ts";
import { cleanLine } from "../text/clean.ts";
import type { Brain, BrainRequest, Exchange } from "./brain.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { ReplyCalls } from "./reply_calls.ts";
import { ReplyText } from "./reply_text.ts";
import { untilAborted } from "./until_aborted.ts";

/** Rounds of brain and agents in one reply (SPEC section 5). */
const MAX_ROUNDS = 3;

/** One message and all it takes to answer it. */
export interface Turn {
  readonly brain: Brain;
  readonly message: string;
  /** Earlier exchanges, oldest first. */
  readonly conversation: readonly Exchange[];
  readonly catalog: readonly Pick<Agent, "manifest">[];
  readonly call: CallAgent;
  /** Aborted to cancel the reply. */
  readonly signal: AbortSignal;
  /** Told what happens as it happens. */
  readonly onEvent?: (event: TurnEvent) => void;
  readonly clock?: Clock;
}

/** What can be shown of a reply while it comes. All texts, put together, are the reply's text. */
export type TurnEvent =
  | { readonly type: "text"; readonly text: string }
  /** An agent starts. */
  | { readonly type: "calling"; readonly id: string };

/** One finished reply. All its texts are clean; `text` may hold newlines. */
export interface Reply {
  readonly text: string;
  /** As the brain named it; undecided is null. */
  readonly mood: string | null;
  readonly pet: PetCommand | null;
  /** In the order asked, each call once. */
  readonly calls: readonly CallResult[];
  /** The brain's name. */
  readonly brain: string;
  readonly cancelled: boolean;
  /** She could not answer, or every agent she called failed (SPEC section 1). */
  readonly failed: boolean;
  /** Why she could not answer, one sentence; undefined where she could. */
  readonly failure?: string;
  /** How often the brain was asked, 1 to 3. */
  readonly rounds: number;
  /** From the message to the end of the reply, in milliseconds, rounded. */
  readonly ms: number;
}

/**
 * Answers one message (SPEC section 5, "Shared by all"): the one place that decides rounds, limits
 * and how the agents' results join the reply.
 *
 * Calls start as soon as the brain asks for them. A brain that `continues` is asked again with the
 * results, one for each call it made, until it calls nothing more or 3 rounds are over. Then OK
 * messages join as lines of their own unless the text holds them, failures in parentheses, both in
 * the order asked. Of moods, and of the brain's own pet commands, the first counts.
 *
 * Never rejects for what a brain or an agent does: a brain's error becomes the reply's `failure`.
 * It does reject with what `onEvent` throws, after stopping everything it started.
 */
export async function runTurn(turn: Turn): Promise<Reply> {
  const clock = turn.clock ?? SYSTEM_CLOCK;
  const begun = clock.now();
  const stop = new AbortController();
  const signal = AbortSignal.any([turn.signal, stop.signal]);
  const listener: { error?: unknown } = {};
  const emit = (event: TurnEvent) => {
    try {
      turn.onEvent?.(event);
    } catch (error) {
      listener.error ??= error;
      stop.abort();
    }
  };
  const text = new ReplyText((piece) => emit({ type: "text", text: piece }));
  const calls = new ReplyCalls({
    ...{ call: turn.call, catalog: turn.catalog, signal, clock },
    onStart: (id) => emit({ type: "calling", id: cleanLine(id) }),
  });
  const chosen: Chosen = { mood: null, pet: null };
  const rounds = await hearOut(turn, { text, calls, chosen, signal });
  const results: CallResult[] = [];
  for (const promise of calls.results) {
    const result = await promise;
    results.push(result);
    if (calls.wasCancelled(result)) continue;
    text.join(result.ok ? result.message : `(${result.message})`);
  }
  if (listener.error !== undefined) throw listener.error;
  const { mood, failure } = chosen;
  return {
    text: text.value,
    mood,
    pet: chosen.pet ?? results.find((result) => result.pet)?.pet ?? null,
    calls: results,
    brain: turn.brain.name,
    cancelled: turn.signal.aborted,
    failed: failure !== undefined || (results.length > 0 && results.every((it) => !it.ok)),
    ...failure !== undefined && { failure },
    rounds,
    ms: Math.round(clock.now() - begun),
  };
}

/** What the brain decided, beside text and calls. */
interface Chosen {
  mood: string | null;
  pet: PetCommand | null;
  failure?: string;
}

/** Where one reply gathers what the brain gives. */
interface Gathering {
  readonly text: ReplyText;
  readonly calls: ReplyCalls;
  readonly chosen: Chosen;
  readonly signal: AbortSignal;
}

/** Asks the brain, round by round. Gives how often it was asked. */
async function hearOut(turn: Turn, into: Gathering): Promise<number> {
  const { brain, message, conversation, catalog } = turn;
  const { signal } = into;
  const earlier: (readonly CallResult[])[] = [];
  for (let round = 1;; round++) {
    const request = { message, conversation, catalog, rounds: [...earlier], signal };
    const asked = await hearRound(brain, request, into);
    const done = asked.length === 0 || !brain.continues || into.chosen.failure !== undefined;
    if (done || round === MAX_ROUNDS || signal.aborted) return round;
    earlier.push(await Promise.all(asked));
    if (signal.aborted) return round;
  }
}

/** Hears one round. Gives the result of each call the brain asked for, repeated ones included. */
async function hearRound(
  brain: Brain,
  request: BrainRequest,
  { text, calls, chosen, signal }: Gathering,
): Promise<Promise<CallResult>[]> {
  const asked: Promise<CallResult>[] = [];
  try {
    for await (const event of untilAborted(brain.respond(request), signal)) {
      if (event.type === "text") text.push(event.text);
      else if (event.type === "call") asked.push(calls.ask(event));
      else if (event.type === "mood") chosen.mood ??= cleanLine(event.mood);
      else if (event.type === "pet") chosen.pet ??= event.command;
      else chosen.failure ??= cleanLine(event.reason);
    }
  } catch (error) {
    if (!signal.aborted) chosen.failure ??= cleanLine(sentence(brain, error));
  }
  text.breakLine();
  return asked;
}

function sentence(brain: Brain, error: unknown): string {
  if (error instanceof UserError) return error.message;
  return `the ${brain.name} brain failed: ${error instanceof Error ? error.message : error}`;
}
