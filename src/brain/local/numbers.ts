import type { Word } from "./words.ts";

/** A number in a sentence. */
export interface Numeral {
  readonly value: number;
  /** How many words it spans. */
  readonly length: number;
}

const ONES: Readonly<Record<string, number>> = Object.fromEntries(
  ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
    "sixteen seventeen eighteen nineteen").split(" ").map((name, value) => [name, value]),
);
const TENS: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((
    name,
    at,
  ) => [name, (at + 2) * 10]),
);
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1e6 };
const VAGUE: Readonly<Record<string, number>> = { dozen: 12, couple: 2, pair: 2 };

/**
 * Reads the number that begins at a word: digits ("5", "1,000", "-3", "20%"), or words ("twenty
 * five", "two hundred and six", "a dozen"). Gives undefined where none begins.
 */
export function numberAt(words: readonly Word[], at: number): Numeral | undefined {
  const first = words[at];
  if (!first) return undefined;
  const digits = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:%|st|nd|rd|th)?$/.exec(first.norm);
  if (digits) return { value: Number.parseFloat(first.norm.replaceAll(",", "")), length: 1 };
  const article = first.norm === "a" || first.norm === "an" ? 1 : 0;
  const vague = own(VAGUE, words[at + article]?.norm);
  if (vague !== undefined) {
    const of = words[at + article + 1]?.norm === "of" ? 1 : 0;
    return { value: vague, length: article + 1 + of };
  }
  return spelledAt(words, at);
}

function spelledAt(words: readonly Word[], at: number): Numeral | undefined {
  let total = 0;
  let part: number | undefined;
  let length = 0;
  for (let next = at; next < words.length; next++) {
    const norm = words[next]?.norm ?? "";
    const value = spelled(norm);
    const scale = own(SCALES, norm);
    if (
      value !== undefined && (part === undefined || part % 100 === 0 || tensBefore(part, value))
    ) {
      part = (part ?? 0) + value;
    } else if (scale !== undefined && (part !== undefined || words[next - 1]?.norm === "a")) {
      part = (part ?? 1) * scale;
      if (scale >= 1000) {
        total += part;
        part = 0;
      }
    } else if (
      norm === "and" && part !== undefined && part >= 100 && spelled(words[next + 1]?.norm)
    ) {
      continue;
    } else if (!(norm === "a" && next === at && own(SCALES, words[at + 1]?.norm))) {
      break;
    }
    length = next - at + 1;
  }
  return part === undefined ? undefined : { value: total + part, length };
}

/** "twenty" takes "five" behind it, "twelve" takes nothing. */
function tensBefore(part: number, value: number): boolean {
  return part % 100 >= 20 && part % 10 === 0 && value < 10;
}

function spelled(norm: string | undefined): number | undefined {
  const pair = /^([a-z]+)-([a-z]+)$/.exec(norm ?? "");
  if (pair?.[1] && pair[2]) {
    const [tens, ones] = [own(TENS, pair[1]), own(ONES, pair[2])];
    return tens !== undefined && ones !== undefined ? tens + ones : undefined;
  }
  return own(ONES, norm) ?? own(TENS, norm);
}

function own(table: Readonly<Record<string, number>>, key: string | undefined): number | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Seconds in each unit of time, by the stem of its name. */
const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  sec: 1,
  minut: 60,
  min: 60,
  hour: 3600,
  hr: 3600,
  day: 86400,
};

/** How many seconds a unit of time has, by its stem; undefined for other words. */
export function secondsIn(stem: string | undefined): number | undefined {
  return own(SECONDS, stem);
}
