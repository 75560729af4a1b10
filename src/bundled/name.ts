import { fold } from "../text/fold.ts";

/** A name prepared for comparison: its letters without spaces and punctuation. */
export interface Name {
  /** Folded UTF-16 code units. */
  readonly units: Uint16Array;
  /** 1 where a word begins; one entry more than `units`, and that is 1. */
  readonly starts: Uint8Array;
  /** What the letters before a place weigh together; one entry more than `units`. */
  readonly weights: Float32Array;
}

/** Words behind which an artist's name lists others. */
const CREDIT = /^(?:featuring|feat|ft|with|and|vs|x)$/;
const ARTICLE = /^(?:the|a|an)$/;

/** How much a query that leaves them out misses, next to 1 for an ordinary letter. */
const WEIGHT = { article: 0, credited: 0.05, aside: 0.15, ordinary: 1 };

/** Longer names are cut: alignments count in 16 bits, and nobody asks for more. */
const MAX_LETTERS = 500;

/**
 * Prepares a name. Case, accents and punctuation are folded, `&` is `and`, apostrophes and the dots
 * of initials join (`Don't`, `R.E.M.`). What stands in brackets, and in the name of an artist
 * everything behind `featuring`, `&` and the like, weighs little; articles weigh nothing, as they
 * are dropped in speech.
 */
export function toName(text: string, isArtist = false): Name {
  const units: number[] = [];
  const starts: number[] = [];
  const weights: number[] = [0];
  let brackets = 0;
  let credited = false;
  let initial = false;
  let joined = false;
  let inWord = false;
  let sum = 0;
  for (const piece of piecesOf(text)) {
    if (piece === "'" || piece === "’") {
      joined = inWord;
    } else if ((piece === "." || piece === "-") && initial) {
      joined = true;
    } else if (isSeparator(piece)) {
      joined = initial = inWord = false;
      if ("([{".includes(piece)) brackets++;
      if (")]}".includes(piece)) brackets = Math.max(0, brackets - 1);
      if (piece === ",") credited ||= isArtist;
    } else {
      const within = joined && (!initial || piece.length === 1);
      if (isArtist && units.length > 0 && CREDIT.test(piece)) credited = true;
      const weight = ARTICLE.test(piece)
        ? WEIGHT.article
        : credited
        ? WEIGHT.credited
        : brackets > 0
        ? WEIGHT.aside
        : WEIGHT.ordinary;
      for (let i = 0; i < piece.length; i++) {
        starts.push(i > 0 && !isIdeograph(piece.charCodeAt(i)) || i === 0 && within ? 0 : 1);
        units.push(piece.charCodeAt(i));
        weights.push(sum += weight);
      }
      initial = piece.length === 1;
      joined = false;
      inWord = true;
    }
    if (units.length > MAX_LETTERS) break;
  }
  starts.push(1);
  return {
    units: Uint16Array.from(units),
    starts: Uint8Array.from(starts),
    weights: Float32Array.from(weights),
  };
}

/** The words of a query, folded in the same way. */
export function toWords(query: string): string[] {
  const { units, starts } = toName(query);
  const words: string[] = [];
  units.forEach((unit, i) => {
    if (starts[i]) words.push("");
    words[words.length - 1] += String.fromCharCode(unit);
  });
  return words;
}

function piecesOf(text: string): string[] {
  const folded = fold(text).replaceAll("&", " and ");
  return folded.match(/(?:[\p{L}\p{N}]|(?!\p{ASCII})\p{S})+|[^]/gu) ?? [];
}

function isSeparator(piece: string): boolean {
  return !/^(?:[\p{L}\p{N}]|(?!\p{ASCII})\p{S})/u.test(piece);
}

/** Scripts that set no spaces: every character can begin a word. */
function isIdeograph(unit: number): boolean {
  return unit >= 0x0e00 && unit <= 0x0eff || unit >= 0x2e80 && unit <= 0x9fff;
}
