/** A heading of CHANGELOG.md: a version, and where it is known the day it came out. */
const HEADING = /^## v?(\d\S*)(?:[ (-]+(\d{4}-\d\d-\d\d)\)?)?\s*$/;

/** One version of CHANGELOG.md. */
export interface Release {
  readonly version: string;
  /** `2026-12-01`; undefined where the heading has none. */
  readonly day: string | undefined;
  /** What changed, one text a list item. */
  readonly changes: readonly string[];
}

/** Reads CHANGELOG.md: `## version` or `## version (day)`, and below it a list. Newest first. */
export function releases(markdown: string): Release[] {
  const found: { version: string; day: string | undefined; changes: string[] }[] = [];
  for (const line of markdown.split("\n")) {
    const heading = HEADING.exec(line);
    const current = found.at(-1);
    if (heading) {
      found.push({ version: heading[1]!, day: heading[2], changes: [] });
    } else if (current && /^[-*] /.test(line)) {
      current.changes.push(line.slice(2).trim());
    } else if (current && /^\s+\S/.test(line) && current.changes.length > 0) {
      current.changes.push(`${current.changes.pop()} ${line.trim()}`);
    }
  }
  return found;
}

/**
 * The changelog as Debian wants it (deb-changelog(5)). Takes CHANGELOG.md, the version that is
 * packaged and its date, which stands for every version without a day. A version the file does not
 * tell of gets an entry that says so, as a package's first entry is its own.
 */
export function debianChangelog(markdown: string, version: string, date: Date): string {
  const known = releases(markdown);
  const own = known.some((release) => release.version === version)
    ? []
    : [{ version, day: undefined, changes: ["Not released."] }];
  return [...own, ...known].map(({ version, day, changes }) => {
    const when = day ? new Date(`${day}T00:00:00Z`) : date;
    return [
      `onidia (${version}) unstable; urgency=medium`,
      "",
      ...changes.map((change) => wrap(change.replaceAll("`", ""))),
      "",
      ` -- ${MAINTAINER}  ${when.toUTCString().replace("GMT", "+0000")}`,
      "",
    ].join("\n");
  }).join("\n");
}

/** Who stands behind the package; the address leads nowhere on purpose. */
export const MAINTAINER = "onidia-chat contributors <onidia-chat@users.noreply.invalid>";

function wrap(text: string): string {
  return (text.match(/\S.{0,72}(?=\s|$)/g) ?? [])
    .map((line, at) => (at === 0 ? "  * " : "    ") + line).join("\n");
}
