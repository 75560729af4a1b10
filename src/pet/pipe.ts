import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from "node:fs";

/** POSIX PIPE_BUF on Linux, bytes: what is no longer goes into a pipe whole or not at all. */
export const PIPE_BUF = 4096;

/**
 * Writes text into a named pipe without ever waiting (SPEC section 7). Takes the absolute path and
 * the text, at most PIPE_BUF bytes of UTF-8; gives undefined when it was written, else why it was
 * skipped: no pipe, no reader, a reader that stalls, something that is not a FIFO of this user, or a
 * symlink to one. Never throws.
 *
 * The pipe is opened for each write, so a pet that was restarted is found again.
 */
export function writeToPipe(path: string, text: string): string | undefined {
  let descriptor: number | undefined;
  try {
    const stranger = foreign(lstatSync(path));
    if (stranger) return stranger;
    descriptor = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    // Asked again of what was opened: the path may have been swapped since it was looked at.
    const swapped = foreign(fstatSync(descriptor));
    if (swapped) return swapped;
    writeSync(descriptor, new TextEncoder().encode(text));
    return undefined;
  } catch (error) {
    return explain(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function foreign(status: { isFIFO(): boolean; uid: number }): string | undefined {
  if (!status.isFIFO()) return "not a named pipe";
  return status.uid === Deno.uid() ? undefined : "it belongs to another user";
}

function explain(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no pipe";
  if (code === "ENXIO") return "nobody reads it";
  if (code === "EAGAIN") return "it is full, its reader stalls";
  if (code === "EPIPE") return "its reader went away";
  return error instanceof Error ? error.message : String(error);
}
