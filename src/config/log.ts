import { join } from "@std/path";
import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { openPlainFile } from "../plain_file.ts";
import { cleanLine } from "../text/clean.ts";

/** Where the program writes what nobody needs to see. Writing never throws and never waits long. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
}

/** A log that keeps nothing, for tests and for machines without a place to write. */
export const SILENT_LOG: Log = { info: () => {}, warn: () => {} };

/** How large a log grows before it becomes the older one, in bytes (SPEC section 9). */
const LIMIT = 1024 * 1024;

/** The longest text of one entry, in characters. */
const LONGEST = 4096;

/**
 * Makes the log `onidia-chat.log` in the state directory (SPEC section 9): at most 1 MiB, one older
 * one kept, mode 0600. Takes the directory, undefined where there is none, and what each entry is
 * copied to with `-verbose`. The file is opened for each entry, so that two processes can share it.
 * Whatever goes wrong with it (a full disk, an unreadable directory, a link in its place), the chat
 * goes on.
 */
export function openLog(directory: string | undefined, copy?: (entry: string) => void): Log {
  const write = (level: string, text: string) => {
    const entry = `${level} ${cleanLine(text.slice(0, LONGEST))}`;
    copy?.(entry);
    if (directory === undefined) return;
    try {
      append(directory, `${new Date().toISOString()} ${Deno.pid} ${entry}\n`);
    } catch {
      // A log that cannot be written must not stop a chat.
    }
  };
  return { info: (text) => write("info", text), warn: (text) => write("warn", text) };
}

function append(directory: string, line: string): void {
  const path = join(directory, "onidia-chat.log");
  let file = open(directory, path);
  try {
    if (fstatSync(file).size + line.length > LIMIT) {
      renameSync(path, `${path}.1`);
      closeSync(file);
      file = open(directory, path);
    }
    writeSync(file, line);
  } finally {
    closeSync(file);
  }
}

/** Opens for appending, which keeps the lines of two processes whole; never through a link. */
function open(directory: string, path: string): number {
  Deno.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants;
  try {
    const file = openPlainFile(path, O_APPEND | O_WRONLY);
    if (file !== undefined) return file;
    throw new Error("not a file");
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    return openSync(path, O_APPEND | O_CREAT | O_EXCL | O_WRONLY, 0o600);
  }
}
