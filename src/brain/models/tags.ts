import { cleanLine } from "../../text/clean.ts";
import { withoutHidden } from "./neutralise.ts";
import { skeletonOf } from "./skeleton.ts";

/**
 * Writes an AGENT tag as a model would (SPEC section 5). Takes the id and the arguments; values are
 * always quoted, and on one line.
 */
export function formatTag(id: string, args: Readonly<Record<string, string>>): string {
  const parts = Object.entries(args).map(([name, value]) =>
    ` ${name}="${cleanLine(value).replace(/["\\]/g, "\\$&")}"`
  );
  return `[AGENT: ${id}${parts.join("")}]`;
}

/** How much of a text is searched for a tag, in UTF-16 units; a model is told less of it. */
const MOST_SEARCHED = 16 * 1024;

/**
 * Reduces a tag, or a text that may hold one, to what can be compared: without case, lookalikes,
 * hidden characters, spaces, quotes and brackets. A text that repeats a tag then includes it.
 */
export function squeezed(text: string): string {
  const plain = skeletonOf(withoutHidden(text.slice(0, MOST_SEARCHED))).text;
  return plain.replace(/[\s"'\\()[\]]+/g, "");
}
