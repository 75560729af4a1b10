import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { type ArchiveCode, ArchiveError } from "../../src/store/archive_error.ts";
import { ARCHIVE_LIMITS } from "../../src/store/archive_limits.ts";
import { unpackInto, type UnpackResult } from "../../src/store/archive_unpack.ts";
import { buildZip, type FakeArchive, type FakeEntry, MANIFEST } from "../fakes/zip_builder.ts";
import { withTempFolder } from "./folders.ts";

/** The worker of the sources, as main.ts would name it. */
export const WORKER_URL = new URL("../../src/store/archive_worker.ts", import.meta.url);

/** What is on disk after unpacking: a file's content by its path, "/" for folders. */
export type Tree = Record<string, string>;

/** Reads all of a folder; contents byte by byte, so that none is lost. */
export function treeOf(folder: string, inside = ""): Tree {
  const tree: Tree = {};
  for (const entry of Deno.readDirSync(join(folder, inside))) {
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory) Object.assign(tree, { [path]: "/" }, treeOf(folder, path));
    else if (entry.isSymlink) tree[path] = "-> " + Deno.readLinkSync(join(folder, path));
    else tree[path] = latin1(Deno.readFileSync(join(folder, path)));
  }
  return tree;
}

/** Bytes as text of one character each, as the encoding standard reads that label. */
export function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** What became of an archive: unpacked or refused, and what is in the staging folder. */
export type Outcome =
  & { readonly tree: Tree }
  & ({ readonly result: UnpackResult; readonly refusal?: undefined } | {
    readonly refusal: ArchiveError;
    readonly result?: undefined;
  });

/**
 * Unpacks an archive in this process, in a temporary folder; whatever becomes of it, nothing may
 * appear beside the staging folder. Anything thrown but an ArchiveError fails the test.
 */
export async function unpackBytes(bytes: Uint8Array): Promise<Outcome> {
  let outcome: Outcome | undefined;
  await withTempFolder(async (folder) => {
    Deno.writeFileSync(join(folder, "a.zip"), bytes);
    outcome = await unpackFile(join(folder, "a.zip"), join(folder, "staging"));
    assertEquals([...Deno.readDirSync(folder)].map((entry) => entry.name).sort(), [
      "a.zip",
      "staging",
    ]);
  });
  return outcome!;
}

/** Unpacks an archive in this process into a new folder. */
export async function unpackFile(archive: string, staging: string): Promise<Outcome> {
  Deno.mkdirSync(staging);
  try {
    const result = await unpackInto(archive, staging, ARCHIVE_LIMITS, () => {});
    return { result, tree: treeOf(staging) };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return { refusal: error, tree: treeOf(staging) };
  }
}

/** Asserts that an archive is refused with a code and a sentence, before anything is written. */
export async function assertRefused(zip: Uint8Array, code: ArchiveCode, says = ""): Promise<void> {
  const { refusal, tree } = await unpackBytes(zip);
  assertEquals(refusal?.code, code, refusal?.message ?? "it was unpacked");
  assertStringIncludes(refusal!.message, says);
  // deno-lint-ignore no-control-regex
  assertEquals(/[\x00-\x1f\x7f-\x9f]/.test(refusal!.message), false);
  assertEquals(tree, {});
}

/** Registers the test that an agent's archive with these entries added is refused. */
export function refuses(
  what: string,
  code: ArchiveCode,
  says: string,
  entries: readonly FakeEntry[],
  archive: FakeArchive = {},
): void {
  Deno.test(`an archive is refused for ${what}`, () =>
    assertRefused(buildZip([MANIFEST, ...entries], archive), code, says));
}

/** A small honest file. */
export const file = (name: string | Uint8Array, more: Partial<FakeEntry> = {}): FakeEntry => ({
  name,
  data: "x",
  ...more,
});
