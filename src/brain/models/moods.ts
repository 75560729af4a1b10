import { ACTIONS, DIRECTIONS, EVENTS, MOODS, MOVES, WALKS } from "../../pet/vocabulary.ts";
import type { PetCommand } from "../../pet/vocabulary.ts";

const MOVEMENTS: ReadonlySet<string> = new Set([
  ...MOVES,
  ...WALKS,
  ...WALKS.flatMap((walk) => DIRECTIONS.map((direction) => `${walk} ${direction}`)),
]);

/** Whether a word, in lower case, is one of her moods (SPEC section 7). */
export function isMood(word: string): boolean {
  return has(MOODS, word);
}

/** Whether a word, in lower case, may become the name of a mood when letters are added to it. */
export function beginsMood(word: string): boolean {
  return MOODS.some((mood) => mood.startsWith(word));
}

/**
 * What a model asks of the pet with `[ACTION: x]` or `[EVENT: x]` (SPEC section 5). Takes the
 * tag's keyword in lower case and its name; gives the command, or undefined where the pet knows no
 * such thing: then the wish of an agent still counts. `[ACTION: walk left]` is a movement.
 */
export function petChoice(keyword: "action" | "event", name: string): PetCommand | undefined {
  const word = name.toLowerCase().replace(/\s+/g, " ");
  if (keyword === "event") return has(EVENTS, word) ? { kind: "event", name: word } : undefined;
  if (has(ACTIONS, word)) return { kind: "action", name: word };
  return MOVEMENTS.has(word) ? { kind: "move", name: word } : undefined;
}

function has(names: readonly string[], word: string): boolean {
  return names.includes(word);
}
