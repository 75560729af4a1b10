/** Takes out of a text what its parameter's description says to leave out. */
import { isEmpty, isVague } from "./english.ts";
import type { Slot } from "./glossary.ts";
import type { Word } from "./words.ts";

/** Join a value's parts; one in front of a part that is left out goes with it. */
const CONNECTORS =
  /^(?:by|from|of|on|in|off|using|via|through|with|for|to|at|and|about|named|called|out|is)$/;

/** Names of decades, which speech recognisers and people spell in several ways. */
const DECADE =
  /^(?:(?:19|20)?\d0'?s|(?:twent|thirt|fou?rt|fift|sixt|sevent|eight|ninet)ies|(?:19|20)\d\d)$/;

/**
 * Gives the words that belong to the value. The text is read in stretches between connectors
 * ("X | by Y | from 1976 | on Z"): left-out phrases go, with vague words beside them, and a stretch
 * of which nothing is left goes with its connector.
 */
export function omit(words: readonly Word[], slot: Slot): readonly Word[] {
  if (slot.leaveOut.size === 0) return words;
  const kept: Word[] = [];
  for (const [at, stretch] of stretchesOf(words).entries()) {
    const first = at === 0;
    const joint = stretch[0] !== undefined && CONNECTORS.test(stretch[0].norm) &&
      stretch.length > 1;
    const body = joint ? stretch.slice(1) : stretch;
    const left = withoutOmitted(body, slot, kept.length === 0 && !joint);
    if (left.length === 0) continue;
    const connector = stretch[0]!;
    const listed = slot.leaveOut.has(connector.stem);
    const names = /^(?:named|called)$/.test(connector.norm);
    const pronoun = /^(?:me|you|your|my|him|her|us|it|myself)$/.test(left[0]!.norm);
    if (
      joint && !names &&
      (kept.length > 0 ? !listed || pronoun : !listed && first && left.length === body.length)
    ) {
      kept.push(connector);
    }
    kept.push(...left);
  }
  // "… that's on X": what led to something left out goes too.
  while (
    kept.length > 1 && kept.length < words.length &&
    /^(?:that|which|is|was|possible)$/.test(kept.at(-1)!.norm)
  ) {
    kept.pop();
  }
  return kept;
}

function stretchesOf(words: readonly Word[]): Word[][] {
  const stretches: Word[][] = [[]];
  for (const word of words) {
    if (CONNECTORS.test(word.norm)) stretches.push([word]);
    else stretches.at(-1)!.push(word);
  }
  return stretches.filter((stretch) => stretch.length > 0);
}

function withoutOmitted(words: readonly Word[], slot: Slot, opening: boolean): Word[] {
  const out = new Set<number>();
  for (let at = 0; at < words.length; at++) {
    for (const stems of slot.leaveOut.get(words[at]!.stem) ?? []) {
      if (stems.every((stem, offset) => words[at + offset]?.stem === stem)) {
        if (stems.length === 1 && insideTitle(words, at, slot)) continue;
        stems.forEach((_, offset) => out.add(at + offset));
      }
    }
  }
  const omitted = out.size > 0;
  if (slot.leaveOutYears) {
    words.forEach((word, at) => {
      // "1999" alone may be a title; "from 1999" and "1999 album" are not.
      if (
        DECADE.test(word.norm) && (omitted || !opening || words.length > 1 && at < words.length - 1)
      ) {
        out.add(at);
      }
    });
  }
  // "good" and "last" are left out of "good songs" and "the last ones", not of "the good ship".
  for (let at = words.length - 1, noun = true; at >= 0; at--) {
    if (!out.has(at)) noun &&= [...out].some((other) => other > at);
    else if (!noun && describes(words[at]!)) out.delete(at);
  }
  if (out.size === 0) return words.map(owner);
  // What stands between the front and a left-out word describes that word: "some good old songs".
  const first = Math.min(...out);
  if (words.slice(0, first).every((word) => isEmpty(word.norm))) {
    for (let at = 0; at < first; at++) out.add(at);
  }
  const left = words.flatMap((word, at) => {
    if (out.has(at)) return [];
    // "Ann's latest": with the thing gone, so is the possessive.
    return out.has(at + 1) ? [withoutPossessive(word)] : [owner(word, at, words)];
  });
  if (left.length > 1 && /^(?:the|an?)$/.test(left[0]!.text) && left[1]!.norm.length > 1) {
    left.shift();
  }
  return left.every((word) => isVague(word.norm) && !/^\p{Lu}/u.test(word.text)) ? [] : left;
}

/** Adjectives of quality and rank. */
function describes({ norm }: Word): boolean {
  return isEmpty(norm) && !/thing$/.test(norm) ||
    /est$|^(?:last|top|popular|famous|rated|most|decent|classic|number|first|second)$/.test(norm);
}

/** A capitalised word beside a capitalised word is part of a name: "Moonlight Serenade". */
function insideTitle(words: readonly Word[], at: number, slot: Slot): boolean {
  const capital = (word: Word | undefined) => /^\p{Lu}\p{Ll}/u.test(word?.text ?? "");
  const listed = (word: Word) => slot.leaveOut.has(word.stem);
  const named = (word: Word | undefined) => capital(word) && !listed(word!);
  return capital(words[at]) && (named(words[at - 1]) || named(words[at + 1]));
}

/** "Ann Lee's Some Title" names a maker and a work; the possessive belongs to neither. */
function owner(word: Word, at: number, words: readonly Word[]): Word {
  const names = [word, words[at + 1]].every((one) => /^\p{Lu}/u.test(one?.text ?? ""));
  return names && /[^t]'s$/.test(word.norm) ? withoutPossessive(word) : word;
}

function withoutPossessive(word: Word): Word {
  return { ...word, text: word.text.replace(/['’]s?$/, "") };
}
