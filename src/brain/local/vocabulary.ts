/** Which words of a sentence belong to an agent, and how strongly they speak for it. */
import type { KnownAgent } from "./catalog.ts";
import type { Meaning } from "./description.ts";
import { BROAD_VERBS, FACETS, isEmpty, VERBS } from "./english.ts";
import { relatedTo } from "./thesaurus.ts";
import type { Word } from "./words.ts";

/** What a word means to an agent. */
export interface Sense {
  readonly weight: number;
  /** Can be what the sentence is about. */
  readonly anchor: boolean;
  /** See `Meaning`. */
  readonly verb: boolean;
  readonly gerund: boolean;
}

/** What a word of a parameter's description weighs: it belongs to the agent, and says little. */
const HINT = 0.2;

/** What the agent's own words, its examples' and synonyms weigh. */
const VERB = 2;
const OWN = 0.9;
const SUPPORT = 0.7;

/** The part of an agent's vocabulary that counts in one clause. */
export interface Reading {
  readonly agent: KnownAgent;
  /** Whether the clause is a question. */
  readonly asks: boolean;
  /** Whether a word of the description counts in a clause of this kind. */
  counts(meaning: Meaning): boolean;
}

/** The sense of a word; `leads` says that it stands in the verb's place. Undefined: not the agent's. */
export function senseOf(
  { agent, asks, counts }: Reading,
  word: Word,
  leads: boolean,
): Sense | undefined {
  const { meanings, informs } = agent.purpose;
  const own = meanings.get(word.stem);
  if (isEmpty(word.norm) && !own) return undefined;
  if (own && counts(own)) {
    // The agent's own verb in the verb's place says most: "remind me to write" is no writing.
    const weight = leads && own.verb && own.anchor && !BROAD_VERBS.has(word.stem) ? VERB : OWN;
    return { weight, anchor: own.anchor, verb: own.verb, gerund: own.gerund };
  }
  if (!asks && agent.spoken.has(word.stem)) return { ...SUPPORTING, weight: SUPPORT };
  const hint = agent.slots.some(({ hints }) => hints.has(word.stem));
  if (hint || informs && FACETS.has(word.norm)) return { ...SUPPORTING, weight: HINT };
  for (const other of relatedTo(word.stem)) {
    const related = meanings.get(other);
    if (!related || !counts(related)) continue;
    // A verb of the description answers to a verb only: "a note" is not "to save".
    const anchor = related.anchor && !BROAD_VERBS.has(other) && (leads || !VERBS.has(other));
    return { weight: SUPPORT, anchor, verb: related.verb, gerund: false };
  }
  return undefined;
}

const SUPPORTING = { anchor: false, verb: false, gerund: false };

/** Whether the agent's own vocabulary explains a word, and not only a hint of a parameter. */
export function isOwn(reading: Reading, word: Word): boolean {
  return (senseOf(reading, word, false)?.weight ?? 0) > HINT;
}

/** A value that says which agent is meant: "coffee" does, "on" and "small" do not. */
export function isDistinct(agent: KnownAgent, word: Word): boolean {
  return !isEmpty(word.norm) && !/^\d/.test(word.norm) && !BROAD_VERBS.has(word.stem) &&
    agent.slots.some((slot) =>
      slot.param.type === "string" &&
      slot.cueIndex.get(word.stem)?.some((cue) => !cue.weak && cue.stems.length === 1)
    );
}
