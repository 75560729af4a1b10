/**
 * Routing by description: for sentences that no example fits, and for agents without examples. The
 * rule that keeps ordinary talk out: every word with a topic must be explained, by the agent's
 * vocabulary, a value of its parameters, or a text that one of them can take.
 */
import { isLight, type KnownAgent, type KnownCatalog } from "./catalog.ts";
import type { Meaning } from "./description.ts";
import {
  BROAD_VERBS,
  DETERMINERS,
  FACETS,
  isEmpty,
  PREPOSITIONS,
  QUESTION_WORDS,
  SUBJECTS,
  TELLING_VERBS,
  VERBS,
} from "./english.ts";
import { type Args, fillClosed, openText, withoutLead } from "./fill.ts";
import type { Clause } from "./frames.ts";
import { findStems, type Slot } from "./glossary.ts";
import { numberAt } from "./numbers.ts";
import { relatedTo } from "./thesaurus.ts";
import type { Word } from "./words.ts";

/** How well a description explains a clause. */
export interface Topic {
  readonly args: Args;
  readonly weight: number;
  /** The words that made the match, for `/why`. */
  readonly anchors: readonly string[];
}

/** A run of words that nothing of the vocabulary explains. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Words that part a text from what is in front of it. */
const GLUE =
  /^(?:up|down|out|is|are|was|be|it|i|you|me|us|do|does|will|please|and|or|then|what|how|like)$/;

/** Explains a clause by an agent's description; undefined where it does not. */
export function explain(
  agent: KnownAgent,
  clause: Clause,
  catalog: KnownCatalog,
): Topic | undefined {
  const { act, body } = clause;
  if (act === "refusal") return undefined;
  const saying = saidOf(agent, body);
  if (saying) return saying;
  if (act === "statement") return undefined;
  const asks = act === "question" || act === "explain";
  if (asks && !mayAnswer(agent, clause)) return undefined;
  if (act === "tell" && !agent.purpose.informs) return undefined;
  // "check the weather" asks for words, "water the plants" for a deed.
  const wants = act === "request" && !TELLING_VERBS.has(body[0]?.stem ?? "");
  const counts = (meaning: Meaning) => asks ? meaning.asked : !wants || meaning.wanted;
  const args: Args = {};
  const used = new Set<number>();
  const cued = fillClosed(agent, body, used, args);
  // Inside a question ("what is going on") a cue of several words may be an accident after all.
  const phrases = asks && !cued.has(0) ? new Set<number>() : cued;
  const anchors: string[] = [];
  let weight = 0;
  const left: number[] = [];
  body.forEach((word, at) => {
    const meaning = meaningOf(agent, word, asks, counts, at === 0);
    if (meaning) {
      weight += meaning.weight / Math.sqrt(catalog.spread.get(word.stem) ?? 1);
      const stands = (at > 0 || act !== "request" || meaning.verb) &&
        !(at > 0 && meaning.gerund && !/ings?$/.test(word.norm));
      const valued = phrases.has(at) ||
        used.has(at) && isDistinct(agent, word) && (act !== "fragment" || clause.framed);
      if (meaning.anchor && stands && !BROAD_VERBS.has(word.stem) || valued) {
        anchors.push(word.norm);
      }
    } else if (used.has(at)) {
      weight += isEmpty(word.norm) ? 0.1 : 0.9;
      const valued = isDistinct(agent, word) && (act !== "fragment" || clause.framed);
      if (phrases.has(at) || valued) anchors.push(word.norm);
    } else if (
      !isEmpty(word.norm) && !(at === 0 && act === "request" && isLight(word.stem, agent))
    ) {
      left.push(at);
    }
  });
  if (anchors.length === 0) return undefined;
  if (act === "request" && left[0] === 0) return undefined;
  // "roll over", "log out": with a particle the verb is another one.
  const particle = act === "request" && /^(?:over|out|off|into)$/.test(body[1]?.norm ?? "");
  if (particle && !used.has(1) && body.length === 2) return undefined;
  const open = agent.slots.filter((slot) => slot.open);
  const taken = (at: number) => used.has(at) || isOwn(agent, body[at]!, asks, counts);
  const names = (word: Word) => open.some(({ param }) => param.name === word.norm);
  const spans = spansOf(body, left, open.length > 1, taken, names);
  const unexplained = place(agent, clause, spans, args);
  if (unexplained === undefined) return undefined;
  if (unexplained > 0 && (weight < 1.7 || unexplained > 1 || act !== "request")) return undefined;
  return { args, weight: weight - 0.6 * unexplained, anchors };
}

/** "Use when the user says it is too dark": these very words, and nothing else with a topic. */
function saidOf(agent: KnownAgent, body: readonly Word[]): Topic | undefined {
  for (const stems of agent.purpose.sayings) {
    const at = findStems(body, stems);
    if (!at || !body.every((word, index) => at.includes(index) || isEmpty(word.norm))) continue;
    if (stems.length < 2 && body.length > 1) continue;
    const args: Args = {};
    fillClosed(agent, body, new Set(), args);
    return { args, weight: stems.length, anchors: [stems.join(" ")] };
  }
  return undefined;
}

/** Whether an agent gives facts of the kind that a question asks for. */
function mayAnswer(agent: KnownAgent, { act, body }: Clause): boolean {
  const { informs, asks } = agent.purpose;
  if (!informs) return false;
  // "do you like …", "what is your name": about her, never about an agent.
  if (body.some(({ norm }) => /^(?:you|your|yours|yourself)$/.test(norm))) return false;
  return act === "question" || body.slice(0, 5).some((word) => asks.has(word.norm));
}

/** Whether the agent's own vocabulary explains a word, and not only a hint of a parameter. */
function isOwn(
  agent: KnownAgent,
  word: Word,
  asks: boolean,
  counts: (meaning: Meaning) => boolean,
): boolean {
  return (meaningOf(agent, word, asks, counts, false)?.weight ?? 0) > HINT;
}

/** What a word of a parameter's description weighs: it belongs to the agent, and says little. */
const HINT = 0.2;

function meaningOf(
  agent: KnownAgent,
  word: Word,
  asks: boolean,
  counts: (meaning: Meaning) => boolean,
  leads: boolean,
): { weight: number; anchor: boolean; verb: boolean; gerund: boolean } | undefined {
  const { meanings } = agent.purpose;
  if (isEmpty(word.norm) && !meanings.has(word.stem)) return undefined;
  const own = meanings.get(word.stem);
  if (own && counts(own)) {
    return { weight: 0.9, anchor: own.anchor, verb: own.verb, gerund: own.gerund };
  }
  if (!asks && agent.spoken.has(word.stem)) {
    return { weight: 0.7, anchor: false, verb: false, gerund: false };
  }
  if (
    agent.slots.some(({ hints }) => hints.has(word.stem)) ||
    agent.purpose.informs && FACETS.has(word.norm)
  ) {
    return { weight: HINT, anchor: false, verb: false, gerund: false };
  }
  for (const other of relatedTo(word.stem)) {
    const related = meanings.get(other);
    if (related && counts(related)) {
      // A verb of the description answers to a verb only: "a note" is not "to save".
      const anchor = related.anchor && !BROAD_VERBS.has(other) && (leads || !VERBS.has(other));
      return { weight: 0.7, anchor, verb: related.verb, gerund: false };
    }
  }
  return undefined;
}

/** A value that says which agent is meant: "coffee" does, "on" and "small" do not. */
function isDistinct(agent: KnownAgent, word: Word): boolean {
  return !isEmpty(word.norm) && !/^\d/.test(word.norm) && !BROAD_VERBS.has(word.stem) &&
    agent.slots.some((slot) =>
      slot.param.enum !== undefined &&
      slot.cueIndex.get(word.stem)?.some((cue) => !cue.weak && cue.stems.length === 1)
    );
}

/**
 * Joins unexplained words that only grammar words part: "milk and eggs", "Bath in England". With
 * several parameters to fill, a preposition begins the next one: "pounds | into kilos".
 */
function spansOf(
  words: readonly Word[],
  left: readonly number[],
  several: boolean,
  taken: (at: number) => boolean,
  names: (word: Word) => boolean,
): Span[] {
  const spans: Span[] = [];
  for (const at of left) {
    const last = spans.at(-1);
    const between = last ? words.slice(last.to, at) : [];
    const joins = last &&
      between.every((word, offset) =>
        !taken(last.to + offset) && !(several && PREPOSITIONS.has(word.norm))
      );
    if (last && joins) spans[spans.length - 1] = { from: last.from, to: at + 1 };
    else spans.push({ from: at, to: at + 1 });
  }
  // What is in front belongs to the text ("in the hall", "new york"), and the name of the
  // parameter behind it ("living room").
  return spans.map(({ from, to }, index) => {
    let start = from;
    const before = Math.max(1, spans[index - 1]?.to ?? 1);
    while (start > before && !taken(start - 1) && !GLUE.test(words[start - 1]!.norm)) start--;
    let end = to;
    while (
      end < words.length && !isEmpty(words[end]!.norm) && (!taken(end) || names(words[end]!))
    ) {
      end++;
    }
    // "7 am": the half of the day belongs to the hour.
    if (/^[ap]m$/.test(words[end]?.norm ?? "") && numberAt(words, end - 1)) end++;
    return { from: start, to: end };
  });
}

/**
 * Gives the unexplained texts to open parameters. Gives how many words stay unexplained, or
 * undefined where they mean that the clause is about something else.
 */
function place(
  agent: KnownAgent,
  { act, body }: Clause,
  spans: readonly Span[],
  args: Args,
): number | undefined {
  const open = agent.slots.filter((slot) => slot.open && !Object.hasOwn(args, slot.param.name));
  let unexplained = 0;
  const query = open.find((slot) => slot.leaveOut.size > 0);
  if (query) {
    // Its description says what to leave out, so the whole clause can be read as its text.
    const start = act === "request" ? 1 : 0;
    const led = spans.every(({ from }) => PREPOSITIONS.has(body[from]!.norm));
    const credited = act === "fragment" &&
      spans.some(({ from }) => /^(?:by|from|of)$/.test(body[from]!.norm));
    if (spans.length > 0 && !credited && !mayTake(agent, act, body, led, body.slice(start), open)) {
      return undefined;
    }
    const text = act === "question" ? undefined : openText(query, withoutLead(body.slice(start)));
    if (text !== undefined) args[query.param.name] = text;
    return 0;
  }
  for (const span of spans) {
    const words = body.slice(span.from, span.to);
    const led = PREPOSITIONS.has(words[0]!.norm) || words[0]!.norm === "to" ||
      words[0]!.norm === "that" ||
      /[:,]/.test(body[span.from - 1]?.after ?? "");
    const slot = best(open, words, led);
    if (slot && mayTake(agent, act, body, led, words, open)) {
      const text = openText(slot, withoutLead(words));
      if (text !== undefined) args[slot.param.name] = text;
      open.splice(open.indexOf(slot), 1);
      continue;
    }
    // "tea towel", "coffee table": the word behind decides what it is about.
    if (!led && span.from > 0 && words.some((word) => !DETERMINERS.has(word.norm))) {
      return undefined;
    }
    unexplained += words.filter((word) => !isEmpty(word.norm)).length;
  }
  return unexplained;
}

/** Questions and fragments give a text only behind a preposition, and a short one. */
function mayTake(
  agent: KnownAgent,
  act: Clause["act"],
  body: readonly Word[],
  led: boolean,
  words: readonly Word[],
  open: readonly Slot[],
): boolean {
  if (act === "request") return true;
  // A thing that is wanted has no sentence inside: "a record of when I last …".
  if (
    act !== "question" && body.some(({ norm }) => SUBJECTS.has(norm) || QUESTION_WORDS.has(norm))
  ) return false;
  if (act === "wish" || act === "tell") return true;
  const size =
    words.filter((word) => !DETERMINERS.has(word.norm) && !PREPOSITIONS.has(word.norm)).length;
  const asksFor = act === "fragment" && open.some(({ param }) => param.required);
  return led && size <= 4 && (agent.purpose.informs || asksFor);
}

/** The parameter a text fits best: by the preposition in front of it, else the first. */
function best(open: readonly Slot[], words: readonly Word[], led: boolean): Slot | undefined {
  const lead = led ? words[0]!.norm : "";
  const score = (slot: Slot): number => {
    if (slot.hints.has(lead)) return 3;
    const place = /^(?:cit|plac|location|town|countr|region|room|area|wher|zone)/;
    const text = /^(?:text|note|messag|titl|content|name|label|task|item|what|body|subject)/;
    const hinted = (kind: RegExp) => [...slot.hints].some((hint) => kind.test(hint));
    if (/^(?:in|at|for|near|of)$/.test(lead) && hinted(place)) return 2;
    if (/^(?:to|that|about|called|named|saying|of|for|)$/.test(lead) && hinted(text)) return 1;
    return 0;
  };
  return open.toSorted((a, b) => score(b) - score(a))[0];
}
