import { fold } from "../../text/fold.ts";
import type { Brain, BrainEvent, BrainRequest } from "../brain.ts";
import { type KnownCatalog, readCatalog } from "./catalog.ts";
import { decide } from "./decide.ts";

/** Longer messages are cut here before they are read: nothing behind it could change a decision. */
const MOST_CHARACTERS = 4000;

/** How the embedded brain is told who she is. */
export interface LocalOptions {
  readonly name: string;
  /** In words or years; she dodges the question without it. */
  readonly age?: string;
}

/**
 * The embedded brain (SPEC section 5): no network, no model. It reads the manifests of the catalog
 * alone. Takes who she is; gives a brain that answers in one round.
 */
export function createLocalBrain(options: LocalOptions): Brain {
  const name = fold(options.name).trim();
  let known: { from: BrainRequest["catalog"]; catalog: KnownCatalog } | undefined;
  return {
    name: "local",
    continues: false,
    async *respond(request: BrainRequest): AsyncIterable<BrainEvent> {
      if (known?.from !== request.catalog) {
        known = { from: request.catalog, catalog: readCatalog(request.catalog, name) };
      }
      const message = request.message.slice(0, MOST_CHARACTERS);
      const { calls } = decide(message, known.catalog, name);
      for (const call of calls) yield { type: "call", ...call };
    },
  };
}
