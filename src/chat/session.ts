import type { Agent, CallAgent } from "../agents/agent.ts";
import type { Brain, Exchange } from "../brain/brain.ts";
import { type Reply, runTurn, type TurnEvent } from "../brain/turn.ts";
import type { Log } from "../config/log.ts";
import { type PetPipes, showOnPet } from "../pet/bridge.ts";
import { describePath } from "./why.ts";

/** Exchanges a brain is told of; older ones are forgotten. */
const MAX_EXCHANGES = 20;

/** What a conversation is held with. */
export interface SessionParts {
  readonly brain: Brain;
  /** The agents that can be called, sorted by id. */
  readonly catalog: readonly Agent[];
  readonly call: CallAgent;
  /** Undefined where no pet is to be told. */
  readonly pet: PetPipes | undefined;
  readonly log: Log;
}

/** How a message is said: what cancels its reply, and who hears of it as it comes. */
export interface SayOptions {
  readonly signal: AbortSignal;
  readonly onEvent?: (event: TurnEvent) => void;
}

/** A conversation, without a terminal: it owns what was said so far. One message at a time. */
export class ChatSession {
  readonly brain: string;
  readonly catalog: readonly Agent[];
  readonly #parts: SessionParts;
  #exchanges: readonly Exchange[] = [];
  #last: { readonly message: string; readonly reply: Reply; readonly kept: boolean } | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.brain = parts.brain.name;
    this.catalog = parts.catalog;
  }

  /**
   * Answers a message, shows the reply on the pet and remembers the exchange. What brains and agents
   * do becomes part of the reply; it rejects only with what `onEvent` throws.
   */
  async say(message: string, options: SayOptions): Promise<Reply> {
    const { brain, catalog, call, pet, log } = this.#parts;
    const conversation = this.#exchanges;
    const reply = await runTurn({ brain, catalog, call, message, conversation, ...options });
    if (reply.failure !== undefined) log.warn(`brain ${brain.name}: ${reply.failure}`);
    if (pet) showOnPet(pet, reply, log);
    // An unanswered message would only confuse the next answer.
    const kept = reply.text !== "" || reply.calls.length > 0;
    if (kept) {
      const exchange = { message, reply: reply.text, calls: reply.calls };
      this.#exchanges = [...conversation, exchange].slice(-MAX_EXCHANGES);
    }
    this.#last = { message, reply, kept };
    return reply;
  }

  /** Forgets the conversation so far. */
  clear(): void {
    this.#exchanges = [];
    this.#last = undefined;
  }

  /** The path of the last reply, several lines of clean text (SPEC section 9, `/why`). */
  why(): string {
    return this.#last ? describePath(this.#last.reply) : "There was no reply yet.";
  }

  /** Takes the last exchange back, to say its message anew; undefined where there is none. */
  takeBack(): string | undefined {
    const last = this.#last;
    if (last?.kept) this.#exchanges = this.#exchanges.slice(0, -1);
    this.#last = undefined;
    return last?.message;
  }
}
