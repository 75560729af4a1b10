import type { Folder } from "./library.ts";
import { toWords } from "./name.ts";
import { type Query, type Score, scoreOf, toQuery } from "./score.ts";
import { Shortlist, type Track, trackOf } from "./shortlist.ts";
import { stemOf } from "./title.ts";

/** What comes below is no match (SPEC section 6). */
export const THRESHOLD = 0.45;

/** A track with its score. */
export interface Match {
  readonly track: Track;
  /** 1 for a perfect fit; below 0 for what has nothing in common. */
  readonly score: number;
}

/** How many tracks of a library are scored in full. */
const SHORTLIST = 300;

/** Scores this close are equal. */
const EQUAL = 1e-6;

/** An artist with so many tracks is meant rather than a title of the same name. */
const KNOWN_ARTIST = 3;

/** What a query loses that fits only without its filler words. */
const FILLED = 0.02;

/** Words around a title that are no part of it. */
const LEADING =
  /^(?:some|any|a|an|the|play|song|songs|track|tracks|music|tune|tunes|album|movie|film|something|anything|by|from|of|called|named|titled)$/;
const TRAILING = /^(?:song|songs|track|tracks|music|tune|tunes|album|movie|film|please)$/;

/** A search that is shown one folder after another. */
export interface Search {
  add(folder: Folder): void;
  /**
   * The few hundred nearest tracks, best first; of equally good ones any may come first. Empty
   * where no folder was added.
   */
  ranking(): Match[];
}

/** Begins to look for what fits a query (SPEC section 6). */
export function searchFor(query: string): Search {
  const words = toWords(query);
  const whole = toQuery(words);
  if (!whole) return searchForSigns(query.trim());
  const bare = toQuery(withoutFillers(words));
  const shortlist = new Shortlist(bare ? bare.words.join(" ") : query, SHORTLIST);
  return {
    add: (folder) => shortlist.add(folder),
    ranking: () => rankTracks(shortlist.tracks(), whole, bare),
  };
}

function rankTracks(tracks: readonly Track[], whole: Query, bare: Query | undefined): Match[] {
  const scored = tracks.map((track) => ({
    track,
    score: bare ? better(scoreOf(track, whole), scoreOf(track, bare)) : scoreOf(track, whole),
  }));
  const top = Math.max(...scored.map(({ score }) => score.value));
  const best = scored.filter(({ score }) => top - score.value < EQUAL).map(({ score }) => score);
  // Of an artist and a title of the same name one is meant; the other comes right behind.
  const preferArtist = best.filter(({ byFolder }) => byFolder).length >= KNOWN_ARTIST;
  const isMixed = best.some((score) => score.byFolder !== best[0]!.byFolder);
  return scored.map(({ track, score }) => {
    const isSecond = isMixed && top - score.value < EQUAL && score.byFolder !== preferArtist;
    return { track, score: isSecond ? score.value - EQUAL : score.value };
  }).sort((a, b) => b.score - a.score);
}

function better(whole: Score, bare: Score): Score {
  const value = bare.value - FILLED;
  return value > whole.value ? { ...bare, value } : whole;
}

/**
 * The track to play: the best match, one of them where several fit equally well (all tracks of an
 * artist, say). Takes the ranking and a random number from 0 to below 1; gives undefined where
 * nothing reaches the threshold.
 */
export function bestOf(ranking: readonly Match[], random: number): Track | undefined {
  const top = ranking[0];
  if (!top || top.score < THRESHOLD) return undefined;
  const equal = ranking.filter(({ score }) => top.score - score < EQUAL / 2);
  return equal[Math.floor(random * equal.length)]!.track;
}

/** Up to three titles that come nearest, each once, for a query that matched nothing. */
export function closestTitles(ranking: readonly Match[]): string[] {
  return [...new Set(ranking.map(({ track }) => track.title))].slice(0, 3);
}

function withoutFillers(words: readonly string[]): readonly string[] {
  let from = 0;
  let to = words.length;
  while (from < to && LEADING.test(words[from]!)) from++;
  while (to > from && TRAILING.test(words[to - 1]!)) to--;
  return to - from < words.length ? words.slice(from, to) : [];
}

/** For names without letters, as of the band "!!!": what holds the query as it stands. */
function searchForSigns(query: string): Search {
  const matches: Match[] = [];
  return {
    add(folder) {
      const inFolder = folder.names.some((name) => name.includes(query));
      for (const file of folder.files) {
        const fits = inFolder || stemOf(file).includes(query);
        if (fits || matches.length < SHORTLIST) {
          matches.push({ track: trackOf(folder, file), score: fits ? 1 : 0 });
        }
      }
    },
    ranking: () => matches.sort((a, b) => b.score - a.score),
  };
}
