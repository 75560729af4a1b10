import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { previousVersion, storeFolder } from "../../src/agents/layout.ts";
import { UserError } from "../../src/errors.ts";
import { cleanLeftovers, createStaging, exists, removeTree } from "../../src/store/staging.ts";
import { exchangeWithPrevious, putInPlace } from "../../src/store/swap.ts";
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

Deno.test("a replaced agent is in place and its old version is kept", () =>
  withTempFolder((folder) => {
    const { staging, staged, current } = prepare(folder);
    assertEquals(putInPlace(folder, "tea", staged, staging, current), join(folder, "tea"));
    assertEquals(version(join(folder, "tea")), "new");
    assertEquals(version(previousVersion(folder, "tea")), "old");
  }));

Deno.test("an agent whose folder has another name moves to a folder named after its id", () =>
  withTempFolder((folder) => {
    const { staging, staged, current } = prepare(folder, "my tea folder");
    putInPlace(folder, "tea", staged, staging, current);
    assertEquals(version(join(folder, "tea")), "new");
    assertEquals(exists(current), false);
  }));

Deno.test("only one previous version is kept", () =>
  withTempFolder((folder) => {
    const { staging, staged, current } = prepare(folder);
    writeFiles(previousVersion(folder, "tea"), { version: "older" });
    putInPlace(folder, "tea", staged, staging, current);
    assertEquals(version(previousVersion(folder, "tea")), "old");
  }));

Deno.test("a second rollback undoes the first", () =>
  withTempFolder((folder) => {
    const { staging, staged, current } = prepare(folder);
    putInPlace(folder, "tea", staged, staging, current);
    exchangeWithPrevious(folder, "tea", join(folder, "tea"));
    assertEquals(version(join(folder, "tea")), "old");
    exchangeWithPrevious(folder, "tea", join(folder, "tea"));
    assertEquals(version(join(folder, "tea")), "new");
    assertEquals(version(previousVersion(folder, "tea")), "old");
  }));

Deno.test("without a previous version a rollback says so", () =>
  withTempFolder((folder) => {
    writeFiles(folder, { "tea/version": "only" });
    assertThrows(
      () => exchangeWithPrevious(folder, "tea", join(folder, "tea")),
      UserError,
      "no previous version of tea",
    );
    assertEquals(version(join(folder, "tea")), "only");
  }));

Deno.test("an install killed between its two renames gives the old version back", () =>
  withTempFolder((folder) => {
    const { staging, current } = prepare(folder);
    Deno.mkdirSync(join(previousVersion(folder, "tea"), ".."), { recursive: true });
    Deno.renameSync(current, previousVersion(folder, "tea"));
    cleanLeftovers(folder, []);
    assertEquals(version(join(folder, "tea")), "old");
    assertEquals(exists(staging), false);
  }));

Deno.test("a rollback killed half way loses neither version", () =>
  withTempFolder((folder) => {
    const { current } = prepare(folder);
    // After the last rename but one: the older version is in place, the newer one parked.
    Deno.renameSync(current, join(storeFolder(folder), "exchange-tea"));
    writeFiles(folder, { "tea/version": "older" });
    cleanLeftovers(folder, [{ id: "tea", location: join(folder, "tea") }]);
    assertEquals(version(join(folder, "tea")), "older");
    assertEquals(version(previousVersion(folder, "tea")), "old");
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
