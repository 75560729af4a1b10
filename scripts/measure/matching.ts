/** Does play_song find the track? The scores of data/README.md ("Matching"), for both layouts. */
import type { Folder } from "../../src/bundled/library.ts";
import { type Match, searchFor, THRESHOLD } from "../../src/bundled/match.ts";
import { stemOf } from "../../src/bundled/title.ts";

/** A query of the data, with every `Artist - Title` that is a right answer. */
interface Query {
  readonly query: string;
  readonly kind: string;
  readonly ok: readonly string[];
}

/** What came of the queries of one kind. */
interface Tally {
  queries: number;
  /** Sum of the shares of equally good best matches that are right, 0 to 1 each. */
  hits: number;
  /** Queries that start something. */
  fires: number;
}

/**
 * Prints hits and fires for each kind of query beside the goals. Takes the data folder. With
 * `--errors` among the program's arguments it lists what went wrong.
 */
export function measureMatching(data: URL): Promise<void> {
  const rows = lines(data, "tracks.tsv").map((line) => line.replaceAll("/", "_").split("\t"));
  const queries = lines(data, "queries.dev.jsonl").map((line) => JSON.parse(line) as Query);
  const layouts: Readonly<Record<string, readonly Folder[]>> = {
    "Artist - Title.mp3": [
      {
        path: "/music",
        names: [],
        files: rows.map(([artist, title]) => `${artist} - ${title}.mp3`),
      },
    ],
    "Artist/Title.mp3": [...Map.groupBy(rows, ([artist]) => artist!)].map(([artist, tracks]) => ({
      path: `/music/${artist}`,
      names: [artist],
      files: tracks.map(([, title]) => `${title}.mp3`),
    })),
  };
  for (const [layout, folders] of Object.entries(layouts)) measureLayout(layout, folders, queries);
  console.log("goal".padEnd(35) + "≥ 96 %  ≤ 8.3 % of none");
  return Promise.resolve();
}

function measureLayout(
  layout: string,
  folders: readonly Folder[],
  queries: readonly Query[],
): void {
  const tallies = new Map<string, Tally>();
  const started = performance.now();
  for (const query of queries) {
    const search = searchFor(query.query);
    folders.forEach(search.add);
    const best = bestMatches(search.ranking());
    const right = best.filter(({ track: { names, file } }) =>
      query.ok.includes([...names, stemOf(file)].join(" - "))
    );
    const share = best.length === 0 ? 0 : right.length / best.length;
    for (const name of [query.kind, query.kind === "none" ? "" : "all"]) {
      const tally = tallies.get(name) ?? { queries: 0, hits: 0, fires: 0 };
      tally.queries++;
      tally.hits += share;
      tally.fires += best.length > 0 ? 1 : 0;
      tallies.set(name, tally);
    }
    if (Deno.args.includes("--errors") && share < (query.kind === "none" ? 0 : 1)) {
      const got = best[0] ? [...best[0].track.names, best[0].track.file].join("/") : "nothing";
      console.log(`MISS [${query.kind}] ${query.query}\n     got ${got}\n     not ${query.ok[0]}`);
    }
  }
  const each = (performance.now() - started) / queries.length;
  console.log(`matching, ${layout}`.padEnd(26) + "  queries     hit   fires");
  for (const [name, { queries, hits, fires }] of tallies) {
    if (name === "") continue;
    console.log(
      name.padEnd(26) + String(queries).padStart(9) +
        (name === "none" ? "–".padStart(8) : percent(hits / queries)) + percent(fires / queries),
    );
  }
  console.log(`${each.toFixed(0)} ms a query`);
}

/** The best match, or all that are equally good; none below the threshold. */
function bestMatches(ranking: readonly Match[]): readonly Match[] {
  const top = ranking[0];
  if (!top || top.score < THRESHOLD) return [];
  return ranking.filter(({ score }) => score === top.score);
}

function lines(data: URL, file: string): string[] {
  return Deno.readTextFileSync(new URL(file, data)).trimEnd().split("\n");
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(8);
}
