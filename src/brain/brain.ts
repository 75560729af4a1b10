import type { Agent, CallResult } from "../agents/agent.ts";
import type { PetCommand } from "../pet/vocabulary.ts";

/** One finished exchange of a conversation. */
export interface Exchange {
  readonly message: string;
  readonly reply: string;
  readonly calls: readonly CallResult[];
}

/** What a brain is asked (SPEC section 5). It reads of an agent only the manifest. */
export interface BrainRequest {
  readonly message: string;
  /** Earlier exchanges, oldest first. */
  readonly conversation: readonly Exchange[];
  /** The agents that can be called now, sorted by id. */
  readonly catalog: readonly Pick<Agent, "manifest">[];
  /**
   * What the agents of this reply's earlier rounds gave, a result for each call as it was asked for,
   * repeated ones included; empty in the first round.
   */
  readonly rounds: readonly (readonly CallResult[])[];
  /** Aborted when the reply is cancelled. The 60 seconds of the agents are no affair of the brain. */
  readonly signal: AbortSignal;
}

/** What a brain gives, in order. Text is a piece of the reply, shown as it comes. */
export type BrainEvent =
  | { readonly type: "text"; readonly text: string }
  | {
    readonly type: "call";
    readonly id: string;
    readonly args: Readonly<Record<string, unknown>>;
    /** What led to the call, in a few words, for `/why`. */
    readonly why?: string;
    /** Why its arguments could not be read: then it fails with this, and nothing is started. */
    readonly fault?: string;
  }
  | { readonly type: "mood"; readonly mood: string }
  | { readonly type: "pet"; readonly command: PetCommand }
  /**
   * She could not answer: the sentence says why. `away` where the brain itself is out of reach, so
   * that the next message would fare no better.
   */
  | { readonly type: "failure"; readonly reason: string; readonly away?: boolean };

/**
 * Turns a message into a reply and agent calls. `respond` is asked once a round; after a round in
 * which it made calls it is asked again with their results while `continues` is true (brain/turn.ts
 * holds the rounds and limits). Brains know neither processes nor terminals.
 */
export interface Brain {
  /** As in `"brain": "local"`. */
  readonly name: string;
  /** Whether it wants the results of its calls for another round. */
  readonly continues: boolean;
  respond(request: BrainRequest): AsyncIterable<BrainEvent>;
}
