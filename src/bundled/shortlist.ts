import { letterCode } from "./letters.ts";
import type { Folder } from "./library.ts";

/** One track of a library. */
export interface Track {
  readonly folder: Folder;
  /** Its file name with the extension. */
  readonly file: string;
}

/** Pairs a query can have at most; what stands behind them is not looked at. */
const MAX_PAIRS = 255;

/** Stands for a run of spaces and punctuation, so that first and last letters of words count. */
const GAP = 0;

/** A shared pair makes up for so many letters that the name has more. */
const LETTERS_A_PAIR = 8;

/** Longer names are not held against a track any further: credits can be endless. */
const LONG = 5 * LETTERS_A_PAIR;

/**
 * The tracks worth a closer look: those that share most pairs of letters with the query, in the
 * file's name or the names of its folders; among equals the shorter names. A pair is two letters
 * side by side or with one between, so that two swapped letters do not lose a short word. Takes the
 * folders, the query, and how many are wanted; gives at least as many where there are, unordered.
 */
export function shortlist(folders: readonly Folder[], query: string, size: number): Track[] {
  const pairs = pairsOf(query);
  const keys = new Int32Array(folders.reduce((sum, { files }) => sum + files.length, 0));
  const histogram = new Int32Array((MAX_PAIRS + 1) * LETTERS_A_PAIR + LONG + 1);
  const inFile = new Int32Array(MAX_PAIRS + 1);
  const inFolder = new Int32Array(MAX_PAIRS + 1);
  let track = 0;
  for (const [at, { names, files }] of folders.entries()) {
    let shared = 0;
    let around = 0;
    for (const name of names) {
      shared += countPairs(name, name.length, pairs, inFolder, at + 1, inFolder, -1);
      around += name.length;
    }
    for (const file of files) {
      const length = file.lastIndexOf(".");
      const own = countPairs(file, length, pairs, inFile, track + 1, inFolder, at + 1);
      const key = (shared + own) * LETTERS_A_PAIR + LONG - Math.min(LONG, around + length);
      keys[track++] = key;
      histogram[key]!++;
    }
  }
  let least = histogram.length;
  for (let kept = 0; least > 0 && kept < size;) kept += histogram[--least]!;
  const tracks: Track[] = [];
  track = 0;
  for (const folder of folders) {
    for (const file of folder.files) if (keys[track++]! >= least) tracks.push({ folder, file });
  }
  return tracks;
}

/** The query's pairs, numbered from 1, in a table by their two codes. */
function pairsOf(query: string): Uint8Array {
  const pairs = new Uint8Array(65_536);
  let count = 0;
  const add = (first: number, second: number) => {
    const at = (first << 8) + second;
    if (pairs[at] === 0 && count < MAX_PAIRS) pairs[at] = ++count;
  };
  let before = GAP;
  let last = GAP;
  for (let i = 0; i <= query.length; i++) {
    const code = i < query.length ? letterCode(query.charCodeAt(i)) : GAP;
    if (code === GAP && last === GAP) continue;
    add(last, code);
    if (before !== GAP || code !== GAP) add(before, code);
    before = last;
    last = code;
  }
  return pairs;
}

/**
 * Counts the query's pairs in a name, each once, and marks them in `seen`; those that `outer` has
 * marked already do not count. This is the innermost loop of a search over 100,000 names.
 */
function countPairs(
  name: string,
  length: number,
  pairs: Uint8Array,
  seen: Int32Array,
  mark: number,
  outer: Int32Array,
  outerMark: number,
): number {
  let count = 0;
  let before = GAP;
  let last = GAP;
  for (let i = 0; i <= length; i++) {
    const code = i < length ? letterCode(name.charCodeAt(i)) : GAP;
    if (code === GAP && last === GAP) continue;
    const close = pairs[(last << 8) + code]!;
    if (close !== 0 && seen[close] !== mark && outer[close] !== outerMark) {
      seen[close] = mark;
      count++;
    }
    const apart = pairs[(before << 8) + code]!;
    if (apart !== 0 && seen[apart] !== mark && outer[apart] !== outerMark) {
      seen[apart] = mark;
      count++;
    }
    before = last;
    last = code;
  }
  return count;
}
