import { closeSync, constants, fstatSync, lstatSync, openSync } from "node:fs";

/**
 * Opens a file that is there and is nothing else than a file: a link is not followed, a pipe is not
 * waited for. Takes its path and how to open it, for reading where nothing is said; gives a file
 * descriptor to close, or undefined where something else has that name. Throws what the system
 * throws, such as ENOENT.
 *
 * O_NOFOLLOW would not do: a runtime with named permissions follows links itself before it opens.
 * So what was opened is compared with what the name stood for.
 */
export function openPlainFile(
  path: string,
  flags: number = constants.O_RDONLY,
): number | undefined {
  const named = lstatSync(path, { bigint: true });
  if (!named.isFile()) return undefined;
  const file = openSync(path, flags | constants.O_NONBLOCK);
  const opened = fstatSync(file, { bigint: true });
  if (opened.isFile() && opened.dev === named.dev && opened.ino === named.ino) return file;
  closeSync(file);
  return undefined;
}
