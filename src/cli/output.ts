import { UserError } from "../errors.ts";

/** Thrown when whoever read the output has gone: the end of the program, and no failure. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
}

/** Answers to standard output, everything else to standard error (SPEC section 1). */
export interface Output {
  /** Whether results are printed as JSON objects. */
  readonly json: boolean;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether standard error is a terminal, and takes a progress bar. */
  readonly errorIsTerminal: boolean;
  /** Whether standard output takes colour. */
  readonly colour: boolean;
  /** Columns of the terminal, 80 where there is none. */
  readonly columns: number;
  /** Text to standard output, as it is. */
  write(text: string): void;
  /** A line to standard output. */
  line(text: string): void;
  /** One result: the object with `-json`, else the text. */
  result(object: unknown, text: string): void;
  /** Something said beside the result, a line to standard error. */
  note(text: string): void;
  /** Text to standard error, as it is. */
  writeError(text: string): void;
  /**
   * A failure: each line behind `onidia-chat: ` on standard error, the remedy a line below; with
   * `-json` the object `{"error": "..."}` on standard output.
   */
  failure(text: string, remedy?: string): void;
}

/** Where bytes go and what is known of it, so that a test can look. */
export interface Streams {
  readonly stdout: (bytes: Uint8Array) => void;
  readonly stderr: (bytes: Uint8Array) => void;
  readonly isTerminal: boolean;
  readonly errorIsTerminal: boolean;
  columns(): number;
}

/**
 * Makes the program's output. Takes the streams, whether JSON is asked for, and whether the
 * environment allows colour (`NO_COLOR`, `TERM`).
 */
export function createOutput(streams: Streams, json: boolean, mayColour: boolean): Output {
  const encoder = new TextEncoder();
  const write = (text: string) => streams.stdout(encoder.encode(text));
  const writeError = (text: string) => streams.stderr(encoder.encode(text));
  const note = (text: string) => writeError(text + "\n");
  return {
    json,
    isTerminal: streams.isTerminal,
    errorIsTerminal: streams.errorIsTerminal,
    colour: streams.isTerminal && mayColour,
    get columns() {
      return streams.columns();
    },
    write,
    line: (text) => write(text + "\n"),
    result: (object, text) => write((json ? JSON.stringify(object) : text) + "\n"),
    note,
    writeError,
    failure: (text, remedy) => {
      const lines = text.split("\n").map((line) => `onidia-chat: ${line}`);
      if (json) write(JSON.stringify({ error: remedy ? `${text} ${remedy}` : text }) + "\n");
      else note([...lines, ...(remedy ? [remedy] : [])].join("\n"));
    },
  };
}

/** The real standard output and standard error. */
export function standardStreams(): Streams {
  return {
    stdout: (bytes) => {
      try {
        writeAll(Deno.stdout, bytes);
      } catch (error) {
        if (error instanceof Deno.errors.BrokenPipe) throw new OutputClosed();
        throw new UserError(`cannot write to standard output: ${whyNot(error)}`);
      }
    },
    stderr: (bytes) => {
      try {
        writeAll(Deno.stderr, bytes);
      } catch {
        // There is nowhere left to say it.
      }
    },
    isTerminal: Deno.stdout.isTerminal(),
    errorIsTerminal: Deno.stderr.isTerminal(),
    columns: () => {
      try {
        return Deno.consoleSize().columns || 80;
      } catch {
        return 80;
      }
    },
  };
}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

function whyNot(error: unknown): string {
  // Not tried again: how much of it was taken is not known, and some would come out twice.
  if (error instanceof Deno.errors.WouldBlock) {
    return "another process has set it not to wait, and its reader is slow: put | cat behind it";
  }
  return (error as Error).message.replace(/ \(os error \d+\).*$/s, "");
}
