import type { CallAgent, CallResult, Parameter } from "../../src/agents/agent.ts";
import type { Brain, BrainEvent, BrainRequest } from "../../src/brain/brain.ts";
import type { Clock } from "../../src/brain/clock.ts";
import { type Reply, runTurn, type Turn, type TurnEvent } from "../../src/brain/turn.ts";

/** What a scripted brain says in each of its rounds. */
export type Script = (request: BrainRequest) => Iterable<BrainEvent> | AsyncIterable<BrainEvent>;

/** A brain that follows a script; `asked` are the requests it was given. */
export function scripted(
  rounds: Script | readonly Script[],
): Brain & { asked: BrainRequest[] } {
  const scripts = typeof rounds === "function" ? [rounds] : rounds;
  const asked: BrainRequest[] = [];
  return {
    name: "scripted",
    continues: typeof rounds !== "function",
    asked,
    async *respond(request) {
      asked.push(request);
      yield* scripts[Math.min(asked.length, scripts.length) - 1]!(request);
    },
  };
}

/** A piece of text. */
export const say = (text: string): BrainEvent => ({ type: "text", text });

/** A call of an agent. */
export const ask = (id: string, args: Record<string, unknown> = {}): BrainEvent => ({
  ...{ type: "call", id, args },
});

/** What an agent gives: OK with its own id as message, or what is said here. */
export function result(id: string, more: Partial<CallResult> = {}): CallResult {
  return { id, args: {}, ok: true, message: id, info: [], ms: 1, ...more };
}

/** Agents that answer at once, by id; others say OK and their own id. */
export function answering(results: Record<string, Partial<CallResult>>): CallAgent {
  return (id) => Promise.resolve(result(id, results[id]));
}

/** An agent as the catalog offers it. */
export function offered(id: string, params: readonly Parameter[] = []): Turn["catalog"][number] {
  return {
    manifest: {
      ...{ id, description: id, exec: ["./x"], version: "", timeoutMs: 15_000, disabled: false },
      ...{ params, examples: [] },
    },
  };
}

/** Runs one turn. Checks of every turn that its stream is its text. */
export async function turn(
  brain: Brain,
  more: Partial<Turn> = {},
): Promise<Reply & { events: TurnEvent[]; pieces: string[] }> {
  const events: TurnEvent[] = [];
  const reply = await runTurn({
    ...{ brain, message: "hi", conversation: [], catalog: [], call: answering({}) },
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    ...more,
  });
  const pieces = events.flatMap((event) => event.type === "text" ? [event.text] : []);
  if (!more.onEvent && pieces.join("") !== reply.text) {
    throw new Error(`streamed ${JSON.stringify(pieces)}, but the text is ${reply.text}`);
  }
  return { ...reply, events, pieces };
}

/** A clock that moves only when the test moves it. */
export class HandClock implements Clock {
  #now = 0;
  #timers = new Set<{ at: number; run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass, and what was waiting for it happen. */
  async pass(ms: number): Promise<void> {
    await settle();
    this.#now += ms;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.run();
    }
    await settle();
  }
}

/** Lets everything run that can run without waiting for anything. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
