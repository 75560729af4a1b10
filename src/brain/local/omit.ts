/** Takes out of a text what its parameter's description says to leave out. */
import { isEmpty, isVague } from "./english.ts";
import type { Slot } from "./glossary.ts";
import { numberAt } from "./numbers.ts";
import type { Word } from "./words.ts";

/** Join a value's parts; one in front of a part that is left out goes with it. */
const CONNECTORS =
  /^(?:by|from|of|on|in|off|using|via|through|with|for|to|at|and|about|named|called|entitled|titled|out|is)$/;

/** Names of decades, which speech recognisers and people spell in several ways. */
const DECADE =
  /^(?:(?:19|20)?\d0'?s|(?:twent|thirt|fou?rt|fift|sixt|sevent|eight|ninet)ies|(?:19|20)\d\d)$/;

/** Say which of many, by quality or rank; never what. */
const RANK =
  /^(?:best|greatest|latest|newest|hottest|biggest|finest|coolest|last|first|second|third|fourth|fifth|next|top|top-.*|most|popular|famous|recent|current|rated|listened|played|decent|interesting|number)$/;

/** Of these, the ones that hardly any name begins with, so that no noun must follow them. */
const PLAIN_RANK = /^(?:latest|newest|top|top-.*|popular|famous)$/;

/** How a work came about: "anything X recorded in the fifties". */
const MAKING = /^(?:made|recorded|sung|performed|written|composed|released|produced|played)$/;

/** What leads to the words of a work, behind "the song that". */
const SOUNDS = /^(?:goes|sounds|starts|begins|like|this|out|off)$/;

/**
 * Gives the words that belong to the value. The text is read in stretches between connectors
 * ("X | by Y | from 1976 | on Z"): left-out phrases go, with what describes them, and a stretch of
 * which nothing is left goes with its connector.
 */
export function omit(words: readonly Word[], slot: Slot): readonly Word[] {
  if (slot.leaveOut.size === 0) return words;
  const kept: Word[] = [];
  const stretches = stretchesOf(words);
  for (const [at, stretch] of stretches.entries()) {
    const first = at === 0;
    const joint = stretch[0] !== undefined && CONNECTORS.test(stretch[0].norm) &&
      stretch.length > 1;
    const body = joint ? stretch.slice(1) : stretch;
    if (MAKING.test(body.at(-1)?.text ?? "") && stretches[at + 1]) body.pop();
    const left = withoutOmitted(body, slot, kept.length === 0 && !joint);
    if (left.length === 0) continue;
    const connector = stretch[0]!;
    const listed = slot.leaveOut.has(connector.stem);
    const names = /^(?:named|called|entitled|titled)$/.test(connector.norm);
    const pronoun = /^(?:me|you|your|my|him|her|us|it|myself)$/.test(left[0]!.norm);
    if (
      joint && !names &&
      (kept.length > 0 ? !listed || pronoun : !listed && first && left.length === body.length)
    ) {
      kept.push(connector);
    }
    kept.push(...left);
  }
  // "… that's on X", "… next": what led to something left out, or only says when, goes too.
  while (
    kept.length > 1 && kept.length < words.length &&
      /^(?:that|which|is|was|possible)$/.test(kept.at(-1)!.norm) ||
    kept.length > 1 && kept.at(-1)!.norm === "off" && kept.at(-1) !== words.at(-1) ||
    kept.length > (kept.length < words.length ? 1 : 2) &&
      /^(?:next|again)$/.test(kept.at(-1)!.text)
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
  const out = listedIn(words, slot);
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
  leaveOutRanks(words, out, opening);
  leaveOutClause(words, out);
  // What stands between the front and a left-out word describes that word: "some good old songs".
  const first = Math.min(...out);
  if (
    out.size > 0 && words.slice(0, first).every(({ norm }) => isEmpty(norm) && !isTimeOfDay(norm))
  ) {
    for (let at = 0; at < first; at++) out.add(at);
  }
  const left = words.flatMap((word, at) => {
    if (out.has(at)) return [];
    // "Ann's latest": with the thing gone, so is the possessive.
    return out.has(at + 1) ? [withoutPossessive(word)] : [owner(word, at, words)];
  });
  if (
    out.size > 0 && left.length > 1 && /^(?:the|an?)$/.test(left[0]!.text) &&
    left[1]!.norm.length > 1
  ) {
    left.shift();
  }
  const vague = ({ norm, text }: Word) =>
    (isVague(norm) || RANK.test(norm)) && !/^\p{Lu}/u.test(text);
  return left.every(vague) ? [] : left;
}

/** Positions of the phrases that the description lists. */
function listedIn(words: readonly Word[], slot: Slot): Set<number> {
  const out = new Set<number>();
  for (let at = 0; at < words.length; at++) {
    for (const stems of slot.leaveOut.get(words[at]!.stem) ?? []) {
      if (stems.every((stem, offset) => words[at + offset]?.stem === stem)) {
        if (stems.length === 1 && (insideTitle(words, at, slot) || isNumbered(words, at))) continue;
        stems.forEach((_, offset) => out.add(at + offset));
      }
    }
  }
  return out;
}

/**
 * Leaves out ranks and numbers of what is left out ("the twenty most popular songs", "top ten") and
 * ranks in front of a name ("the latest Ann Lee"); "the good ship" and "last christmas" keep theirs.
 */
function leaveOutRanks(words: readonly Word[], out: Set<number>, opening: boolean): void {
  const lower = (at: number) => /^[^\p{Lu}]/u.test(words[at]?.text ?? "");
  const ranks = (at: number) => RANK.test(words[at]!.norm) || isVague(words[at]!.norm);
  // "a r rahman": what stands before a single letter is one as well.
  const initial = (at: number) => /^.$/u.test(words[at + 1]?.norm ?? "");
  const lead = words.findIndex((_, at) => !lower(at) || initial(at) || !ranks(at) && !out.has(at));
  for (let at = words.length - 1; at >= 0; at--) {
    if (out.has(at) || !lower(at)) continue;
    const leads = at < lead;
    const described = out.has(at + 1) &&
        (ranks(at) || isEmpty(words[at]!.norm) && !isTimeOfDay(words[at]!.norm) ||
          numberAt(words, at) !== undefined) ||
      leads && Math.max(...out) > at;
    // Inside a title an article stays: "Riders on the Storm".
    const named = leads && !lower(lead) && at + 1 < words.length &&
      (opening || words.slice(0, lead).some(({ norm }) => RANK.test(norm)));
    if (described || named || leads && PLAIN_RANK.test(words[at]!.norm)) out.add(at);
  }
  words.forEach((_, at) => {
    const ranked = out.has(at - 1) && /^(?:top|number)$/.test(words[at - 1]!.norm);
    if (ranked && numberAt(words, at) !== undefined) out.add(at);
  });
}

/** "a song that makes me smile" describes the song; in "a song that goes X", X is what is meant. */
function leaveOutClause(words: readonly Word[], out: Set<number>): void {
  const from = words.findIndex(({ norm }, at) =>
    out.has(at - 1) && /^(?:that|which|who)$/.test(norm)
  );
  if (from < 0) return;
  const sounds = SOUNDS.test(words[from + 1]?.norm ?? "");
  for (let at = from; at < words.length; at++) {
    if (sounds && at > from && !SOUNDS.test(words[at]!.norm)) break;
    out.add(at);
  }
}

/** "my morning playlist": says which one. */
function isTimeOfDay(norm: string): boolean {
  return /^(?:morning|afternoon|evening|night|weekend|\w+day)$/.test(norm);
}

/** "symphony no 5", "song 2": the number needs its noun. */
function isNumbered(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]?.norm ?? "";
  return /^\d{1,2}$/.test(/^(?:no|number)$/.test(next) ? words[at + 2]?.norm ?? "" : next);
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
