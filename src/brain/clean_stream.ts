import { cleanLine } from "../text/clean.ts";

/** ESC and the C1 controls that begin a sequence: what follows one belongs to it. */
// deno-lint-ignore no-control-regex
const INTRODUCER = /[\x1b\x90\x98\x9b\x9d-\x9f]/;

/** A sequence that is longer is none: then no more is held back for its end, in UTF-16 units. */
const LONGEST_SEQUENCE = 4096;

/** Half of a character whose other half comes with the next piece, or half of a line end. */
const UNFINISHED = /[\ud800-\udbff\r]$/;

/**
 * Cleans a text that comes in pieces, line by line as `cleanLine` does (SPEC section 4). An escape
 * sequence cut in two by a piece's end is still seen as one.
 */
export class CleanStream {
  /** The end of the last piece, held back because what it is depends on the next. */
  #held = "";

  /** Takes the next piece, of any length; gives what is certain by now. */
  push(piece: string): string {
    const text = this.#held + piece;
    const certain = certainLength(text);
    this.#held = text.slice(certain);
    return clean(text.slice(0, certain));
  }

  /** Ends the text; gives what was held back. What is pushed next begins another text. */
  end(): string {
    const rest = clean(this.#held);
    this.#held = "";
    return rest;
  }
}

function clean(text: string): string {
  return text.replace(/\r\n/g, "\n").split("\n").map(cleanLine).join("\n");
}

/** How much of the text can go on, because what follows it does not change how it is cleaned. */
function certainLength(text: string): number {
  const line = text.lastIndexOf("\n") + 1;
  const introducer = text.slice(line).search(INTRODUCER);
  const begun = introducer >= 0 ? text.length - line - introducer : 0;
  if (begun > 0 && begun <= LONGEST_SEQUENCE) return text.length - begun;
  return UNFINISHED.test(text) ? text.length - 1 : text.length;
}
