/** How the beginnings (or ends) of a query fit into a name. Index: where the query is cut. */
export interface Alignment {
  /** Edits, plus one for a match that begins and one for a match that ends inside a word. */
  readonly cost: Float32Array;
  /** Where in the name the match begins. */
  readonly from: Int16Array;
  /** Where in the name the match ends. */
  readonly to: Int16Array;
}

/** A match inside a word counts like an edit: "ability" is no hit for "lit". */
const INSIDE_WORD = 1;

/**
 * Fits every beginning of a query into a name, wherever it fits best: semi-global optimal string
 * alignment (Levenshtein's edits and neighbours swapped; the name's two ends are free). Takes both
 * as folded UTF-16 code units without spaces, and for every place in the name and its end whether a
 * word begins there. Gives for a cut at `i` the match of `query[0, i)`.
 */
export function alignBeginnings(
  query: Uint16Array,
  name: Uint16Array,
  starts: Uint8Array,
): Alignment {
  const m = query.length;
  const n = name.length;
  const result = emptyAlignment(m);
  let before = new Float32Array(n + 1);
  let above = new Float32Array(n + 1);
  let row = new Float32Array(n + 1);
  let fromBefore = new Int16Array(n + 1);
  let fromAbove = new Int16Array(n + 1);
  let from = new Int16Array(n + 1);
  for (let j = 0; j <= n; j++) {
    above[j] = starts[j] ? 0 : INSIDE_WORD;
    fromAbove[j] = j;
  }
  for (let i = 1; i <= m; i++) {
    row[0] = i;
    from[0] = 0;
    let best = i;
    let bestAt = 0;
    const letter = query[i - 1];
    for (let j = 1; j <= n; j++) {
      let cost = above[j - 1]! + (letter === name[j - 1] ? 0 : 1);
      let start = fromAbove[j - 1]!;
      if (above[j]! + 1 < cost) {
        cost = above[j]! + 1;
        start = fromAbove[j]!;
      }
      if (row[j - 1]! + 1 < cost) {
        cost = row[j - 1]! + 1;
        start = from[j - 1]!;
      }
      const swapped = i > 1 && j > 1 && letter === name[j - 2] && query[i - 2] === name[j - 1];
      if (swapped && before[j - 2]! + 1 < cost) {
        cost = before[j - 2]! + 1;
        start = fromBefore[j - 2]!;
      }
      row[j] = cost;
      from[j] = start;
      const whole = cost + (starts[j] ? 0 : INSIDE_WORD);
      // Of equally good ends the later one: it covers more of the name.
      if (whole <= best) {
        best = whole;
        bestAt = j;
      }
    }
    result.cost[i] = best;
    result.from[i] = from[bestAt]!;
    result.to[i] = bestAt;
    [before, above, row] = [above, row, before];
    [fromBefore, fromAbove, from] = [fromAbove, from, fromBefore];
  }
  return result;
}

/** The same for the ends of a query: for a cut at `i` the match of `query[i, m)`. */
export function alignEnds(query: Uint16Array, name: Uint16Array, starts: Uint8Array): Alignment {
  const m = query.length;
  const n = name.length;
  const turned = alignBeginnings(query.toReversed(), name.toReversed(), starts.toReversed());
  const result = emptyAlignment(m);
  for (let i = 0; i <= m; i++) {
    result.cost[i] = turned.cost[m - i]!;
    result.from[i] = n - turned.to[m - i]!;
    result.to[i] = n - turned.from[m - i]!;
  }
  return result;
}

function emptyAlignment(m: number): Alignment {
  return {
    cost: new Float32Array(m + 1),
    from: new Int16Array(m + 1),
    to: new Int16Array(m + 1),
  };
}
