import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { type Folder, walkLibrary } from "../../src/bundled/library.ts";

const AUDIO = new Set(["mp3", "flac"]);

/** Runs a body with a folder of empty files; a name that ends in `/` is a folder. */
function withTree(names: readonly string[], body: (root: string) => void): void {
  const root = Deno.makeTempDirSync({ prefix: "onidia-chat-library-" });
  try {
    for (const name of names) {
      const path = join(root, name);
      Deno.mkdirSync(name.endsWith("/") ? path : join(path, ".."), { recursive: true });
      if (!name.endsWith("/")) Deno.writeTextFileSync(path, "");
    }
    body(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

function foldersOf(root: string, info: string[] = []): Folder[] {
  const folders: Folder[] = [];
  walkLibrary(root, AUDIO, (text) => info.push(text), (folder) => folders.push(folder));
  return folders;
}

/** All tracks, relative to the root, sorted, and the INFO lines. */
function tracksOf(root: string): { tracks: string[]; info: string[] } {
  const info: string[] = [];
  const folders = foldersOf(root, info);
  const tracks = folders.flatMap(({ path, files }) =>
    files.map((file) => `${path}/${file}`.slice(root.length + 1))
  ).sort();
  return { tracks, info };
}

Deno.test("files with a known extension in any case are tracks, hidden ones and others are not", () => {
  const names = [
    "a.mp3",
    "b.MP3",
    "c.FlAc",
    "d.txt",
    "mp3",
    "e.mp3.part",
    ".f.mp3",
    ".g/h.mp3",
    "i.mp3/",
  ];
  withTree([...names, "é.mp3/j.mp3", "k.mpé"], (root) => {
    assertEquals(tracksOf(root).tracks, ["a.mp3", "b.MP3", "c.FlAc", "é.mp3/j.mp3"].sort());
  });
});

Deno.test("a folder knows the names on the way to it", () => {
  withTree(["Jazz/Miles Davis/So What.mp3"], (root) => {
    assertEquals(foldersOf(root)[0]!.names, ["Jazz", "Miles Davis"]);
  });
});

Deno.test("links to folders are followed once, however they loop", () => {
  withTree(["a/x.mp3", "b/y.mp3", "other/z.mp3", "root/"], (folder) => {
    const root = join(folder, "root");
    for (const name of ["a", "b"]) Deno.renameSync(join(folder, name), join(root, name));
    Deno.symlinkSync("..", join(root, "a/up"));
    Deno.symlinkSync(".", join(root, "b/self"));
    Deno.symlinkSync("../b", join(root, "a/sideways"));
    Deno.symlinkSync("../..", join(root, "a/out"));
    Deno.symlinkSync("/", join(root, "everything"));
    Deno.symlinkSync(join(folder, "other"), join(root, "one"));
    Deno.symlinkSync(join(folder, "other"), join(root, "two"));
    Deno.symlinkSync("two", join(root, "three"));
    const { tracks } = tracksOf(root);
    assertEquals(tracks.filter((track) => /[xy]\.mp3$/.test(track)), ["a/x.mp3", "b/y.mp3"]);
    assertEquals(tracks.filter((track) => track.endsWith("z.mp3")).length, 1);
    assertEquals(tracks.length, 3);
  });
});

Deno.test("links to files count, those that lead nowhere or to no file do not", () => {
  withTree(["a.mp3", "t.txt"], (root) => {
    Deno.symlinkSync("a.mp3", join(root, "b.mp3"));
    Deno.symlinkSync("nowhere", join(root, "c.mp3"));
    Deno.symlinkSync("/dev/null", join(root, "d.mp3"));
    Deno.symlinkSync("a.mp3", join(root, "e.txt"));
    assertEquals(tracksOf(root).tracks, ["a.mp3", "b.mp3"]);
  });
});

Deno.test("the music folder may be a link itself", () => {
  withTree(["real/a.mp3"], (folder) => {
    Deno.symlinkSync("real", join(folder, "link"));
    assertEquals(tracksOf(join(folder, "link")).tracks, ["a.mp3"]);
  });
});

Deno.test("names of 255 bytes, with newlines, quotes and other scripts are tracks", () => {
  const names = [`${"n".repeat(251)}.mp3`, "a\nb.mp3", `"'$x.mp3`, "-rf.mp3", "東京.mp3", "Ψ.mp3"];
  withTree(names, (root) => assertEquals(tracksOf(root).tracks, names.toSorted()));
});

Deno.test("a folder nested deeper than any collection does not end the walk in a crash", () => {
  withTree([`${"d/".repeat(200)}deep.mp3`, "a.mp3"], (root) => {
    assertEquals(tracksOf(root).tracks, ["a.mp3"]);
  });
});

Deno.test("a name that is not UTF-8 hides nobody else", async () => {
  const root = Deno.makeTempDirSync({ prefix: "onidia-chat-library-" });
  try {
    await new Deno.Command("/bin/sh", {
      args: ["-c", 'touch "$1/$(printf \'caf\\351\').mp3" "$1/fine.mp3"', "sh", root],
    }).output();
    assertEquals(tracksOf(root).tracks, ["fine.mp3"]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test({
  name: "a folder that cannot be read is skipped and told",
  ignore: Deno.uid() === 0, // To root every folder is open; tests/bundled/user_test.ts has this as nobody.
  fn: () =>
    withTree(["open/a.mp3", "closed/b.mp3"], (root) => {
      Deno.chmodSync(join(root, "closed"), 0);
      const { tracks, info } = tracksOf(root);
      Deno.chmodSync(join(root, "closed"), 0o700);
      assertEquals(tracks, ["open/a.mp3"]);
      assertMatch(info.join(), /^skipped .*closed: permission denied$/);
    }),
});

Deno.test("a folder that is not there throws", () => {
  assertThrows(() => foldersOf("/nonexistent/Music"), Deno.errors.NotFound);
});
