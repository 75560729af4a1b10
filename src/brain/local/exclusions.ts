/** What a description says an agent is not for. */
import { isEmpty } from "./english.ts";
import type { PhraseIndex } from "./glossary.ts";
import { kindOf } from "./thesaurus.ts";
import { stemOf, type Word } from "./words.ts";

/** Whether a clause, given as `singularsOf` gives it, holds a phrase that a description excludes. */
export function holds(said: readonly string[], negatives: PhraseIndex): boolean {
  const same = (word: string, excluded: string) =>
    word === excluded || excluded.endsWith("ing") && stemOf(word) === stemOf(excluded);
  // "play chess", "play chess with me", but not "poker face": the kind is told by the last noun.
  const kinds = said.flatMap((_, at) => {
    const last = at + 1 === said.length || isEmpty(said[at + 1]!);
    const phrases = [1, 2, 3].map((length) => said.slice(Math.max(0, at + 1 - length), at + 1));
    return last ? phrases.flatMap((phrase) => kindOf(phrase.map(stemOf).join("_")) ?? []) : [];
  });
  return [...said, ...kinds].some((first, at) =>
    negatives.get(stemOf(first))?.some((phrase) =>
      phrase.length === 1
        ? same(first, phrase[0]!)
        : phrase.every((word, offset) => same(said[at + offset] ?? "", word))
    )
  );
}

/**
 * The words of a phrase in the singular, articles left out. Negatives are compared in this form and
 * not by stems: "not for games" is to say nothing about "gaming".
 */
export function singularsOf(words: readonly Word[]): string[] {
  return words.filter((word) => !/^(?:an?|the|some|any)$/.test(word.norm))
    .map((word) => word.norm.replace(/(?<!^new|[siu])s$/, ""));
}
