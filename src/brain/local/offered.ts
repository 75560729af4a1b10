/** Names that a failure offered with `(closest: A, B, C)`, and which of them a message picks. */
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import type { CallResult } from "../../agents/agent.ts";
import { fold } from "../../text/fold.ts";
import type { Exchange } from "../brain.ts";
import { numberAt } from "./numbers.ts";
import type { Word } from "./words.ts";

/** An offer that still stands. */
export interface Offer {
  /** The call that failed. */
  readonly failed: CallResult;
  readonly names: readonly string[];
  /** Which one was picked since, if one was. */
  readonly picked: number | undefined;
}

/** How many exchanges an offer stands for: her "which one?" and a pick come between. */
const STANDS = 3;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** The last offer of a conversation; undefined where another call came after it. */
export function offerIn(conversation: readonly Exchange[]): Offer | undefined {
  let picked: CallResult | undefined;
  for (const { calls } of conversation.slice(-STANDS).toReversed()) {
    const failed = calls.findLast(({ ok, message }) => !ok && closestIn(message).length > 0);
    if (failed) {
      const names = closestIn(failed.message);
      const at = names.findIndex((name) => Object.values(picked?.args ?? {}).includes(name));
      return picked && at < 0 ? undefined : { failed, names, picked: at < 0 ? undefined : at };
    }
    if (picked && calls.length > 0) return undefined;
    picked ??= calls.at(-1);
  }
  return undefined;
}

/** The names behind `closest:` in a failure's message, as the bundled agents write it. */
function closestIn(message: string): string[] {
  const list = /\(closest:\s*(.+)\)\s*$/.exec(message)?.[1] ?? "";
  return list.split(/,\s+/).map((item) => item.trim()).filter((item) => item !== "");
}

/**
 * Zero-based index of the name that a message picks, by position ("the second one", "number 2",
 * "the last", "b") or by name. May lie behind the end: "the fifth one" of three.
 */
export function pickOf(
  words: readonly Word[],
  norm: string,
  { names, picked }: Offer,
): number | undefined {
  if (/^(?:no )?(?:the )?other(?: one)?$/.test(said(norm))) {
    const others = names.map((_, at) => at).filter((at) => at !== picked);
    return picked !== undefined && others.length === 1 ? others[0] : undefined;
  }
  return named(norm, names) ?? position(words, norm, names.length);
}

function position(words: readonly Word[], norm: string, count: number): number | undefined {
  const one = /^(?:the |number |option |no )*(\S+)(?: (?:one|option|song|film|movie|of them))*$/
    .exec(said(norm))?.[1];
  if (one === undefined) return undefined;
  if (one === "last") return count - 1;
  if (/^[a-f]$/.test(one)) return one.charCodeAt(0) - "a".charCodeAt(0);
  const ordinal = ORDINALS.findIndex((name) => one === name);
  if (ordinal >= 0) return ordinal;
  const at = words.findIndex((word) => word.norm === one);
  const numeral = at < 0 ? undefined : numberAt(words, at);
  return numeral && numeral.value >= 1 && numeral.value <= 9 ? numeral.value - 1 : undefined;
}

/** The offered name that the message means: most of its words, or almost the same letters. */
function named(norm: string, names: readonly string[]): number | undefined {
  const plain = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
  const key = plain(said(norm));
  const fits = names.map((name): number => {
    const full = plain(name);
    if (full === key) return 3;
    if (key.length < 3) return 0;
    if (` ${full} `.includes(` ${key} `)) return 2;
    return levenshteinDistance(full, key) <= Math.floor(full.length / 5) ? 1 : 0;
  });
  const best = Math.max(...fits);
  return best > 0 ? fits.indexOf(best) : undefined;
}

/** Without what leads to a pick and closes it. */
function said(norm: string): string {
  return norm
    .replace(
      /^(?:(?:please|no|then|well|ok|okay|play|try|take|pick|choose|watch|open|put on|i mean|i meant|i want|i will take|make it|go with|let us (?:try|hear|take)) )+/,
      "",
    )
    .replace(/ (?:please|then|instead)$/, "");
}
