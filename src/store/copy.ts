import { closeSync, fstatSync, readSync } from "node:fs";
import { dirname, join } from "@std/path";
import { UserError } from "../errors.ts";
import { openPlainFile } from "../plain_file.ts";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import { ARCHIVE_LIMITS } from "./archive_limits.ts";
import { systemReason } from "./failure.ts";

/** Names that are no part of an agent on any level: left out of what is installed, signed, packed. */
export const LEFT_OUT: ReadonlySet<string> = new Set([".git", ".DS_Store", "__MACOSX"]);

/** A file or folder of an agent's folder that is part of it. */
interface Part {
  /** Relative to the agent's folder, with `/`. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** Told what may not be installed, and why; `undefined` for the folder as a whole. */
type Refuse = (path: string | undefined, why: string) => void;

/**
 * Copies an agent's folder into a staging folder. Takes both paths; the target is created. Regular
 * files and folders only: a symlink, a device or another agent inside is a UserError that names it,
 * as is a folder over the limits of an archive. Modes are kept but for the set-id and sticky bits.
 */
export function copyFolder(source: string, target: string): void {
  const refuse = (path: string | undefined, why: string): never => {
    const what = path === undefined ? why : `${shown(path)}: ${why}`;
    throw new UserError(`Cannot install ${cleanLine(source)}: ${what}`);
  };
  if (listFolder(source, "", refuse).every(({ name }) => name !== "agent.json")) {
    refuse(undefined, "there is no agent.json in it, an agent needs one");
  }
  if (contains(source, dirname(target))) refuse(undefined, "the agents directory is inside it");
  Deno.mkdirSync(target, { mode: 0o755 });
  const copied = { bytes: 0 };
  for (const { path, isFolder } of partsOf(source, refuse)) {
    if (isFolder) Deno.mkdirSync(join(target, path), { mode: 0o755 });
    else copyFile(join(source, path), join(target, path), copied, (why) => refuse(path, why));
  }
}

/** Everything that would keep a folder from being installed, in words; what a copy would refuse. */
export function folderFaults(source: string): string[] {
  const faults: string[] = [];
  const refuse: Refuse = (path, why) => {
    faults.push(path === undefined ? why : `${shown(path)}: ${why}`);
  };
  let bytes = 0;
  for (const { path, isFolder } of partsOf(source, refuse)) {
    if (!isFolder) bytes += Deno.statSync(join(source, path)).size;
  }
  if (bytes > ARCHIVE_LIMITS.unpacked) faults.push("the folder is over 64 MiB");
  return faults;
}

/** The parts of an agent's folder, each folder before what is in it; sorted by name. */
function* partsOf(source: string, refuse: Refuse): Generator<Part> {
  let count = 0;
  for (const part of partsIn(source, "", refuse)) {
    if (++count > ARCHIVE_LIMITS.entries) {
      return refuse(undefined, `it has more than ${ARCHIVE_LIMITS.entries} files and folders`);
    }
    yield part;
  }
}

function* partsIn(source: string, inside: string, refuse: Refuse): Generator<Part> {
  for (const { name, isDirectory, isFile, isSymlink } of listFolder(source, inside, refuse)) {
    if (LEFT_OUT.has(name)) continue;
    const path = inside === "" ? name : `${inside}/${name}`;
    if (new TextEncoder().encode(path).length > ARCHIVE_LIMITS.name) {
      refuse(path, `a path of more than ${ARCHIVE_LIMITS.name} bytes`);
    } else if (isSymlink) refuse(path, "a symbolic link");
    else if (!isFile && !isDirectory) refuse(path, "neither a file nor a folder");
    else if (inside !== "" && name === "agent.json") refuse(path, "an agent inside an agent");
    else {
      yield { path, isFolder: isDirectory };
      if (isDirectory) yield* partsIn(source, path, refuse);
    }
  }
}

function listFolder(source: string, inside: string, refuse: Refuse): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(join(source, inside))].sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    refuse(inside || undefined, `it cannot be read (${systemReason(error)})`);
    return [];
  }
}

/**
 * Reads and writes through one open file each, so that what was checked is what is copied. The
 * name may have become something else since the folder was read: a link is not followed, a pipe
 * is not waited for.
 */
function copyFile(
  source: string,
  target: string,
  copied: { bytes: number },
  refuse: (why: string) => never,
): void {
  const from = openSource(source, refuse);
  try {
    const info = fstatSync(from);
    // The owner keeps the right to read and write, or the agent could never be replaced.
    const mode = (info.mode & 0o777) | 0o600;
    using to = Deno.openSync(target, { createNew: true, write: true });
    const buffer = new Uint8Array(256 * 1024);
    for (let count = readSync(from, buffer); count > 0; count = readSync(from, buffer)) {
      copied.bytes += count;
      if (copied.bytes > ARCHIVE_LIMITS.unpacked) refuse("the folder is over 64 MiB");
      for (let at = 0; at < count;) at += to.writeSync(buffer.subarray(at, count));
    }
    Deno.chmodSync(target, mode);
  } finally {
    closeSync(from);
  }
}

function openSource(path: string, refuse: (why: string) => never): number {
  try {
    return openPlainFile(path) ?? refuse("neither a file nor a folder");
  } catch (error) {
    if (error instanceof UserError) throw error;
    return refuse(`it cannot be read (${systemReason(error)})`);
  }
}

/** Whether a folder is another one or inside of it. Takes the outer and the inner one, which exist. */
function contains(outer: string, inner: string): boolean {
  const [a, b] = [Deno.realPathSync(outer), Deno.realPathSync(inner)];
  return b === a || b.startsWith(a === "/" ? a : a + "/");
}
