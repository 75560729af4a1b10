import { closestString } from "@std/text/closest-string";
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/**
 * Finds the known name a mistyped one was meant to be. Takes the word and the known names; gives
 * the nearest by edit distance, or undefined when it is too far off (over a third of its length,
 * and over two edits) to be a help.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || word === "") return undefined;
  const best = closestString(word, known);
  const far = levenshteinDistance(word.toLowerCase(), best.toLowerCase());
  return far <= Math.max(2, Math.floor(best.length / 3)) ? best : undefined;
}
