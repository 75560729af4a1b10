import { cleanLine } from "../text/clean.ts";

/** ESC and the C1 controls that begin a sequence: what follows one belongs to it. */
// deno-lint-ignore no-control-regex
const INTRODUCER = /[\x1b\x90\x98\x9b\x9d-\x9f]/;

/** A sequence that is longer is none: then no more is held back for its end, in UTF-16 units. */
const LONGEST_SEQUENCE = 4096;

/** Half of a character whose other half comes with the next piece, or half of a line end. */
const UNFINISHED = /[\ud800-\udbff\r]$/;

/**
 * The text of one reply while it grows out of pieces. Everything that leaves it is clean (SPEC
 * section 4) and the pieces it has shown, put together, are its value: whitespace at the ends never
 * gets out, and an escape sequence cut in two by a piece's end is still seen as one.
 */
export class ReplyText {
  readonly #show: (text: string) => void;
  #shown = "";
  /** Whitespace that is shown only when a word follows. */
  #gap = "";
  /** The end of the last piece, held back because what it is depends on the next. */
  #held = "";

  /** Takes the function that is given each clean piece as it becomes certain. */
  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  /** All that has been shown. */
  get value(): string {
    return this.#shown;
  }

  /** Adds a piece of any length, as a brain gives it. */
  push(piece: string): void {
    const text = this.#held + piece;
    const certain = certainLength(text);
    this.#held = text.slice(certain);
    this.#add(text.slice(0, certain));
  }

  /** Ends the text so far: what is pushed next begins on a line of its own. */
  breakLine(): void {
    this.#add(this.#held);
    this.#held = "";
    if (this.#shown !== "") this.#gap = "\n";
  }

  /**
   * Adds a line of its own, unless the text already holds it as whole words (SPEC section 5), so
   * that a line "4" is not taken for said because of "14 dice". An empty line adds nothing.
   */
  join(line: string): void {
    this.breakLine();
    const words = oneSpaced(line);
    if (words === "" || holds(oneSpaced(this.#shown), words)) return;
    this.push(line);
    this.breakLine();
  }

  #add(raw: string): void {
    const clean = raw.replace(/\r\n/g, "\n").split("\n").map(cleanLine).join("\n");
    const text = this.#gap + clean;
    const end = text.trimEnd().length;
    this.#gap = text.slice(end);
    const words = this.#shown === "" ? text.slice(0, end).trimStart() : text.slice(0, end);
    if (words === "") return;
    this.#shown += words;
    this.#show(words);
  }
}

/** How much of the text is shown now, because what follows it does not change how it is cleaned. */
function certainLength(text: string): number {
  const line = text.lastIndexOf("\n") + 1;
  const introducer = text.slice(line).search(INTRODUCER);
  const begun = introducer >= 0 ? text.length - line - introducer : 0;
  if (begun > 0 && begun <= LONGEST_SEQUENCE) return text.length - begun;
  return UNFINISHED.test(text) ? text.length - 1 : text.length;
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function holds(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const cutsBefore = isWord(text[at - 1]) && isWord(words[0]);
    const cutsAfter = isWord(text[at + words.length]) && isWord(words.at(-1));
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
