import { closeSync, fstatSync, readSync } from "node:fs";
import { join } from "@std/path";
import { openPlainFile } from "../plain_file.ts";
import { cleanLine } from "../text/clean.ts";
import { UserError } from "../errors.ts";

/** What a folder that is installed may hold at most (SPEC section 8); the archive's limits. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 4096;

/** Names that are no part of an agent on any level: left out of what is installed, signed, packed. */
export const LEFT_OUT: ReadonlySet<string> = new Set([".git", ".DS_Store", "__MACOSX"]);

/**
 * Copies an agent's folder into a staging folder. Takes both paths; the target is created. Regular
 * files and folders only: a symlink, a device or another agent inside is a UserError that names it,
 * as is a folder over the limits. Modes are kept but for the set-id and sticky bits.
 */
export function copyFolder(source: string, target: string): void {
  const budget = { bytes: 0, entries: 0 };
  copyInto(source, target, "", budget);
}

function copyInto(
  source: string,
  target: string,
  inside: string,
  budget: { bytes: number; entries: number },
): void {
  Deno.mkdirSync(target, { mode: 0o755 });
  const entries = [...Deno.readDirSync(source)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const entry of entries) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (++budget.entries > MAX_ENTRIES) throw refused(path, `more than ${MAX_ENTRIES} entries`);
    if (entry.isSymlink) throw refused(path, "a symbolic link");
    if (entry.isDirectory) {
      copyInto(join(source, entry.name), join(target, entry.name), path, budget);
    } else if (!entry.isFile) {
      throw refused(path, "neither a file nor a folder");
    } else if (inside !== "" && entry.name === "agent.json") {
      throw refused(path, "an agent inside an agent");
    } else {
      copyFile(join(source, entry.name), join(target, entry.name), path, budget);
    }
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
  path: string,
  budget: { bytes: number },
): void {
  const from = openPlainFile(source);
  if (from === undefined) throw refused(path, "neither a file nor a folder");
  try {
    const info = fstatSync(from);
    // The owner keeps the right to read and write, or the agent could never be replaced.
    const mode = (info.mode & 0o777) | 0o600;
    using to = Deno.openSync(target, { createNew: true, write: true });
    const buffer = new Uint8Array(256 * 1024);
    for (let count = readSync(from, buffer); count > 0; count = readSync(from, buffer)) {
      budget.bytes += count;
      if (budget.bytes > MAX_BYTES) throw refused(path, "the folder is over 64 MiB");
      for (let at = 0; at < count;) at += to.writeSync(buffer.subarray(at, count));
    }
    Deno.chmodSync(target, mode);
  } finally {
    closeSync(from);
  }
}

function refused(path: string, why: string): UserError {
  return new UserError(`Cannot install the folder: "${cleanLine(path)}": ${why}`);
}
