import type { KnownCatalog } from "./catalog.ts";
import { isEmpty, QUESTION_WORDS, VERBS } from "./english.ts";
import { relatedTo } from "./thesaurus.ts";
import { stemOf, type Word } from "./words.ts";

/**
 * Mends the verb of a short message ("paly some jazz", "puase"). Only the first word that is not
 * grammar is looked at, only if it is no word the brain knows, and only swapped, doubled or missing
 * letters count: replaced ones make other words ("pray", "clay"). Gives the mended words, or
 * undefined where there is nothing to mend.
 */
export function mended(words: readonly Word[], catalog: KnownCatalog): Word[] | undefined {
  if (words.length > 12 || QUESTION_WORDS.has(words[0]?.norm ?? "")) return undefined;
  const at = words.findIndex((word) => !isEmpty(word.norm));
  const word = words[at];
  if (!word || word.norm.length < 4 || isKnown(word, catalog)) return undefined;
  for (const agent of catalog.agents) {
    for (const known of [...agent.spoken, ...agent.purpose.meanings.keys()]) {
      if (known.length < 3 || !isSlip(word.norm, known) && !isSlip(word.stem, known)) continue;
      return words.map((other, index) =>
        index === at ? { ...other, norm: known, stem: stemOf(known) } : other
      );
    }
  }
  return undefined;
}

function isKnown(word: Word, catalog: KnownCatalog): boolean {
  return VERBS.has(word.stem) || relatedTo(word.stem).size > 0 ||
    catalog.agents.some((agent) =>
      agent.spoken.has(word.stem) || agent.purpose.meanings.has(word.stem) ||
      agent.slots.some((slot) => slot.cues.some((cue) => cue.stems.includes(word.stem)))
    );
}

/** Whether two words differ by two swapped letters, or, in longer words, by one too many or few. */
function isSlip(said: string, known: string): boolean {
  if (said.length === known.length) {
    const at = [...said].findIndex((letter, index) => letter !== known[index]);
    return at >= 0 && said[at] === known[at + 1] && said[at + 1] === known[at] &&
      said.slice(at + 2) === known.slice(at + 2);
  }
  const [short, long] = said.length < known.length ? [said, known] : [known, said];
  if (long.length - short.length !== 1 || short.length < 4) return false;
  const at = [...short].findIndex((letter, index) => letter !== long[index]);
  return at > 0 && short.slice(at) === long.slice(at + 1);
}
