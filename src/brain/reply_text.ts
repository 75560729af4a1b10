import { CleanStream } from "./clean_stream.ts";

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
  readonly #clean = new CleanStream();

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
    this.#add(this.#clean.push(piece));
  }

  /** Ends the text so far: what is pushed next begins on a line of its own. */
  breakLine(): void {
    this.#add(this.#clean.end());
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

  #add(clean: string): void {
    const text = this.#gap + clean;
    const end = text.trimEnd().length;
    this.#gap = text.slice(end);
    const words = this.#shown === "" ? text.slice(0, end).trimStart() : text.slice(0, end);
    if (words === "") return;
    this.#shown += words;
    this.#show(words);
  }
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
