import { fold } from "../../text/fold.ts";
import { cleanLine } from "../../text/clean.ts";
import type { Brain, BrainEvent, BrainRequest } from "../brain.ts";
import { type KnownCatalog, readCatalog } from "./catalog.ts";
import { decide } from "./decide.ts";
import { followUp } from "./followups.ts";
import { questionFor } from "./question.ts";
import { chat } from "./smalltalk.ts";

/** Longer messages are cut here before they are read: nothing behind it could change a decision. */
const MOST_CHARACTERS = 4000;

/** How the embedded brain is told who she is. */
export interface LocalOptions {
  readonly name: string;
  /** In words or years; without it she dodges the question. */
  readonly age?: string;
}

/**
 * The embedded brain (SPEC section 5): no network, no model. It reads the manifests of the catalog
 * alone. Takes who she is; gives a brain that answers in one round. Its path, a file a step:
 * words -> frames (what a sentence is for) -> route (patterns from examples, topics from
 * descriptions) -> fill (parameters) -> decide (several parts) -> followups -> smalltalk.
 */
export function createLocalBrain(options: LocalOptions): Brain {
  const name = fold(options.name).trim();
  // Read when first needed, and once per catalog: it does not change while the program runs.
  let known: { from: BrainRequest["catalog"]; catalog: KnownCatalog } | undefined;
  return {
    name: "local",
    continues: false,
    async *respond(request: BrainRequest): AsyncIterable<BrainEvent> {
      if (known?.from !== request.catalog) {
        known = { from: request.catalog, catalog: readCatalog(request.catalog, name) };
      }
      // A line end parts sentences as a full stop does; other control characters mean nothing.
      const message = cleanLine(
        request.message.slice(0, MOST_CHARACTERS).replaceAll(/\s*[\r\n]+\s*/g, " . "),
      );
      yield* answer({ ...request, message }, known.catalog, options, name);
    },
  };
}

function* answer(
  request: BrainRequest,
  catalog: KnownCatalog,
  persona: LocalOptions,
  name: string,
): Iterable<BrainEvent> {
  const alone = decide(request.message, catalog, name);
  const next = followUp(request, catalog, name, alone) ?? alone;
  if ("say" in next) return yield { type: "text", text: next.say };
  for (const { id, args, why } of next.calls) yield { type: "call", id, args, why };
  if (next.calls.length > 0) return;
  if (alone.ask) return yield { type: "text", text: questionFor(alone.ask.slot) };
  const reply = chat(request.message, request.conversation, persona, catalog);
  if (reply.mood) yield { type: "mood", mood: reply.mood };
  if (reply.action) yield { type: "pet", command: { kind: "action", name: reply.action } };
  else if (reply.event) yield { type: "pet", command: { kind: "event", name: reply.event } };
  yield { type: "text", text: reply.text };
}
