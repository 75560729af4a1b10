import { fold } from "../text/fold.ts";

/** First code of letters that are neither a to z nor digits. */
const OTHERS = 37;

/** Marks a code that has not been worked out yet. */
const UNKNOWN = 255;

const codes = new Uint8Array(65_536).fill(UNKNOWN);

/**
 * One UTF-16 code unit as a small number, with case and accents folded: 0 for what does not count
 * (spaces, punctuation, marks), 1 to 26 for a to z, 27 to 36 for the digits; all other letters and
 * symbols share what is left of a byte. With it 100,000 names are compared without a folded copy
 * of each. The table fills as letters are met, since folding all of Unicode first would cost more
 * than the search.
 */
export function letterCode(unit: number): number {
  const code = codes[unit]!;
  return code === UNKNOWN ? (codes[unit] = computeCode(unit)) : code;
}

function computeCode(unit: number): number {
  // Half of a character outside the basic plane: most are letters or pictures, and both count.
  if (unit >= 0xd800 && unit <= 0xdfff) return otherCode(unit);
  const folded = fold(String.fromCharCode(unit));
  if (!isLetter(folded)) return 0;
  const first = folded.charCodeAt(0);
  if (first >= 0x61 && first <= 0x7a) return first - 0x60;
  if (first >= 0x30 && first <= 0x39) return first - 0x30 + 27;
  return otherCode(first);
}

function otherCode(unit: number): number {
  return OTHERS + unit % (UNKNOWN - OTHERS);
}

/** Symbols of other scripts count too: some albums are called by one. */
function isLetter(folded: string): boolean {
  return /^(?:[\p{L}\p{N}]|(?!\p{ASCII})\p{S})/u.test(folded);
}
