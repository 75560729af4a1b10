import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { previousVersion, replacedFolder, storeFolder } from "../../src/agents/layout.ts";
import { cleanLeftovers } from "../../src/store/leftovers.ts";
import { createStaging, exists, removeTree } from "../../src/store/staging.ts";
import { putInPlace } from "../../src/store/swap.ts";
import { withTempFolder, writeFiles } from "./folders.ts";

function version(folder: string): string {
  return Deno.readTextFileSync(join(folder, "version"));
}

/** An agents directory with `tea` in version `old`, and a staged version `new`. */
function prepare(folder: string, home = "tea") {
  writeFiles(folder, { [`${home}/version`]: "old" });
  Deno.mkdirSync(storeFolder(folder), { recursive: true });
  const staging = createStaging(folder);
  writeFiles(staging, { "files/version": "new" });
  return { staging, staged: join(staging, "files"), current: join(folder, home) };
}

/** Everything in an agents directory but what is kept of before. */
function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("a replaced agent is in place and its old version is kept", () =>
  withTempFolder((folder) => {
    const { staged, current } = prepare(folder);
    assertEquals(putInPlace(folder, "tea", staged, current), join(folder, "tea"));
    assertEquals(version(join(folder, "tea")), "new");
    assertEquals(version(previousVersion(folder, "tea")), "old");
    assertEquals(names(folder), [".store", "tea"]);
  }));

Deno.test("an agent whose folder has another name moves to a folder named after its id", () =>
  withTempFolder((folder) => {
    const { staged, current } = prepare(folder, "my tea folder");
    putInPlace(folder, "tea", staged, current);
    assertEquals(version(join(folder, "tea")), "new");
    assertEquals(names(folder), [".store", "tea"]);
  }));

Deno.test("only one previous version is kept", () =>
  withTempFolder((folder) => {
    const { staged, current } = prepare(folder);
    writeFiles(previousVersion(folder, "tea"), { version: "older" });
    putInPlace(folder, "tea", staged, current);
    assertEquals(version(previousVersion(folder, "tea")), "old");
  }));

Deno.test("a linked folder keeps leading where it led, replaced, kept and back again", () =>
  withTempFolder((root) => {
    writeFiles(root, { "source/version": "linked" });
    const folder = join(root, "agents");
    Deno.mkdirSync(storeFolder(folder), { recursive: true });
    Deno.symlinkSync("../source", join(folder, "tea"));
    const staging = createStaging(folder);
    writeFiles(staging, { "files/version": "new" });
    putInPlace(folder, "tea", join(staging, "files"), join(folder, "tea"));
    assertEquals(version(join(folder, "tea")), "new");
    putInPlace(folder, "tea", previousVersion(folder, "tea"), join(folder, "tea"));
    assertEquals(version(join(folder, "tea")), "linked");
    assertEquals(version(join(root, "source")), "linked");
  }));

Deno.test("what cannot be put in place leaves the old version where it was", () =>
  withTempFolder((folder) => {
    const { current } = prepare(folder);
    assertThrows(() => putInPlace(folder, "tea", join(folder, "gone"), current));
    assertEquals(version(current), "old");
    assertEquals(names(folder), [".store", "tea"]);
  }));

Deno.test("a change killed between its two renames gives the old version back", () =>
  withTempFolder((folder) => {
    const { staging, current } = prepare(folder);
    writeFiles(previousVersion(folder, "tea"), { version: "older" });
    Deno.renameSync(current, replacedFolder(folder, "tea"));
    cleanLeftovers(folder);
    assertEquals(version(join(folder, "tea")), "old");
    assertEquals(version(previousVersion(folder, "tea")), "older");
    assertEquals(exists(staging), false);
  }));

Deno.test("a change killed behind its two renames keeps the version that it replaced", () =>
  withTempFolder((folder) => {
    const { staged, current } = prepare(folder);
    writeFiles(previousVersion(folder, "tea"), { version: "older" });
    Deno.renameSync(current, replacedFolder(folder, "tea"));
    Deno.renameSync(staged, join(folder, "tea"));
    cleanLeftovers(folder);
    assertEquals(version(join(folder, "tea")), "new");
    assertEquals(version(previousVersion(folder, "tea")), "old");
    assertEquals(names(folder), [".store", "tea"]);
  }));

Deno.test("a leftover with a locked folder inside is deleted too, a link in it is not followed", () =>
  withTempFolder((folder) => {
    writeFiles(folder, { "outside/kept": "yes", "gone/inner/file": "x" });
    Deno.symlinkSync(join(folder, "outside"), join(folder, "gone/link"));
    Deno.chmodSync(join(folder, "gone/inner"), 0o500);
    removeTree(join(folder, "gone"));
    assertEquals(exists(join(folder, "gone")), false);
    assertEquals(Deno.readTextFileSync(join(folder, "outside/kept")), "yes");
  }));
