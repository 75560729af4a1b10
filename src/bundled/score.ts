import { alignBeginnings, alignEnds, type Alignment } from "./align.ts";
import { type Name, toName } from "./name.ts";
import type { Track } from "./shortlist.ts";

/** A query prepared for comparison. */
export interface Query {
  readonly words: readonly string[];
  readonly units: Uint16Array;
  /** Where each word begins in `units`, and the end. */
  readonly cuts: readonly number[];
}

/** How well a track fits, and what of it the query named. */
export interface Score {
  /** 1 for a perfect fit; below 0 for what has nothing in common. */
  readonly value: number;
  /** Whether the query named the artist, album or genre and no title. */
  readonly byFolder: boolean;
}

/** What an edit costs, as a share of the query's letters: whole query in one name, or in two. */
const EDIT = 2;
const EDIT_OF_TWO = 2.4;

/** What a match loses that covers next to nothing of the name it is in. */
const UNCOVERED = 0.12;
const UNCOVERED_OF_TWO = 0.25;

/** What each word costs that the name splits where the query does not, or the other way round. */
const SPLIT = 0.02;

/** What "so what miles davis" loses against "miles davis so what". */
const TURNED = 0.01;

/** Words between a title and an artist. */
const BETWEEN = /^(?:by|from)$/;

/** A half of a query in two names has at least so many letters. */
const SHORTEST_HALF = 2;

/** Longer queries are cut; the cost of an alignment grows with them. */
const MAX_LETTERS = 200;

/** Prepares a query, or undefined where it holds no letter. */
export function toQuery(words: readonly string[]): Query | undefined {
  const kept: string[] = [];
  const cuts = [0];
  for (const word of words) {
    if (cuts.at(-1)! + word.length > MAX_LETTERS) break;
    kept.push(word);
    cuts.push(cuts.at(-1)! + word.length);
  }
  if (kept.length === 0) return undefined;
  return { words: kept, cuts, units: Uint16Array.from(kept.join(""), (c) => c.charCodeAt(0)) };
}

/** A name of a track with the query's beginnings and ends fitted into it. */
interface Field {
  readonly name: Name;
  readonly isTitle: boolean;
  readonly beginnings: Alignment;
  readonly ends: Alignment | undefined;
}

/**
 * Scores a track: the query may stand in one of its names (title, artist, album, genre), or begin
 * in one and end in another, as in "miles davis so what" and "so what by miles davis". Edits count
 * against it, and so does, a little, what the names hold beyond the query.
 */
export function scoreOf(track: Track, query: Query): Score {
  const fields = namesOf(track).map(({ name, isTitle }): Field => ({
    name,
    isTitle,
    beginnings: alignBeginnings(query.units, name.units, name.starts),
    // A single word stands in one name.
    ends: query.words.length > 1 ? alignEnds(query.units, name.units, name.starts) : undefined,
  }));
  let best: Score = { value: -Infinity, byFolder: false };
  const offer = (value: number, byFolder: boolean) => {
    if (value > best.value) best = { value, byFolder };
  };
  for (const field of fields) offer(scoreInOne(field, query), !field.isTitle);
  for (let cut = 1; cut < query.words.length; cut++) {
    const isBetween = cut + 1 < query.words.length && BETWEEN.test(query.words[cut]!);
    for (const first of fields) {
      for (const second of fields) {
        if (first === second) continue;
        const turned = first.isTitle ? TURNED : 0;
        offer(scoreInTwo(first, second, query, cut, cut) - turned, false);
        if (isBetween && first.isTitle) {
          offer(scoreInTwo(first, second, query, cut, cut + 1), false);
        }
      }
    }
  }
  return best;
}

/** The names a track goes by: its title, what stands before ` - ` in front of it, its folders. */
function namesOf(track: Track): { name: Name; isTitle: boolean }[] {
  const { title } = track;
  const parts = title.split(" - ");
  const names = [{ name: toName(parts.slice(1).join(" - ") || parts[0]!), isTitle: true }];
  if (parts.length > 1) {
    names.push({ name: toName(parts[0]!, true), isTitle: false });
    names.push({ name: toName(title), isTitle: true });
  }
  for (const name of folderNames(track.names)) names.push({ name, isTitle: false });
  return names;
}

/** By the folders' names, which all tracks of a folder share. */
const prepared = new WeakMap<readonly string[], readonly Name[]>();

function folderNames(names: readonly string[]): readonly Name[] {
  const known = prepared.get(names);
  if (known) return known;
  const made = names.map((name) => toName(name, true));
  prepared.set(names, made);
  return made;
}

function scoreInOne({ name, beginnings }: Field, query: Query): number {
  const m = query.units.length;
  const words = query.words.length;
  const edits = beginnings.cost[m]! + missedWords(query, 0, words, (cut) => beginnings.cost[cut]!);
  const split = Math.abs(words - wordsIn(name, beginnings.from[m]!, beginnings.to[m]!));
  return 1 - EDIT * edits / m - UNCOVERED * (1 - covered(name, beginnings, m)) - SPLIT * split;
}

/** The words before `cut` in the first name, those from `next` on in the second. */
function scoreInTwo(
  first: Field,
  second: Field,
  query: Query,
  cut: number,
  next: number,
): number {
  const end = query.cuts[cut]!;
  const start = query.cuts[next]!;
  const rest = query.units.length - start;
  const { beginnings } = first;
  const { ends } = second;
  if (!ends || end < SHORTEST_HALF || rest < SHORTEST_HALF) return -Infinity;
  const edits = beginnings.cost[end]! + ends.cost[start]! +
    missedWords(query, 0, cut, (at) => beginnings.cost[at]!) +
    missedWords(query, next, query.words.length, (at) => -ends.cost[at]!);
  const share = (covered(first.name, beginnings, end) + covered(second.name, ends, start)) / 2;
  return 1 - EDIT_OF_TWO * edits / (end + rest) - UNCOVERED_OF_TWO * (1 - share);
}

/**
 * A word that is not in the name at all costs half its length more: two slips in ten letters are
 * typing, but a whole other word is another title. `cost` gives what was paid up to a cut.
 */
function missedWords(
  { words, cuts }: Query,
  from: number,
  to: number,
  cost: (cut: number) => number,
): number {
  let extra = 0;
  for (let word = from; word < to; word++) {
    const { length } = words[word]!;
    const paid = cost(cuts[word + 1]!) - cost(cuts[word]!);
    if (length >= 3 && paid >= (length < 5 ? 0.6 : 0.42) * length) extra += length / 2;
  }
  return extra;
}

function wordsIn(name: Name, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) count += name.starts[at]!;
  return count;
}

/** The share of a name that a match covers, by weight. */
function covered({ weights }: Name, { from, to }: Alignment, cut: number): number {
  const total = weights.at(-1)!;
  return total === 0 ? 0 : (weights[to[cut]!]! - weights[from[cut]!]!) / total;
}
