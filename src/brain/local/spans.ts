/**
 * Texts inside a clause: runs of words that an agent's vocabulary does not explain, and the open
 * parameters that can take them.
 */
import type { KnownAgent } from "./catalog.ts";
import {
  DETERMINERS,
  FINITE,
  isEmpty,
  PREPOSITIONS,
  QUESTION_WORDS,
  SEEKING_VERBS,
  SUBJECTS,
} from "./english.ts";
import { type Args, openText, withoutLead } from "./fill.ts";
import type { Clause } from "./frames.ts";
import type { Slot } from "./glossary.ts";
import { numberAt } from "./numbers.ts";
import type { Word } from "./words.ts";

/** A run of words that nothing of the vocabulary explains. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Words that part a text from what is in front of it. */
const GLUE =
  /^(?:up|down|out|is|are|was|be|it|i|you|me|us|do|does|will|please|and|or|then|what|how|like)$/;

/**
 * Joins unexplained words that only grammar words part: "milk and eggs", "Bath in England". With
 * several parameters to fill, a preposition begins the next one: "pounds | into kilos".
 */
export function spansOf(
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
        !taken(last.to + offset) &&
        // "milk | to the grocery list": what describes a word of the agent is no part of the text.
        !(PREPOSITIONS.has(word.norm) && (several || at + 1 < words.length && taken(at + 1)))
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
export function place(
  agent: KnownAgent,
  { act, body }: Clause,
  spans: readonly Span[],
  args: Args,
  taken: (at: number) => boolean,
): number | undefined {
  const open = agent.slots.filter((slot) => slot.open && !Object.hasOwn(args, slot.param.name));
  let unexplained = 0;
  const query = open.find((slot) => slot.leaveOut.size > 0);
  if (query) {
    // Its description says what to leave out, so the whole clause can be read as its text.
    const start = act === "request" ? 1 : 0;
    const led = spans.every(({ from }) => PREPOSITIONS.has(body[from]!.norm));
    const credited = act === "fragment" &&
      (spans.some(({ from }) => /^(?:by|from|of)$/.test(body[from]!.norm)) ||
        // "classic rock": what stands in front of the agent's word describes it.
        body.length <= 4 && taken(body.length - 1) &&
          spans.every(({ from, to }) =>
            to === body.length - 1 && !PREPOSITIONS.has(body[from]!.norm)
          ));
    // "find a record store": the word behind decides what is looked for.
    const headed = spans.some(({ from }) =>
      !PREPOSITIONS.has(body[from]!.norm) && from > 1 && from < body.length &&
      /^\p{Ll}/u.test(body[from]!.text) && !GLUE.test(body[from - 1]!.norm) &&
      !DETERMINERS.has(body[from - 1]!.norm)
    );
    if (act === "request" && headed && SEEKING_VERBS.has(body[0]!.stem)) return undefined;
    if (spans.length > 0 && !credited && !mayTake(agent, act, body, led, body.slice(start), open)) {
      return undefined;
    }
    const text = act === "question" ? undefined : openText(query, withoutLead(body.slice(start)));
    if (text !== undefined) args[query.param.name] = text;
    return 0;
  }
  for (const span of spans) {
    const words = body.slice(span.from, span.to);
    // "over ninety degrees": a bare number in a question is no text.
    const numeric = words.every((word) => isEmpty(word.norm) || numberAt([word], 0));
    if (act !== "request" && open.length > 0 && numeric) continue;
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
    act !== "question" &&
    body.some(({ norm }, at) =>
      QUESTION_WORDS.has(norm) || SUBJECTS.has(norm) && !isPointing(body, at)
    )
  ) return false;
  if (act === "wish" || act === "tell") return true;
  const size =
    words.filter((word) => !DETERMINERS.has(word.norm) && !PREPOSITIONS.has(word.norm)).length;
  const asksFor = act === "fragment" && open.some(({ param }) => param.required);
  return led && size <= 4 && (agent.purpose.informs || asksFor);
}

/** "that song", "an album that is on X": no subject of a sentence. */
function isPointing(body: readonly Word[], at: number): boolean {
  const next = body[at + 1]?.norm ?? "";
  return /^th(?:at|is|ese|ose)$/.test(body[at]!.norm) &&
    (at === 0 ? !FINITE.has(next) && next !== "" : /^(?:is|are|was)$/.test(next));
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
