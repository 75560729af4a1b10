import { cleanLine } from "./clean.ts";

/** How much of a foreign text a sentence quotes, in characters. */
const MOST = 60;

/**
 * Shows a foreign value inside a sentence: a text in double quotes, clean and cut, numbers and
 * words as they are, and of everything else only what kind of thing it is.
 */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    // Cut twice: cleaning a megabyte for the sake of sixty characters would be a waste.
    const characters = [...cleanLine(value.slice(0, 16 * MOST))];
    const cut = characters.length > MOST || value.length > 16 * MOST;
    return `"${characters.slice(0, MOST).join("")}${cut ? "…" : ""}"`;
  }
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (value === undefined) return "nothing";
  return typeof value === "function" ? "a function" : String(value);
}
