import { closeSync, constants, fchmodSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "@std/path";
import { makeBuffer, unpackEntry } from "./archive_contents.ts";
import { type ArchiveEntry, readLayout } from "./archive_layout.ts";
import type { ArchiveLimits } from "./archive_limits.ts";
import { isLitter, locateAgent } from "./archive_names.ts";
import { type ReadAt, readerOf } from "./archive_reader.ts";

/** What Python's zipfile writes where its user named no permissions. */
const NOT_CHOSEN = 0o600;

/** A file of an unpacked agent. */
export interface UnpackedFile {
  /** Relative to the agent's folder. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** The permissions it has now. */
  readonly mode: number;
}

/** What an archive was unpacked to. */
export interface UnpackResult {
  /** The agent's folder inside the staging folder: "" for the staging folder itself, or a name. */
  readonly root: string;
  readonly files: readonly UnpackedFile[];
  /** False where the archive came from a system without permissions: nothing is executable. */
  readonly hasModes: boolean;
}

/**
 * Unpacks an archive in this very process; `unpackArchive` does so in a worker that can do nothing
 * else. The whole structure is checked before the first write. What is no part of the agent (macOS
 * litter, files beside its folder) is unpacked all the same, but to nowhere, so that it is held to
 * the same rules.
 *
 * Takes the archive, an existing empty folder, the limits, and what to call after every piece of
 * progress. Throws an ArchiveError; what was written by then is for the caller to delete.
 */
export async function unpackInto(
  archive: string,
  staging: string,
  limits: ArchiveLimits,
  onProgress: () => void,
): Promise<UnpackResult> {
  using file = Deno.openSync(archive);
  const read = readerOf(file);
  const entries = readLayout(read, file.statSync().size, limits);
  const root = locateAgent(
    entries.filter((entry) => !entry.isFolder && !isLitter(entry.name)).map((entry) => entry.name),
  );
  const buffer = makeBuffer();
  const folders = new Set([staging]);
  const files: UnpackedFile[] = [];
  let hasModes = false;
  for (const entry of entries) {
    onProgress();
    if (!isPart(entry.name, root)) {
      await unpackEntry(read, entry, buffer, onProgress);
    } else if (entry.isFolder) {
      makeFolder(join(staging, entry.name), folders);
      await unpackEntry(read, entry, buffer, onProgress);
    } else {
      makeFolder(join(staging, dirname(entry.name)), folders);
      const mode = modeOf(entry);
      await unpackFile(read, entry, buffer, join(staging, entry.name), mode, onProgress);
      hasModes ||= saysMode(entry);
      files.push({ path: pathInside(entry.name, root), size: entry.unpacked, mode });
    }
  }
  return { root, files, hasModes };
}

function isPart(name: string, root: string): boolean {
  return !isLitter(name) && (root === "" || name === root || name.startsWith(root + "/"));
}

function pathInside(name: string, root: string): string {
  return root === "" ? name : name.slice(root.length + 1);
}

/** The owner keeps the right to read and write, or the agent could never be replaced. */
function modeOf(entry: ArchiveEntry): number {
  return entry.mode === 0 ? 0o644 : entry.mode | 0o600;
}

/** Makes a folder and those above it, each by a plain mkdir, which follows no link. */
function makeFolder(path: string, made: Set<string>): void {
  if (made.has(path)) return;
  makeFolder(dirname(path), made);
  Deno.mkdirSync(path, { mode: 0o755 });
  made.add(path);
}

async function unpackFile(
  read: ReadAt,
  entry: ArchiveEntry,
  buffer: Uint8Array<ArrayBuffer>,
  path: string,
  mode: number,
  onProgress: () => void,
): Promise<void> {
  const to = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await unpackEntry(read, entry, buffer, (piece) => {
      for (let at = 0; at < piece.length;) at += writeSync(to, piece, at);
      onProgress();
    });
    // By hand, as the umask takes bits off at creation.
    fchmodSync(to, mode);
  } finally {
    closeSync(to);
  }
}

/** Whether the permissions of an entry were chosen by somebody, on a system that has them. */
function saysMode({ isFromUnix, mode }: ArchiveEntry): boolean {
  return isFromUnix && mode !== 0 && mode !== NOT_CHOSEN;
}
