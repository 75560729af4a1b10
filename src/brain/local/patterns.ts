/**
 * Examples of a manifest as patterns: "put on {query}" fits whatever is said with these words in
 * this order, wrapped in any frame, with any text in the hole.
 */
import { BROAD_VERBS, DETERMINERS, isEmpty, LIGHT_VERBS, PREPOSITIONS } from "./english.ts";
import { type Act, type Clause, frameOf } from "./frames.ts";
import { findStems, type Slot } from "./glossary.ts";
import { numberAt } from "./numbers.ts";
import { relatedTo } from "./thesaurus.ts";
import { normOf, type Word, wordsOf } from "./words.ts";

/** A piece of a pattern: a word that must be said, or a hole for a parameter. */
type Part =
  | { readonly word: Word; readonly optional: boolean }
  | { readonly slot: Slot };

/** An example, ready for matching. */
export interface Pattern {
  readonly example: string;
  readonly act: Act;
  readonly parts: readonly Part[];
  /** Says no word with a topic ("a bit of {x}"): it answers only its own act, and only names. */
  readonly vague: boolean;
  /** The words with a topic: a clause without one of them need not be tried. */
  readonly needs: readonly Word[];
}

/** An example that becomes a pattern when a clause shares a word with it. */
export interface Example {
  /** Stems of its words with a topic that no wrapping takes off; empty where there are none. */
  readonly content: readonly string[];
  /** Made by its first use: taking off the wrapping is what costs when manifests are read. */
  readonly pattern: () => Pattern | undefined;
}

/** Reads an example. Takes what `patternOf` takes; gives it unread. */
export function exampleOf(...parts: Parameters<typeof patternOf>): Example {
  let made: { readonly pattern: Pattern | undefined } | undefined;
  return {
    content: wordsOf(parts[0].replaceAll(/\{\w+\}/g, " "))
      .filter(({ norm, stem }) => !isEmpty(norm) && !LIGHT_VERBS.has(stem) && !WRAPPING.has(norm))
      .map(({ stem }) => stem),
    pattern: () => (made ??= { pattern: patternOf(...parts) }).pattern,
  };
}

/** Verbs that wrappings hold. */
const WRAPPING: ReadonlySet<string> = new Set(
  "tell inform know find wonder help mind let try feel ask hit hand bring fancy crave prefer enjoy"
    .split(" "),
);

/** Whether a clause of these stems could fit an example. */
export function mayFit({ content }: Example, said: ReadonlySet<string>): boolean {
  return content.length === 0 ||
    content.some((stem) => said.has(stem) || [...relatedTo(stem)].some((other) => said.has(other)));
}

/** How a clause fits a pattern. */
export interface Fit {
  readonly pattern: Pattern;
  /** Word positions in each hole, in the order of the pattern; a parameter may have two holes. */
  readonly holes: readonly { readonly slot: Slot; readonly from: number; readonly to: number }[];
  /** Content words that were said as the example says them, in words; synonyms count a little less. */
  readonly weight: number;
}

/** Stands for a hole while the frame is taken off an example. */
const HOLE = "xholex";

/** Makes a pattern of an example; undefined where it would fit anything, or names unknown holes. */
export function patternOf(
  example: string,
  slots: readonly Slot[],
  name: string,
  verbs: ReadonlySet<string>,
): Pattern | undefined {
  const holes: Slot[] = [];
  let unknown = false;
  const text = example.replaceAll(/\{(\w+)\}/g, (_, param) => {
    const slot = slots.find((slot) => slot.param.name === param);
    if (slot) holes.push(slot);
    else unknown = true;
    return ` ${HOLE} `;
  });
  if (unknown) return undefined;
  const { act, body } = frameOf(wordsOf(text), name, verbs);
  // The frame may have moved or swallowed a hole; patterns with a hole too few are of no use.
  const order = holes.slice();
  const parts = body.map((word): Part => {
    if (word.norm === HOLE && order.length > 0) return { slot: order.shift()! };
    return {
      word,
      optional: DETERMINERS.has(word.norm) && !/^(?:that|this|some)$/.test(word.norm),
    };
  });
  const says = parts.some((part) => "word" in part && !isEmpty(part.word.norm));
  const closed = parts.every((part) => !("slot" in part) || !part.slot.open);
  // Nothing but grammar and a text ("some {x}"), or nothing but a value ("give me {x}").
  const spoken = parts.filter((part) => "word" in part && !DETERMINERS.has(part.word.norm)).length;
  const open = parts.every((part) => !("slot" in part) || part.slot.open);
  const vague = !says && spoken < 3 && (closed || open);
  const plenty = parts.filter((part) => "word" in part).length >= 1;
  const needs = parts.flatMap((part) => "word" in part && !part.optional ? [part.word] : []);
  return order.length > 0 || parts.length === 0 || !(says || closed || plenty)
    ? undefined
    : { example, act, parts, vague, needs };
}

/** Which acts an example of one act may answer: "give me {x}" also fits "some x, please". */
const ANSWERS: Readonly<Record<Act, readonly Act[]>> = {
  request: ["request"],
  wish: ["wish", "fragment", "tell"],
  fragment: ["fragment", "wish", "tell"],
  tell: ["tell", "question", "wish", "fragment"],
  question: ["question", "tell", "explain"],
  explain: ["explain", "question", "tell"],
  statement: ["statement"],
  refusal: ["refusal"],
};

/** Fits a clause to a pattern. Takes both; gives the first fit with the shortest holes, if any. */
export function fit(pattern: Pattern, clause: Clause): Fit | undefined {
  const answers = pattern.vague
    ? pattern.act === clause.act
    : ANSWERS[pattern.act].includes(clause.act);
  if (!answers) return undefined;
  const words = clause.body;
  if (!pattern.needs.every((need) => words.some((word) => likeness(need, word, true) > 0))) {
    return undefined;
  }
  const holes: { slot: Slot; from: number; to: number }[] = [];
  // Backtracking over a pattern of some ten parts; the budget keeps hostile ones cheap.
  let budget = 2000;
  // Words may be passed over behind a word of the pattern, never behind a hole: they are its text.
  const from = (part: number, at: number, weight: number, loose = true): number | undefined => {
    if (budget-- <= 0) return undefined;
    const piece = pattern.parts[part];
    if (!piece) return isRest(words.slice(at), pattern) ? weight : undefined;
    if ("word" in piece) {
      const word = words[at];
      const gain = word ? likeness(piece.word, word, clause.act === "request") : 0;
      if (gain > 0) {
        const found = from(part + 1, at + 1, weight + gain);
        if (found !== undefined) return found;
      }
      if (piece.optional) {
        const found = from(part + 1, at, weight, loose);
        if (found !== undefined) return found;
      }
      const free = word && !/^th(?:is|at|ese|ose)$/.test(word.norm) &&
        (DETERMINERS.has(word.norm) || /^(?:please|just)$/.test(word.norm));
      return free && loose ? from(part, at + 1, weight) : undefined;
    }
    for (let end = at + 1; end <= words.length; end++) {
      if (!fills(piece.slot, words, at, end)) continue;
      // "who is she", "what is up": nothing that could be looked for.
      if (pattern.vague && piece.slot.open && words.slice(at, end).every(isGrammar)) continue;
      // A preposition belongs to what follows it: "the pills | at 5 pm".
      const next = pattern.parts[part + 1];
      if (next && "slot" in next && PREPOSITIONS.has(words[end - 1]!.norm)) continue;
      // "who is your maker": about her, never about an agent.
      if (clause.act !== "request" && /^you(?:r|rs|rself)?$/.test(words[at]!.norm)) continue;
      // "some {x}" says nothing about x, so x must be a name: "some help" is not one.
      if (pattern.vague && pattern.act === "wish" && piece.slot.open && !isName(words, at)) {
        continue;
      }
      holes.push({ slot: piece.slot, from: at, to: end });
      const gain = piece.slot.temporal ? 0.3 : piece.slot.open ? 0 : 0.9;
      const found = from(part + 1, end, weight + gain, !piece.slot.open);
      if (found !== undefined) return found;
      holes.pop();
    }
    return undefined;
  };
  const weight = from(0, 0, 0);
  return weight === undefined ? undefined : { pattern, holes: holes.slice(), weight };
}

function fills(slot: Slot, words: readonly Word[], from: number, to: number): boolean {
  // "play on", "switch the": a particle is a part of the verb, an article of what follows.
  const bare = ({ norm }: Word) => PREPOSITIONS.has(norm) || /^(?:the|an?|my|your)$/.test(norm);
  if (slot.temporal) return isTime(words.slice(from, to), from + 1 === to);
  if (slot.open) return !words.slice(from, to).every(bare);
  if (slot.param.type === "int") return numberAt(words, from)?.length === to - from;
  const inside = words.slice(from, to);
  return slot.cues.some((cue) => {
    const found = findStems(inside, cue.stems);
    return found !== undefined && inside.every((word, at) => found.includes(at) || bare(word));
  });
}

/** A point in time: a day, an hour, or either behind a preposition ("in 10 minutes", "at noon"). */
function isTime(words: readonly Word[], bare: boolean): boolean {
  const [first] = words;
  if (/^(?:today|tonight|tomorrow|later|now|noon|midnight)$/.test(first!.norm)) return true;
  if (bare) return /day$|^\d/.test(first!.norm);
  return /^(?:at|in|on|by|next|every|this|before|after|half|quarter)$/.test(first!.norm)
    ? words.some(({ norm }, at) =>
      numberAt(words, at) !== undefined || /^\d/.test(norm) ||
      /day$|^(?:noon|midnight|morning|afternoon|evening|night|hour|week|month|year)$/.test(norm)
    )
    : numberAt(words, 0) !== undefined;
}

function likeness(expected: Word, said: Word, points: boolean): number {
  const empty = isEmpty(expected.norm);
  const full = LIGHT_VERBS.has(expected.stem) ? 0.5 : BROAD_VERBS.has(expected.stem) ? 0.7 : 1;
  if (expected.norm === said.norm) return empty ? 0.1 : full;
  // Who asks makes no difference: "what am I …", "what are we …".
  if (/^(?:i|we)$/.test(expected.norm) && /^(?:i|we)$/.test(said.norm)) return 0.1;
  if (/^(?:some|any)thing$/.test(expected.norm) && /^(?:some|any)thing$/.test(said.norm)) {
    return 0.1;
  }
  if (/^(?:am|are|is)$/.test(expected.norm) && /^(?:am|are|is)$/.test(said.norm)) return 0.1;
  // "pause it" and "pause that" ask for the same; "what is it" and "what is that" do not.
  const pointer = /^(?:it|that|this|them|these|those)$/;
  const toward = /^(?:to|into)$/;
  if (toward.test(expected.norm) && toward.test(said.norm)) return 0.1;
  if (points && pointer.test(expected.norm) && pointer.test(said.norm)) return 0.1;
  if (empty) return 0;
  if (expected.stem === said.stem) return full;
  return relatedTo(expected.stem).has(said.stem) ? 0.8 * full : 0;
}

function isGrammar({ norm }: Word): boolean {
  return isEmpty(norm);
}

/** Whether a word is a number or written with a capital, in a message that uses them with care. */
function isName(words: readonly Word[], at: number): boolean {
  return /^\d/.test(words[at]!.norm) ||
    /^\p{Lu}/u.test(words[at]!.text) && words.some((word) => /^\p{Ll}/u.test(word.text));
}

/** What may follow an example without changing it: "for a second", "again", "today". */
function isRest(words: readonly Word[], { act, parts }: Pattern): boolean {
  const bare = act === "request" && parts.every((part) => "word" in part);
  const pointed = bare &&
    /^(?:it|that|this|them|these|those|everything)$/.test(words[0]?.norm ?? "");
  const norm = normOf(pointed ? words.slice(1) : words);
  if (norm === "") return true;
  return /^(?:for (?:a|one) (?:second|sec|moment|bit|while|minute)|(?:right )?now|a (?:bit|little)|in the background|there|here|instead|too|as well|already|anyway|all|completely)$/
    .test(norm);
}
