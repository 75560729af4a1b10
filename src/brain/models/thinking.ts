/** Marks that some writers hide inside a word; more of them in a row make it another word. */
const HIDDEN = "\\p{DI}{0,4}";

/** The word as a pattern, hidden marks between its letters allowed. */
const spelled = (word: string) => [...word].join(HIDDEN);

/** Every beginning of the word, the empty one too. */
const begun = (word: string) =>
  [...word].reduceRight((rest, letter) => `(?:${letter}${HIDDEN}${rest})?`, "");

const WORD = `${spelled("think")}(?:${HIDDEN}${spelled("ing")})?${HIDDEN}`;
/** What goes on with a letter or a dash is another element: `<thinker>`. */
const OPENING = new RegExp(`<${HIDDEN}${WORD}(?=[^\\p{L}\\p{N}_-])`, "iuy");
const EMPTY = new RegExp(`<${HIDDEN}${WORD}\\s{0,8}/>`, "iuy");
const CLOSING = new RegExp(`<${HIDDEN}/${HIDDEN}${WORD}\\s{0,8}>`, "iuy");

/** What may become one of the three when more text comes. */
const UNFINISHED = new RegExp(
  `^<${HIDDEN}/?${HIDDEN}(?:${begun("thinking")}|${WORD}\\s{0,8}/?)$`,
  "iu",
);

/** No unfinished mark is longer, in UTF-16 units. */
const LONGEST = 128;

/**
 * Takes `<THINKING>…</THINKING>` out of a text that comes in pieces (SPEC section 5), also written
 * `<think>`, in any case, with attributes, nested and not closed. A closing mark without an opening
 * one goes too. What is not certain is held back: at most one unfinished mark.
 */
export class ThinkingFilter {
  #depth = 0;
  #held = "";

  /** Takes the next piece, of any length; gives what is no thinking for certain. */
  push(piece: string): string {
    const text = this.#held + piece;
    this.#held = "";
    let words = "";
    let from = 0;
    for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
      if (text.length - at <= LONGEST && UNFINISHED.test(text.slice(at))) {
        this.#held = text.slice(at);
        return words + this.#kept(text.slice(from, at));
      }
      const mark = markAt(text, at);
      const end = at + (mark?.length ?? 1);
      words += this.#kept(text.slice(from, mark ? at : end));
      if (mark) this.#depth = Math.max(0, this.#depth + mark.depth);
      from = at = end;
    }
    return words + this.#kept(text.slice(from));
  }

  /** Ends the text. What could still have become a mark is left out, as one cut in two would be. */
  end(): void {
    this.#held = "";
  }

  #kept(text: string): string {
    return this.#depth === 0 ? text : "";
  }
}

/** The mark at this place: how long it is, and how much deeper into thinking it leads. */
function markAt(text: string, at: number): { length: number; depth: number } | undefined {
  for (const [pattern, depth] of [[EMPTY, 0], [CLOSING, -1], [OPENING, 1]] as const) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { length: match[0].length, depth };
  }
  return undefined;
}
