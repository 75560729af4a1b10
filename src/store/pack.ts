import { createHash } from "node:crypto";
import { closeSync, fstatSync, readFileSync } from "node:fs";
import { join, resolve } from "@std/path";
import { UserError } from "../errors.ts";
import { openPlainFile } from "../plain_file.ts";
import { shown } from "../text/shown.ts";
import { ArchiveError } from "./archive_error.ts";
import { ARCHIVE_LIMITS } from "./archive_limits.ts";
import { checkName, checkTree, locateAgent, type Named } from "./archive_names.ts";
import { LEFT_OUT } from "./copy.ts";

/** The first moment a zip can name. It has no time zone, so it is the same everywhere. */
const TIME = new Date(1980, 0, 1);

/** A packed archive. */
export interface Packed {
  /** In hex, for `URL#sha256=` and a registry's index. */
  readonly sha256: string;
  /** The archive's size. */
  readonly bytes: number;
}

/**
 * Packs an agent's folder into a zip that depends on nothing but its files' names, contents and
 * whether their owner may run them (SPEC section 8): names in one order, one fixed time, modes 0644 and 0755, and a deflate that comes with the zip library, not with the system.
 * Whatever is packed can be installed: the limits and the rules for names are those of unpacking.
 *
 * Takes the folder and the path of the archive, which is replaced in one step if it is there, and
 * not packed itself if it lies in the folder. Throws a UserError that names the file in the way.
 */
export async function packAgent(directory: string, outPath: string): Promise<Packed> {
  const entries = entriesIn(directory, "", resolve(outPath));
  entries.sort((a, b) => a.name < b.name ? -1 : 1);
  checkEntries(directory, entries);
  const zip = await zipped(directory, entries);
  if (zip.length > ARCHIVE_LIMITS.archive) throw tooLarge(directory);
  replaceFile(outPath, zip);
  return { sha256: createHash("sha256").update(zip).digest("hex"), bytes: zip.length };
}

/** What is to be packed: plain files and folders, in no order. */
function entriesIn(directory: string, inside: string, outPath: string): Named[] {
  const entries: Named[] = [];
  for (const entry of listFolder(join(directory, inside))) {
    const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (LEFT_OUT.has(entry.name) || resolve(directory, name) === outPath) continue;
    if (!entry.isFile && !entry.isDirectory) {
      const why = entry.isSymlink ? "a symbolic link" : "neither a file nor a folder";
      throw refused(directory, `${shown(name)} is ${why}`);
    }
    entries.push({ name, isFolder: entry.isDirectory });
    if (entry.isDirectory) entries.push(...entriesIn(directory, name, outPath));
  }
  return entries;
}

function listFolder(path: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(path)];
  } catch (error) {
    throw refused(path, `it cannot be read (${(error as Error).message})`);
  }
}

/** Holds the entries to the rules of unpacking. */
function checkEntries(directory: string, entries: readonly Named[]): void {
  const files = entries.filter((entry) => !entry.isFolder).map((entry) => entry.name);
  let root: string;
  try {
    for (const { name } of entries) checkName(name, ARCHIVE_LIMITS);
    checkTree(entries, ARCHIVE_LIMITS);
    root = locateAgent(files);
  } catch (error) {
    throw error instanceof ArchiveError ? refused(directory, error.detail) : error;
  }
  if (root !== "") throw refused(directory, "its agent.json must lie in it, not further down");
}

async function zipped(directory: string, entries: readonly Named[]): Promise<Uint8Array> {
  const { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import(
    "@zip-js/zip-js"
  );
  configure({ useWebWorkers: false });
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    level: 9,
    useCompressionStream: false,
    lastModDate: TIME,
    extendedTimestamp: false,
    dataDescriptor: false,
    keepOrder: true,
  });
  let unpacked = 0;
  for (const { name, isFolder } of entries) {
    if (isFolder) {
      await writer.add(name, undefined, { directory: true, unixMode: 0o755 });
      continue;
    }
    const { bytes, unixMode } = readPlainFile(join(directory, name));
    unpacked += bytes.length;
    if (unpacked > ARCHIVE_LIMITS.unpacked) throw tooLarge(directory);
    await writer.add(name, new Uint8ArrayReader(bytes), { unixMode });
  }
  return await writer.close();
}

/** Reads what is still a plain file: since it was listed it may have become a link or a pipe. */
function readPlainFile(path: string): { bytes: Uint8Array<ArrayBuffer>; unixMode: number } {
  try {
    const file = openPlainFile(path);
    if (file === undefined) throw new Error("it is no file any more");
    try {
      const info = fstatSync(file);
      if (info.size > ARCHIVE_LIMITS.unpacked) throw new Error("it is over 64 MiB");
      const bytes = new Uint8Array(readFileSync(file));
      return { bytes, unixMode: (info.mode & 0o100) === 0 ? 0o644 : 0o755 };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw refused(path, (error as Error).message);
  }
}

function tooLarge(directory: string): UserError {
  return refused(directory, "an agent may have 64 MiB at most");
}

function refused(path: string, why: string): UserError {
  return new UserError(`Cannot pack ${shown(path)}: ${why}`);
}

/** Writes beside the file and renames, so that no half archive is ever taken for one. */
function replaceFile(path: string, bytes: Uint8Array): void {
  const part = `${path}.part`;
  try {
    Deno.writeFileSync(part, bytes);
    Deno.renameSync(part, path);
  } catch (error) {
    throw new UserError(`Cannot write ${shown(path)}: ${(error as Error).message}`);
  }
}
