import { join } from "@std/path";
import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from "node:fs";
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
 * Opens the log `onidia-chat.log` in the state directory (SPEC section 9): at most 1 MiB, one older
 * one kept, mode 0600. Takes the directory, undefined where there is none, and what each line is
 * copied to with `-verbose`. The file is opened by the first entry; whatever goes wrong with it
 * (a full disk, a missing or unreadable directory, a link in its place), the chat goes on.
 */
export function openLog(directory: string | undefined, copy?: (line: string) => void): Log {
  let file: number | undefined;
  const write = (level: string, text: string) => {
    const entry = `${level} ${cleanLine(text.slice(0, LONGEST))}`;
    copy?.(entry);
    if (directory === undefined) return;
    try {
      file = keepSmall(directory, file);
      writeSync(file, `${new Date().toISOString()} ${Deno.pid} ${entry}\n`);
    } catch {
      // A log that cannot be written must not stop a chat.
    }
  };
  return { info: (text) => write("info", text), warn: (text) => write("warn", text) };
}

/**
 * Gives an open log that is not full. Two processes may share it: appending keeps their lines
 * whole, and whoever holds a file that the other has moved away finds it full and opens the new one.
 */
function keepSmall(directory: string, file: number | undefined): number {
  const path = join(directory, "onidia-chat.log");
  if (file !== undefined) {
    if (fstatSync(file).size < LIMIT) return file;
    closeSync(file);
  }
  const opened = open(directory, path);
  if (fstatSync(opened).size < LIMIT) return opened;
  closeSync(opened);
  renameSync(path, `${path}.1`);
  return open(directory, path);
}

function open(directory: string, path: string): number {
  Deno.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new Error("not a file");
}
