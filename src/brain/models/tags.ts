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

/** How much of a text is searched for tags, in UTF-16 units; a model is told far less of it. */
const MOST_SEARCHED = 64 * 1024;

/**
 * The ids that foreign texts name in AGENT tags, however they are written: in any case, with or
 * without brackets, with lookalikes and hidden characters. Gives them in lower case.
 */
export function idsInTags(texts: readonly string[]): ReadonlySet<string> {
  const ids = texts.flatMap((text) => {
    const plain = skeletonOf(withoutHidden(text.slice(0, MOST_SEARCHED))).text;
    return [...plain.matchAll(/agent\s*:\s*([a-z0-9_.-]+)/g)].map(([, id]) => id!);
  });
  return new Set(ids);
}
