import type { Folder } from "./library.ts";

/** `01`, `1.`, `1)`, `1 -`, `1-01` and the like in front of a title. */
const NUMBER = /^(?:\d{1,2}-)?\d{1,2}(?:\s*[.)_-]\s*|\s+)(?=\S)/;

/** A number with a leading zero belongs to a track order; "99 Luftballons" does not. */
const ZERO_NUMBER = /^(?:\d{1,2}-)?0\d(?:\s*[.)_-]\s*|\s+)(?=\S)/;

/** The file's name without its extension. */
export function stemOf(file: string): string {
  const dot = file.lastIndexOf(".");
  return dot > 0 ? file.slice(0, dot) : file;
}

/**
 * The title of a file in a folder as it is shown and compared: the file's name without extension and without a track
 * number. A number is one if it has a leading zero, or if a neighbour in the folder has such a one:
 * "10 So What" beside "01 Freddie Freeloader" is a track number, "10 Years" by itself a title.
 */
export function titleOf(file: string, folder: Folder): string {
  const stem = stemOf(file);
  const hasNumber = ZERO_NUMBER.test(stem) ||
    NUMBER.test(stem) && isNumbered(folder);
  return hasNumber ? stem.replace(NUMBER, "") : stem;
}

/** Asked once a folder: one flat folder may hold a whole collection. */
const numbered = new WeakMap<Folder, boolean>();

function isNumbered(folder: Folder): boolean {
  const known = numbered.get(folder);
  if (known !== undefined) return known;
  const found = folder.files.some((file) => ZERO_NUMBER.test(file));
  numbered.set(folder, found);
  return found;
}
