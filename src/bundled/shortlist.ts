import { letterCode } from "./letters.ts";
import type { Folder } from "./library.ts";
import { titleOf } from "./title.ts";

/** One track of a collection. */
export interface Track {
  /** Of its folder. */
  readonly path: string;
  /** Names of the folders from the collection's root down to it. */
  readonly names: readonly string[];
  /** Its file name with the extension. */
  readonly file: string;
  /** As it is shown; see titleOf. */
  readonly title: string;
}

/** A file of a folder as a track. */
export function trackOf(folder: Folder, file: string): Track {
  return { path: folder.path, names: folder.names, file, title: titleOf(file, folder) };
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
 * side by side or with one between, so that two swapped letters do not lose a short word. Folders
 * are added one after another, and only what is in the running is kept.
 */
export class Shortlist {
  readonly #size: number;
  readonly #pairs: Uint8Array;
  readonly #inFile = new Int32Array(MAX_PAIRS + 1);
  readonly #inFolder = new Int32Array(MAX_PAIRS + 1);
  /** How many of those kept have each key. */
  readonly #histogram = new Int32Array((MAX_PAIRS + 1) * LETTERS_A_PAIR + LONG + 1);
  #kept: { readonly key: number; readonly track: Track }[] = [];
  /** Tracks with a lower key are out of the running. */
  #least = 0;
  /** How many are in the running. */
  #running = 0;
  #mark = 0;

  /** Takes the query, and how many tracks are wanted. */
  constructor(query: string, size: number) {
    this.#size = size;
    this.#pairs = pairsOf(query);
  }

  /** Looks at the tracks of one more folder. */
  add(folder: Folder): void {
    const { names, files } = folder;
    const pairs = this.#pairs;
    const inFile = this.#inFile;
    const inFolder = this.#inFolder;
    const folderMark = ++this.#mark;
    let shared = 0;
    let around = 0;
    for (const name of names) {
      shared += countPairs(name, name.length, pairs, inFolder, folderMark, inFolder, -1);
      around += name.length;
    }
    for (const file of files) {
      const length = file.lastIndexOf(".");
      const own = countPairs(file, length, pairs, inFile, ++this.#mark, inFolder, folderMark);
      const key = (shared + own) * LETTERS_A_PAIR + LONG - Math.min(LONG, around + length);
      if (key >= this.#least) this.#keep(key, trackOf(folder, file));
    }
  }

  /** The tracks in the running, at least as many as wanted where there are, unordered. */
  tracks(): Track[] {
    return this.#kept.filter(({ key }) => key >= this.#least).map(({ track }) => track);
  }

  #keep(key: number, track: Track): void {
    this.#kept.push({ key, track });
    this.#histogram[key]!++;
    this.#running++;
    while (this.#running - this.#histogram[this.#least]! >= this.#size) {
      this.#running -= this.#histogram[this.#least++]!;
    }
    if (this.#kept.length > 4 * this.#running) {
      this.#kept = this.#kept.filter((kept) => kept.key >= this.#least);
    }
  }
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
