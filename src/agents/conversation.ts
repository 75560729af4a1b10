import type { Log } from "../config/log.ts";
import type { PetCommand } from "../pet/vocabulary.ts";
import { cleanLine } from "../text/clean.ts";
import { parseLine, parsePet, verbOf } from "./protocol.ts";

/** The most INFO lines of one run that are kept and logged. */
const MOST_INFO = 50;

/** The most output of one run that is kept and logged, in bytes. */
const MOST_LOGGED = 1024 * 1024;

/** How a run ended. The message is clean. */
export interface Verdict {
  readonly ok: boolean;
  readonly message: string;
  /** The agent has not kept to the rules, or is not wanted any more: its process group goes. */
  readonly kill?: true;
}

/**
 * What an agent says in one run, read by the rules of SPEC section 4: the first OK or ERR ends it,
 * PET at most once before, limits on what is kept. It knows nothing of processes.
 */
export class Conversation {
  readonly info: string[] = [];
  readonly #id: string;
  readonly #log: Log;
  #pet: PetCommand | undefined;
  #ended = false;
  #infoLines = 0;
  #room = MOST_LOGGED;

  constructor(id: string, log: Log) {
    this.#id = id;
    this.#log = log;
  }

  /** The pet command it has asked for so far. */
  get pet(): PetCommand | undefined {
    return this.#pet;
  }

  /** Whether lines without a verb change nothing any more. */
  get full(): boolean {
    return this.#room === 0 || this.#ended;
  }

  /** Takes one line without its end; gives the verdict if this line is the one that ends the run. */
  take(line: Uint8Array): Verdict | undefined {
    if (this.#ended) return undefined;
    const verdict = this.#read(line);
    this.#ended = verdict !== undefined;
    return verdict;
  }

  #read(line: Uint8Array): Verdict | undefined {
    switch (verbOf(line)) {
      case "OK":
        return { ok: true, message: textOf(line) };
      case "ERR": {
        const message = textOf(line);
        return { ok: false, message: message || `agent ${this.#id}: ERR without a reason` };
      }
      case "PET":
        return this.#readPet(parseLine(line).text);
      case "INFO":
        this.#readInfo(line);
        return undefined;
      case undefined:
        this.#keep(line, "");
        return undefined;
    }
  }

  #readPet(text: string): Verdict | undefined {
    if (this.#pet) return this.#broken("second PET line");
    const read = parsePet(text);
    if ("fault" in read) return this.#broken(read.fault);
    this.#pet = read.command;
    return undefined;
  }

  #broken(rule: string): Verdict {
    return { ok: false, message: `agent ${this.#id}: ${rule}`, kill: true };
  }

  #readInfo(line: Uint8Array): void {
    this.#infoLines++;
    if (this.#infoLines === MOST_INFO + 1) {
      this.#log.warn(`agent ${this.#id}: more than ${MOST_INFO} INFO lines, the rest is left out`);
    }
    if (this.#infoLines > MOST_INFO) return;
    const text = this.#keep(line, "INFO ");
    if (text !== undefined) this.info.push(text);
  }

  /** Logs a line as far as there is room for it; gives its clean text, or undefined without room. */
  #keep(line: Uint8Array, label: string): string | undefined {
    if (this.#room === 0) return undefined;
    const fitting = line.subarray(0, this.#room);
    const text = textOf(fitting);
    const entry = `agent ${this.#id}: ${label}${text}`;
    this.#log.info(entry);
    // The whole entry takes room, or a flood of short lines would fill the log with names.
    this.#room = Math.max(0, this.#room - fitting.length - entry.length + text.length);
    if (this.#room === 0) {
      this.#log.warn(`agent ${this.#id}: more than ${MOST_LOGGED} bytes, the rest is left out`);
    }
    return text;
  }
}

function textOf(line: Uint8Array): string {
  return cleanLine(parseLine(line).text).trim();
}
