/** A version taken apart; the numbers and identifiers are compared one by one. */
interface Version {
  readonly numbers: readonly string[];
  /** Empty for a release. */
  readonly prerelease: readonly string[];
}

/**
 * Loose: any count of numbers, a leading `v`, and a pre-release with or without its hyphen
 * (`1.0rc1`). What follows a `+` has no say.
 */
const VERSION =
  /^v?(\d+(?:\.\d+)*)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*)|([a-z][0-9a-z-]*(?:\.[0-9a-z-]+)*))?(?:\+.*)?$/i;

/**
 * Compares two versions by the precedence of semver.org (2.0.0, item 11), read loosely, since a
 * manifest's version is free text. Takes both texts; gives below 0 where `a` is older, above 0
 * where it is newer, 0 where neither is. What is no version is older than every version, and equal
 * to everything else that is none.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [readVersion(a), readVersion(b)];
  if (!left || !right) return Number(left !== undefined) - Number(right !== undefined);
  for (let at = 0; at < Math.max(left.numbers.length, right.numbers.length); at++) {
    const order = compareNumbers(left.numbers[at] ?? "0", right.numbers[at] ?? "0");
    if (order !== 0) return order;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

/** Whether a version may replace an installed one: an update never goes back (SPEC section 8). */
export function isNewer(candidate: string, installed: string): boolean {
  return compareVersions(candidate, installed) > 0;
}

function readVersion(text: string): Version | undefined {
  const match = VERSION.exec(text.trim());
  if (!match) return undefined;
  // Without the hyphen there are no dots to split at either: 1.0rc10 is newer than 1.0rc2.
  const prerelease = match[2]?.split(".") ?? match[3]?.match(/\d+|[a-z-]+/gi) ?? [];
  return { numbers: match[1]!.split("."), prerelease };
}

/** A release is newer than its pre-releases; of two, the first identifier that differs decides. */
function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Number(b.length > 0) - Number(a.length > 0);
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareIdentifiers(a[at]!, b[at]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Numbers are older than words, and words are in ASCII order. */
function compareIdentifiers(a: string, b: string): number {
  const [left, right] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (left && right) return compareNumbers(a, b);
  if (left !== right) return left ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Decimal numbers of any length: a date with the time of day is beyond what a float holds. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
  if (left.length !== right.length) return left.length - right.length;
  return left === right ? 0 : left < right ? -1 : 1;
}
