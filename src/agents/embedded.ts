import { dirname, fromFileUrl, join } from "@std/path";
import { cleanLine } from "../text/clean.ts";
import { causeOf } from "./cause.ts";
import { compare } from "./catalog.ts";

/** Where the program's own agents are now, or one sentence about why they are not. */
export type Unpacked = { readonly directory: string } | { readonly problem: string };

/**
 * Unpacks the program's own copy of the bundled agents to `<data>/bundled/<version>/agents` (SPEC
 * section 3, "Discovery"), from where they can be run. Takes the folder inside the program, the data
 * directory and the version. A copy that is whole is left alone; files that are missing, changed or
 * not ours are put right one by one, each with a rename, so that another process that reads or makes
 * the same copy at this moment always sees whole files.
 */
export function unpackEmbedded(source: URL | string, data: string, version: string): Unpacked {
  const target = join(data, "bundled", version, "agents");
  try {
    const from = source instanceof URL ? fromFileUrl(source) : source;
    if (kindOf(target) === undefined) {
      // A new copy appears whole or not at all.
      const staging = join(dirname(target), `.agents-${crypto.randomUUID()}`);
      try {
        restoreFolder(from, staging, isAgent);
        renameUnlessThere(staging, target);
      } finally {
        removeIfThere(staging);
      }
    }
    restoreFolder(from, target, isAgent);
    return { directory: target };
  } catch (error) {
    const what = `cannot unpack the bundled agents to ${cleanLine(target)}: ${causeOf(error)}`;
    return { problem: `${what} - mend that, or set XDG_DATA_HOME to another directory` };
  }
}

/** Templates and hidden entries are no agents. */
function isAgent(name: string): boolean {
  return !name.startsWith("_") && !name.startsWith(".");
}

/** Makes a folder hold what another holds, and nothing else but hidden files. */
function restoreFolder(from: string, to: string, wanted: (name: string) => boolean): void {
  if (kindOf(to) !== "folder") {
    removeIfThere(to);
    Deno.mkdirSync(to, { recursive: true });
  }
  const entries = [...Deno.readDirSync(from)].filter(({ name }) => wanted(name))
    .sort((a, b) => compare(a.name, b.name));
  const names = new Set(entries.map(({ name }) => name));
  for (const { name } of Deno.readDirSync(to)) {
    // A name with a dot may be what another process is writing, and is never taken for an agent.
    if (!names.has(name) && !name.startsWith(".")) removeIfThere(join(to, name));
  }
  for (const { name, isDirectory } of entries) {
    if (isDirectory) restoreFolder(join(from, name), join(to, name), () => true);
    else restoreFile(Deno.readFileSync(join(from, name)), join(to, name));
  }
}

/** An embedded file system keeps no modes: a script is what starts like one. */
function restoreFile(bytes: Uint8Array, path: string): void {
  const mode = bytes[0] === 0x23 && bytes[1] === 0x21 ? 0o755 : 0o644;
  if (isSame(bytes, mode, path)) return;
  const staged = join(dirname(path), `.${crypto.randomUUID()}`);
  try {
    Deno.writeFileSync(staged, bytes, { createNew: true });
    Deno.chmodSync(staged, mode);
    if (kindOf(path) === "folder") removeIfThere(path);
    Deno.renameSync(staged, path);
  } finally {
    removeIfThere(staged);
  }
}

function isSame(bytes: Uint8Array, mode: number, path: string): boolean {
  try {
    const found = Deno.lstatSync(path);
    if (!found.isFile || found.size !== bytes.length || (found.mode! & 0o777) !== mode) {
      return false;
    }
    const there = Deno.readFileSync(path);
    return bytes.every((byte, at) => byte === there[at]);
  } catch {
    return false;
  }
}

/** What is at a path, links not followed; undefined where nothing is. */
function kindOf(path: string): "folder" | "other" | undefined {
  try {
    return Deno.lstatSync(path).isDirectory ? "folder" : "other";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Another process may have made the same copy in the meantime: it is as good. */
function renameUnlessThere(from: string, to: string): void {
  try {
    Deno.renameSync(from, to);
  } catch (error) {
    if (kindOf(to) === undefined) throw error;
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
