import { dirname } from "@std/path";
import type { Log } from "../../config/log.ts";
import { cleanLine } from "../../text/clean.ts";

/** Lines offered with the arrow keys. */
const OFFERED = 500;

/** Lines the file may grow to before it is cut down to those offered. */
const MAX_LINES = 2_000;

/** The lines a user typed, kept across runs in one file that only the user can read. */
export interface InputHistory {
  /** Newest first. */
  readonly lines: readonly string[];
  add(line: string): void;
}

/** A history that keeps nothing (`history = off`). */
export const NO_HISTORY: InputHistory = { lines: [], add: () => {} };

/**
 * Opens the history of typed lines. Takes the absolute path of its file, made with mode 0600 when
 * the first line is added. Never throws: what cannot be read or written is logged and left out.
 */
export function openInputHistory(path: string, log: Log): InputHistory {
  const write = (text: string, append: boolean) => {
    try {
      if (isOther(path)) throw new Error("it is not a file");
      Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      Deno.writeTextFileSync(path, text, { append, mode: 0o600 });
    } catch (error) {
      log.warn(`history: ${path} cannot be written: ${error instanceof Error && error.message}`);
    }
  };
  const all = read(path);
  const lines = all.slice(-OFFERED);
  if (all.length > MAX_LINES) write(lines.join("\n") + "\n", false);
  return {
    lines: lines.reverse(),
    // Appended line by line, so that two chats at once keep the lines of both.
    add: (line) => write(line + "\n", true),
  };
}

function read(path: string): string[] {
  try {
    if (isOther(path)) return [];
    const lines = Deno.readTextFileSync(path).split("\n").map(cleanLine);
    return lines.filter((line) => line.trim() !== "");
  } catch {
    return [];
  }
}

/** Something that is no file: to open a FIFO would wait for whoever writes to it. */
function isOther(path: string): boolean {
  try {
    return !Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
