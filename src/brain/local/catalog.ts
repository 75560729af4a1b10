import type { BrainRequest } from "../brain.ts";
import type { Manifest } from "../../agents/agent.ts";
import { type Purpose, purposeOf } from "./description.ts";
import { isEmpty, LIGHT_VERBS, PLACING_VERBS, TELLING_VERBS, VERBS } from "./english.ts";
import { type Slot, slotsOf } from "./glossary.ts";
import { impliedExamples } from "./implied.ts";
import { type Example, exampleOf } from "./patterns.ts";
import { stemOf, wordsOf } from "./words.ts";

/** An agent as the brain knows it: its manifest, read once. */
export interface KnownAgent {
  readonly manifest: Manifest;
  readonly slots: readonly Slot[];
  readonly purpose: Purpose;
  readonly examples: readonly Example[];
  /** Stems of its examples outside the holes; they support a match, and never make one. */
  readonly spoken: ReadonlySet<string>;
}

/** All agents that can be called, read once per catalog. */
export interface KnownCatalog {
  readonly agents: readonly KnownAgent[];
  /** Verbs the catalog adds to the everyday ones. */
  readonly verbs: ReadonlySet<string>;
  /** In how many agents' descriptions a stem stands: one that many share tells little. */
  readonly spread: ReadonlyMap<string, number>;
}

/** Reads a catalog. Takes the agents and her own name, folded (for wake words in examples). */
export function readCatalog(catalog: BrainRequest["catalog"], name: string): KnownCatalog {
  const purposes = catalog.map(({ manifest }) =>
    purposeOf(
      manifest.id,
      manifest.description,
      manifest.params,
    )
  );
  const verbs = new Set<string>();
  const spread = new Map<string, number>();
  catalog.forEach(({ manifest }, at) => {
    for (const stem of catalogVerbs(manifest, purposes[at]!)) verbs.add(stem);
    for (const stem of purposes[at]!.meanings.keys()) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  });
  const agents = catalog.map(({ manifest }, at): KnownAgent => {
    const slots = slotsOf(manifest);
    const examples = [...manifest.examples, ...impliedExamples(manifest)]
      .map((example) => exampleOf(example, slots, name, verbs));
    const spoken = new Set(
      manifest.examples.flatMap((example) => wordsOf(example.replaceAll(/\{\w+\}/g, " ")))
        .filter((word) => !isEmpty(word.norm)).map((word) => word.stem),
    );
    return { manifest, slots, purpose: purposes[at]!, examples, spoken };
  });
  return { agents, verbs, spread };
}

/**
 * Verbs that examples and the description show, so that an agent may bring a verb of its own that
 * nobody else knows.
 */
function catalogVerbs(manifest: Manifest, { meanings }: Purpose): string[] {
  // An example may also begin with a noun ("song by {x}"), which the description uses as one.
  const first = manifest.examples.map((example) => wordsOf(example)[0]?.norm ?? "")
    .filter((word) => meanings.get(stemOf(word))?.verb !== false);
  const described = [...meanings].filter(([, { verb }]) => verb).map(([stem]) => stem);
  return [...described, ...first.filter((word) => word !== "" && !isEmpty(word)).map(stemOf)];
}

/** Whether a stem is a verb without a topic for this agent: "make", and "show" where it informs. */
export function isLight(stem: string, agent: KnownAgent): boolean {
  return agent.purpose.informs
    ? TELLING_VERBS.has(stem) || LIGHT_VERBS.has(stem) && !PLACING_VERBS.has(stem)
    : LIGHT_VERBS.has(stem);
}

/** Whether a stem is an everyday verb. */
export function isVerb(stem: string): boolean {
  return VERBS.has(stem);
}
