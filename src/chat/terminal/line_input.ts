import process from "node:process";
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { cleanLine } from "../../text/clean.ts";

/** What a line editor is made with. */
export interface LineInputSetup {
  /** Plain text, a column a character. */
  readonly prompt: string;
  /** Newest first. */
  readonly history: readonly string[];
  /** Writes to the terminal. */
  readonly write: (text: string) => void;
  /** Whether it can move the cursor; if not, the kernel edits the lines. */
  readonly canEdit: boolean;
  /** Told of Ctrl-C, and whether there was text in the line, which is gone then. */
  readonly onInterrupt: (hadText: boolean) => void;
}

/**
 * The line editor of an interactive chat: node's readline, with its output turned off while a reply
 * is shown. What is typed meanwhile is kept: a half line comes back with the next prompt, a whole
 * one is the next answer of `next`.
 */
export class LineInput {
  readonly #setup: LineInputSetup;
  readonly #readline: Interface & { prevRows?: number; line: string };
  readonly #lines: string[] = [];
  #closed = false;
  #prompting = false;
  #wake = () => {};

  constructor(setup: LineInputSetup) {
    this.#setup = setup;
    this.#readline = createInterface({
      input: process.stdin,
      output: this.#makeOutput(),
      terminal: setup.canEdit,
      prompt: setup.prompt,
      history: [...setup.history],
      historySize: 1_000,
      removeHistoryDuplicates: true,
    });
    this.#readline.on("line", (line: string) => {
      // At once: of several pasted lines the next ones wait, and are shown when it is their turn.
      this.#prompting = false;
      this.#lines.push(line);
      this.#wake();
    });
    this.#readline.on("close", () => {
      this.#closed = true;
      this.#wake();
    });
    this.#readline.on("SIGINT", () => this.interrupt());
    // After Ctrl-Z and `fg` readline waits to be told that it may read again.
    this.#readline.on("SIGCONT", () => this.#readline.resume());
  }

  /** The next line, asked for with the prompt; undefined at the end of input (Ctrl-D). */
  async next(): Promise<string | undefined> {
    const { prompt, write } = this.#setup;
    const early = this.#lines.shift();
    if (early !== undefined) {
      write(`${prompt}${cleanLine(early)}\n`);
      return early;
    }
    if (this.#closed) return undefined;
    this.#prompting = true;
    this.#showPrompt();
    await new Promise<void>((resolve) => this.#wake = resolve);
    if (this.#prompting) write("\n");
    this.#prompting = false;
    return this.#lines.shift();
  }

  /** Ctrl-C: empties the line at the prompt; what is typed while a reply runs stays. */
  interrupt(): void {
    if (!this.#prompting) return this.#setup.onInterrupt(false);
    const hadText = this.#readline.line !== "";
    if (this.#setup.canEdit) {
      this.#readline.write(null, { ctrl: true, name: "e" });
      this.#readline.write(null, { ctrl: true, name: "u" });
      this.#setup.write("^C");
    }
    this.#setup.write("\n");
    this.#setup.onInterrupt(hadText);
    this.#showPrompt();
  }

  /** Ends the reading and gives the terminal back as it was. */
  close(): void {
    this.#prompting = false;
    this.#readline.close();
  }

  /** Shows the prompt, and behind it what was already typed, on the current line. */
  #showPrompt(): void {
    // Where the last line began does not matter any more: text has been shown since.
    this.#readline.prevRows = 0;
    this.#readline.prompt(true);
  }

  #makeOutput(): Writable {
    const output = new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        try {
          if (this.#prompting) this.#setup.write(text);
        } catch {
          this.close(); // the terminal is gone, and with it the end of input has come
        }
        done();
      },
    });
    Object.defineProperty(output, "columns", { get: () => process.stdout.columns });
    process.stdout.on("resize", () => output.emit("resize"));
    return output;
  }
}
