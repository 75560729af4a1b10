import type { Agent, CallAgent } from "../agents/agent.ts";
import type { Brain } from "../brain/brain.ts";
import { type Reply, runTurn, type TurnEvent } from "../brain/turn.ts";
import type { Log } from "../config/log.ts";
import type { Env } from "../config/paths.ts";
import { type PetPipes, showOnPet } from "../pet/bridge.ts";
import type { KeptExchange } from "./conversation.ts";
import type { Continued, History } from "./history.ts";
import { describePath } from "./why.ts";

/** Exchanges a brain is told of; older ones are only kept. */
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
  /** Undefined where nothing is to be kept. */
  readonly history?: History;
  /** The conversation that is gone on with. */
  readonly continued?: Continued;
  /** The environment, for paths that the user writes. */
  readonly env?: Env;
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
  readonly env: Env;
  #exchanges: KeptExchange[];
  #last: { readonly message: string; readonly reply: Reply; readonly kept: boolean } | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.brain = parts.brain.name;
    this.catalog = parts.catalog;
    this.env = parts.env ?? (() => undefined);
    this.#exchanges = [...parts.continued?.exchanges ?? []];
  }

  /**
   * Answers a message, shows the reply on the pet and remembers the exchange. What brains and agents
   * do becomes part of the reply; it rejects only with what `onEvent` throws.
   */
  async say(message: string, options: SayOptions): Promise<Reply> {
    const { brain, catalog, call, pet, log } = this.#parts;
    const conversation = this.#exchanges.slice(-MAX_EXCHANGES);
    const reply = await runTurn({ brain, catalog, call, message, conversation, ...options });
    if (reply.failure !== undefined) log.warn(`brain ${brain.name}: ${reply.failure}`);
    if (pet) showOnPet(pet, reply, log);
    // An unanswered message would only confuse the next answer.
    const kept = reply.text !== "" || reply.calls.length > 0;
    if (kept) {
      const { text, calls, brain } = reply;
      const exchange = { time: Date.now(), message, reply: text, calls, brain };
      // Not copied: a pipe may bring a hundred thousand of them.
      this.#exchanges.push(exchange);
      this.#parts.history?.add(exchange);
    }
    this.#last = { message, reply, kept };
    return reply;
  }

  /** The conversation so far, oldest first. */
  get exchanges(): readonly KeptExchange[] {
    return this.#exchanges;
  }

  /**
   * Writes what was said to the history. For when the reply has been shown, so that nobody waits for
   * a file. Never rejects.
   */
  async keep(): Promise<void> {
    await this.#parts.history?.flush();
  }

  /** Forgets the conversation so far; in the history it stays, and another one begins. */
  clear(): void {
    this.#exchanges = [];
    this.#last = undefined;
    this.#parts.history?.beginAnew();
  }

  /** The path of the last reply, several lines of clean text (SPEC section 9, `/why`). */
  why(): string {
    return this.#last ? describePath(this.#last.reply) : "There was no reply yet.";
  }

  /** Takes the last exchange back, to say its message anew; undefined where there is none. */
  takeBack(): string | undefined {
    const last = this.#last;
    if (last?.kept) {
      this.#exchanges = this.#exchanges.slice(0, -1);
      this.#parts.history?.takeBack();
    }
    this.#last = undefined;
    return last?.message;
  }
}
