import type { KnownCatalog } from "./catalog.ts";
import { isEmpty, QUESTION_WORDS, VERBS } from "./english.ts";
import { frameOf } from "./frames.ts";
import { relatedTo } from "./thesaurus.ts";
import { stemOf, type Word } from "./words.ts";

const NO_VERBS: ReadonlySet<string> = new Set();

/**
 * Mends the verb of a short message ("paly some jazz", "puase"). Only the word in the verb's
 * place is looked at, only if it is no word the brain knows, and only swapped, doubled or missing
 * letters count: replaced ones make other words ("pray", "clay"). Gives the mended words, or
 * undefined where there is nothing to mend.
 */
export function mended(
  words: readonly Word[],
  catalog: KnownCatalog,
  name: string,
): Word[] | undefined {
  if (words.length > 12 || QUESTION_WORDS.has(words[0]?.norm ?? "")) return undefined;
  const { body, framed } = frameOf(words, name, NO_VERBS);
  const word = body[0];
  const at = word ? words.indexOf(word) : -1;
  if (!word || isEmpty(word.norm) || word.norm.length < 4 || isKnown(word, catalog)) {
    return undefined;
  }
  for (const agent of catalog.agents) {
    for (const known of [...agent.spoken, ...agent.purpose.meanings.keys()]) {
      // Behind "can you" there must be a verb, so that one wrong letter is a slip as well.
      const slip = isSlip(word.norm, known) || isSlip(word.stem, known) ||
        framed && known.length > 4 && differAtOne(word.norm, known);
      if (known.length < 3 || !slip) continue;
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

function differAtOne(said: string, known: string): boolean {
  return said.length === known.length &&
    [...said].filter((letter, at) => letter !== known[at]).length === 1;
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
