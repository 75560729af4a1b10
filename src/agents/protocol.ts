import { DIRECTIONS, MOVES, type PetCommand, WALKS } from "../pet/vocabulary.ts";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";

/** The longest line that is read whole, in bytes without its end; of a longer one, the beginning. */
export const LINE_LIMIT = 1024 * 1024;

/** The first words that mean something. */
const VERBS = ["INFO", "PET", "OK", "ERR"] as const;

/** The first word of a line that means something. */
export type Verb = typeof VERBS[number];

/** One line of an agent (SPEC section 4). A line without a known verb is all text. */
export interface Line {
  readonly verb: Verb | undefined;
  /** What follows the verb and its space, as it came: not clean yet. */
  readonly text: string;
}

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

const UTF8 = new TextDecoder();

/**
 * Cuts a stream of bytes into lines, whatever the pieces are that it comes in. It holds one line at
 * most, so that memory stays flat while a program floods. A line ends with LF or CRLF.
 */
export class LineReader {
  readonly #take: (line: Uint8Array) => void;
  readonly #skims: () => boolean;
  #held = new Uint8Array(4096);
  #length = 0;

  /**
   * Takes what is called with each line, without its end; the bytes are valid during the call. While
   * `skims` gives true, lines without a verb may be passed over, which is cheap.
   */
  constructor(take: (line: Uint8Array) => void, skims: () => boolean = () => false) {
    this.#take = take;
    this.#skims = skims;
  }

  /** Takes the next piece. */
  push(piece: Uint8Array): void {
    let from = 0;
    // Not indexOf: for the many short lines of a flood, calling it costs more than looking.
    for (let at = 0; at < piece.length; at++) {
      if (piece[at] !== LF) continue;
      if (this.#length > 0) {
        this.#hold(piece.subarray(from, at));
        this.#flush();
      } else if (!this.#skims() || verbOf(piece, from, at)) {
        this.#give(piece.subarray(from, at));
      }
      from = at + 1;
    }
    this.#hold(piece.subarray(from));
  }

  /** Ends the stream: a last line without an end counts. */
  end(): void {
    if (this.#length > 0) this.#flush();
  }

  #flush(): void {
    const line = this.#held.subarray(0, this.#length);
    this.#length = 0;
    this.#give(line);
  }

  #give(line: Uint8Array): void {
    const whole = line.at(-1) === CR ? line.subarray(0, -1) : line;
    this.#take(whole.subarray(0, LINE_LIMIT));
  }

  /** One byte more than the limit is held: it may be the CR of a line that just fits. */
  #hold(bytes: Uint8Array): void {
    const fitting = bytes.subarray(0, LINE_LIMIT + 1 - this.#length);
    const length = this.#length + fitting.length;
    if (length > this.#held.length) {
      const larger = new Uint8Array(Math.min(LINE_LIMIT + 1, Math.max(length, 2 * this.#length)));
      larger.set(this.#held.subarray(0, this.#length));
      this.#held = larger;
    }
    this.#held.set(fitting, this.#length);
    this.#length = length;
  }
}

/**
 * The verb of a line, read from its first bytes alone, so that a flood of other lines costs little.
 * A verb is followed by a space or by the end of the line, CR included. Takes the bytes and where in
 * them the line begins and ends.
 */
export function verbOf(bytes: Uint8Array, from = 0, end = bytes.length): Verb | undefined {
  for (const verb of VERBS) {
    // All four have another first letter: one look tells that it is none of them.
    if (bytes[from] === verb.charCodeAt(0)) return startsWith(bytes, from, end, verb);
  }
  return undefined;
}

function startsWith(bytes: Uint8Array, from: number, end: number, verb: Verb): Verb | undefined {
  const after = from + verb.length;
  if (end < after) return undefined;
  for (let at = 0; at < verb.length; at++) {
    if (bytes[from + at] !== verb.charCodeAt(at)) return undefined;
  }
  const alone = end === after || (end === after + 1 && bytes[after] === CR);
  return alone || bytes[after] === SPACE ? verb : undefined;
}

/** Reads one line. Bytes that are not UTF-8 become replacement characters. */
export function parseLine(line: Uint8Array): Line {
  const verb = verbOf(line);
  return { verb, text: UTF8.decode(verb ? line.subarray(verb.length + 1) : line) };
}

/**
 * Reads what follows `PET ` (SPEC section 4, grammar of `PET`). Words may be apart by any number of
 * spaces. Gives the command, whose name the pet may still not know, or what is wrong with it.
 */
export function parsePet(
  text: string,
): { readonly command: PetCommand } | { readonly fault: string } {
  const [verb, name, ...rest] = text.split(" ").filter((word) => word !== "");
  if (verb === undefined) return fault("expected a verb and a name");
  if (verb === "action" || verb === "event" || verb === "expr") {
    if (name === undefined) return fault(`${verb} needs a name`);
    if (!/^[a-z][a-z0-9_]{0,31}$/.test(name)) return fault(`bad name ${shown(name)}`);
    return rest.length > 0 ? tooMuch(verb, rest) : { command: { kind: verb, name } };
  }
  const walks = (WALKS as readonly string[]).includes(verb);
  if (!walks && !(MOVES as readonly string[]).includes(verb)) {
    return fault(`unknown verb ${shown(verb)}`);
  }
  if (name === undefined) return { command: { kind: "move", name: verb } };
  if (!walks) return tooMuch(verb, [name]);
  if (!(DIRECTIONS as readonly string[]).includes(name)) {
    return fault(`${verb} takes ${DIRECTIONS.join(" or ")}, not ${shown(name)}`);
  }
  return rest.length > 0
    ? tooMuch(`${verb} ${name}`, rest)
    : { command: { kind: "move", name: `${verb} ${name}` } };
}

function tooMuch(after: string, [word]: readonly string[]): { readonly fault: string } {
  return fault(`unexpected ${shown(word)} after ${cleanLine(after)}`);
}

function fault(reason: string): { readonly fault: string } {
  return { fault: `PET: ${reason}` };
}
