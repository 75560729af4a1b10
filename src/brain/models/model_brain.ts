import type { LanguageModel } from "ai";
import { cleanLine } from "../../text/clean.ts";
import type { Brain, BrainEvent, BrainRequest } from "../brain.ts";
import { type Clock, SYSTEM_CLOCK } from "../clock.ts";
import { askModel, type Piece } from "./ask.ts";
import { type Said, toolMessages } from "./asked.ts";
import { type Connection, secretsOf } from "./connection.ts";
import { AnswerError, describeFailure } from "./failure.ts";
import { conversationMessages, roundMessages } from "./messages.ts";
import { type CallMode, systemPrompt } from "./persona.ts";
import { redact, RedactingStream, redactValue } from "./redact.ts";
import { createNonce } from "./results.ts";
import { withRetries } from "./retry.ts";
import { providerEntry } from "./table.ts";
import { TagStream } from "./tag_stream.ts";
import { toolsOf } from "./tools.ts";
import { createWire } from "./wire.ts";

/** A model that says nothing for this long in the middle of an answer has stalled, milliseconds. */
const IDLE_MS = 60_000;

/** An agent's id has at most 32 characters; of what is none, this much is told. */
const LONGEST_ID = 64;

/** What a brain with a model is made of. */
export interface ModelBrainSetup {
  readonly connection: Connection;
  /** Who she is; see persona.ts. */
  readonly persona: { readonly persona?: string; readonly name: string; readonly age?: string };
  /** Told what is of interest for the log; holds no secret. */
  readonly onNote?: (note: string) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** What a brain keeps for its session. */
interface Session {
  readonly setup: ModelBrainSetup;
  readonly clock: Clock;
  readonly secrets: readonly string[];
  readonly nonce: string;
  model: Promise<LanguageModel> | undefined;
  /** The server has refused tools: it is not asked again. */
  refusesTools: boolean;
  /**
   * What the model said in the rounds of a reply, in its own form, by the signal that all rounds of
   * one reply share.
   */
  readonly said: WeakMap<AbortSignal, Said[]>;
}

/**
 * A brain that asks a model (SPEC section 5, "Provider brains"). Every `respond` is one request;
 * rounds and limits are decided in brain/turn.ts. Agents are offered as native tools; a server that
 * refuses them is asked again at once by tags, and only so from then on. Failures come as events,
 * each with its remedy, and never hold the key.
 */
export function createModelBrain(setup: ModelBrainSetup): Brain {
  const session: Session = {
    ...{ setup, clock: setup.clock ?? SYSTEM_CLOCK, secrets: secretsOf(setup.connection) },
    ...{ nonce: createNonce(), model: undefined, refusesTools: false, said: new WeakMap() },
  };
  return {
    name: setup.connection.provider,
    continues: true,
    async *respond(request: BrainRequest): AsyncIterable<BrainEvent> {
      while (true) {
        const mode = modeOf(session, request);
        const failure = yield* tryMode(session, request, mode);
        if (!failure) return;
        const { reason, away, refusesTools } = failure;
        if (mode !== "tools" || !refusesTools) return yield { type: "failure", reason, away };
        session.refusesTools = true;
        setup.onNote?.(`${reason}: asked by tags from now on`);
      }
    },
  };
}

function modeOf({ refusesTools }: Session, { catalog }: BrainRequest): CallMode {
  if (catalog.length === 0) return "none";
  return refusesTools ? "tags" : "tools";
}

/** Asks in one mode. Gives what went wrong, if anything did. */
async function* tryMode(session: Session, request: BrainRequest, mode: CallMode) {
  const { clock, setup } = session;
  const { signal } = request;
  const read = (error: unknown) => describeFailure(error, setup.connection);
  const options = { read, clock, random: setup.random ?? Math.random, signal };
  let hasGiven = false;
  try {
    for await (const event of withRetries(() => attempt(session, request, mode), options)) {
      hasGiven = true;
      yield event;
    }
  } catch (error) {
    signal.throwIfAborted();
    const failure = read(error);
    // What was shown cannot be said again in another mode.
    return hasGiven ? { ...failure, refusesTools: false } : failure;
  }
}

/** One request, and its answer as events. */
async function* attempt(
  session: Session,
  request: BrainRequest,
  mode: CallMode,
): AsyncGenerator<BrainEvent> {
  const { secrets, setup } = session;
  const said: Said = { text: "", parts: [] };
  const text = new RedactingStream(secrets);
  const tags = new TagStream({
    calls: mode === "tags",
    foreign: foreignTexts(request),
    onIgnored: (note) => setup.onNote?.(note),
  });
  let hasSaid = false;
  for await (const piece of ask(session, request, mode, said)) {
    const events = piece.type === "text" ? tags.push(text.push(piece.text)) : [
      // What was said before a call stays before it.
      ...tags.push(text.end()),
      callEvent(piece, secrets),
    ];
    hasSaid ||= events.some(isWord);
    yield* events;
  }
  const last = [...tags.push(text.end()), ...tags.end()];
  yield* last;
  // After agents there may be nothing to add: what they said joins the reply by itself.
  if (!hasSaid && !last.some(isWord) && request.rounds.length === 0) throw new AnswerError("empty");
  remember(session, request, said);
}

async function* ask(
  session: Session,
  request: BrainRequest,
  mode: CallMode,
  said: Said,
): AsyncGenerator<Piece> {
  const { setup, nonce } = session;
  const { catalog, conversation, message, rounds, signal } = request;
  const earlier = session.said.get(signal) ?? [];
  const messages = conversationMessages(conversation, message, { nonce, tags: mode === "tags" });
  const more = mode === "tools"
    ? toolMessages(rounds, earlier, nonce)
    : roundMessages(rounds, nonce, earlier.map((it) => it.text));
  yield* askModel({
    model: await loadModel(session),
    system: systemPrompt({ ...setup.persona, catalog, mode }),
    messages: [...messages, ...more],
    tools: mode === "tools" ? toolsOf(catalog) : undefined,
    ...{ signal, said },
  });
}

function loadModel(session: Session): Promise<LanguageModel> {
  const { connection } = session.setup;
  const entry = providerEntry(connection.provider)!;
  const { firstByteMs } = entry;
  const wire = () => createWire({ clock: session.clock, firstByteMs, idleMs: IDLE_MS });
  return session.model ??= entry.load(connection, wire());
}

/** A call as an event. Its id is the model's own word, and may be anything. */
function callEvent(piece: Piece & { type: "call" }, secrets: readonly string[]): BrainEvent {
  const { args, fault } = piece;
  const id = cleanLine(redact(piece.id, secrets).slice(0, LONGEST_ID));
  const clean = redactValue(args, secrets) as typeof args;
  if (fault === undefined) return { type: "call", id, args: clean };
  return { type: "call", id, args: {}, fault: `agent ${id}: ${fault}` };
}

/** What agents said, in this reply and in those that the model is told of. */
function foreignTexts({ conversation, rounds }: BrainRequest): string[] {
  const earlier = conversation.flatMap((exchange) => exchange.calls);
  return [...earlier, ...rounds.flat()].map((result) => result.message);
}

function isWord(event: BrainEvent): boolean {
  return event.type !== "text" || event.text.trim() !== "";
}

function remember({ said: all }: Session, { signal, rounds }: BrainRequest, said: Said): void {
  const earlier = all.get(signal) ?? [];
  all.set(signal, [...earlier.slice(0, rounds.length), said]);
}
