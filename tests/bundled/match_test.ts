import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { Folder } from "../../src/bundled/library.ts";
import { bestOf, closestTitles, type Match, searchFor } from "../../src/bundled/match.ts";
import { titleOf } from "../../src/bundled/title.ts";

/** Folders from paths below the music folder. */
function collection(...paths: string[]): Folder[] {
  return [...Map.groupBy(paths, (path) => path.split("/").slice(0, -1).join("/"))].map(
    ([folder, files]) => ({
      path: `/music/${folder}`,
      names: folder === "" ? [] : folder.split("/"),
      files: files.map((file) => file.split("/").at(-1)!),
    }),
  );
}

function rank(folders: readonly Folder[], query: string): Match[] {
  const search = searchFor(query);
  folders.forEach(search.add);
  return search.ranking();
}

/** The best track's path below the music folder; undefined where nothing matches. */
function find(folders: readonly Folder[], query: string, random = 0): string | undefined {
  const track = bestOf(rank(folders, query), random);
  return track && [...track.names, track.file].join("/");
}

const FLAT = collection(
  "Miles Davis - So What.flac",
  "Miles Davis - Freddie Freeloader.flac",
  "Miles Davis - Blue in Green.flac",
  "Kraftwerk - Autobahn.mp3",
  "Kraftwerk - The Model.mp3",
  "Björk - Jóga.mp3",
  "Sigur Rós - Hoppípolla.mp3",
  "The Beatles - Here Comes the Sun.mp3",
  "Simon & Garfunkel - The Boxer.mp3",
  "R.E.M. - Losing My Religion.mp3",
  "Nena - 99 Luftballons.mp3",
  "Queen feat. David Bowie - Under Pressure (Remastered 2011).mp3",
  "!!! - Myth Takes.mp3",
  "Кино - Группа крови.mp3",
  "宇多田ヒカル - 光.mp3",
);

const TREE = collection(
  "Jazz/Miles Davis/Kind of Blue/01 So What.flac",
  "Jazz/Miles Davis/Kind of Blue/02 Freddie Freeloader.flac",
  "Jazz/Miles Davis/Kind of Blue/10 Flamenco Sketches.flac",
  "Jazz/John Coltrane/Giant Steps/03 - Naima.mp3",
  "Rock/Queen/Greatest Hits/1-05 Bicycle Race.mp3",
  "Pop/Nena/99 Luftballons.mp3",
  "Electronic/Kraftwerk/Autobahn.mp3",
);

/** Query and what must be found. */
const CASES: readonly (readonly [readonly Folder[], string, string])[] = [
  [FLAT, "so what", "Miles Davis - So What.flac"],
  [FLAT, "SO WHAT!", "Miles Davis - So What.flac"],
  [FLAT, "so what by miles davis", "Miles Davis - So What.flac"],
  [FLAT, "miles davis so what", "Miles Davis - So What.flac"],
  [FLAT, "Miles Davis - So What", "Miles Davis - So What.flac"],
  [FLAT, "mils davis fredie freloader", "Miles Davis - Freddie Freeloader.flac"],
  [FLAT, "autobhan", "Kraftwerk - Autobahn.mp3"],
  [FLAT, "auto bahn", "Kraftwerk - Autobahn.mp3"],
  [FLAT, "model", "Kraftwerk - The Model.mp3"],
  [FLAT, "bjork", "Björk - Jóga.mp3"],
  [FLAT, "hoppipolla", "Sigur Rós - Hoppípolla.mp3"],
  [FLAT, "here comes", "The Beatles - Here Comes the Sun.mp3"],
  [FLAT, "simon and garfunkel", "Simon & Garfunkel - The Boxer.mp3"],
  [FLAT, "rem", "R.E.M. - Losing My Religion.mp3"],
  [FLAT, "99 luftballons", "Nena - 99 Luftballons.mp3"],
  [FLAT, "under pressure", "Queen feat. David Bowie - Under Pressure (Remastered 2011).mp3"],
  [
    FLAT,
    "the song under pressure please",
    "Queen feat. David Bowie - Under Pressure (Remastered 2011).mp3",
  ],
  [FLAT, "!!!", "!!! - Myth Takes.mp3"],
  [FLAT, "группа крови", "Кино - Группа крови.mp3"],
  [FLAT, "光", "宇多田ヒカル - 光.mp3"],
  [TREE, "so what", "Jazz/Miles Davis/Kind of Blue/01 So What.flac"],
  [TREE, "so what by miles davis", "Jazz/Miles Davis/Kind of Blue/01 So What.flac"],
  [
    TREE,
    "kind of blue flamenco sketches",
    "Jazz/Miles Davis/Kind of Blue/10 Flamenco Sketches.flac",
  ],
  [TREE, "naima", "Jazz/John Coltrane/Giant Steps/03 - Naima.mp3"],
  [TREE, "giant steps", "Jazz/John Coltrane/Giant Steps/03 - Naima.mp3"],
  [TREE, "bicycle race", "Rock/Queen/Greatest Hits/1-05 Bicycle Race.mp3"],
  [TREE, "99 luftballons", "Pop/Nena/99 Luftballons.mp3"],
  [TREE, "kraftwerk", "Electronic/Kraftwerk/Autobahn.mp3"],
];

for (const [folders, query, expected] of CASES) {
  const layout = folders === FLAT ? "flat files" : "folders";
  Deno.test(`"${query}" is found among ${layout}`, () => {
    assertEquals(find(folders, query), expected);
  });
}

const MISSES = [
  "beethoven string quartet",
  "whale sounds",
  "my neighbours dog",
  "kraftwerk live in osaka 1981",
  "zzzzzz",
  "x",
  "???",
  "моцарт реквием",
];

for (const query of MISSES) {
  Deno.test(`"${query}" matches nothing rather than anything`, () => {
    assertEquals(find(FLAT, query), undefined);
    assertEquals(find(TREE, query), undefined);
  });
}

Deno.test("a genre or an artist plays any of its tracks, a title always the same", () => {
  const played = (query: string) =>
    new Set([0, 0.3, 0.6, 0.999].map((random) => find(TREE, query, random)));
  assertEquals(played("some jazz").size, 4);
  for (const path of played("some jazz")) assert(path?.startsWith("Jazz/"));
  assertEquals(played("miles davis").size, 3);
  assertEquals(played("so what").size, 1);
});

Deno.test("an artist with several tracks is meant rather than a title of the same name", () => {
  const folders = collection(
    "Monica - One.mp3",
    "Monica - Two.mp3",
    "Monica - Three.mp3",
    "X - Monica.mp3",
  );
  for (const random of [0, 0.5, 0.999]) {
    assertNotEquals(find(folders, "monica", random), "X - Monica.mp3");
  }
});

Deno.test("a whole title is better than a part of one", () => {
  const folders = collection("A - In Your Eyes.mp3", "B - It's In Your Eyes.mp3", "C - Eyes.mp3");
  assertEquals(find(folders, "in your eyes"), "A - In Your Eyes.mp3");
  assertEquals(find(folders, "eyes"), "C - Eyes.mp3");
});

Deno.test("the closest titles are at most three, each once, the nearest first", () => {
  const folders = collection(
    "A/Blue.mp3",
    "B/Blue.mp3",
    "C/Blue Moon.mp3",
    "D/Red.mp3",
    "E/Green.mp3",
  );
  const closest = closestTitles(rank(folders, "blue monday morning"));
  assertEquals(closest.length, 3);
  assertEquals(new Set(closest).size, 3);
  assert(closest.slice(0, 2).includes("Blue Moon"));
});

Deno.test("track numbers are left out of titles, numbers that are titles are not", () => {
  const title = (file: string, ...others: string[]) =>
    titleOf(file, { path: "/m", names: [], files: [file, ...others] });
  assertEquals(title("01 So What.flac"), "So What");
  assertEquals(title("03 - Naima.mp3"), "Naima");
  assertEquals(title("1-05 Bicycle Race.mp3"), "Bicycle Race");
  assertEquals(title("12. Twelve.mp3", "01. One.mp3"), "Twelve");
  assertEquals(title("99 Luftballons.mp3"), "99 Luftballons");
  assertEquals(title("7 Rings.mp3"), "7 Rings");
  assertEquals(title("1999.mp3", "01 One.mp3"), "1999");
  assertEquals(title("07.mp3"), "07");
  assertEquals(title("311 - Amber.mp3", "01 One.mp3"), "311 - Amber");
});

Deno.test("a very long query is answered", () => {
  assertEquals(find(FLAT, "so what ".repeat(20_000)), undefined);
});
