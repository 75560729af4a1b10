import { dirname, join } from "@std/path";
import { previousFolder, previousVersion } from "../agents/layout.ts";
import { UserError } from "../errors.ts";
import { exchangeFolder, exists } from "./staging.ts";

/**
 * Puts a checked, synced folder in an agent's place and keeps the version it replaces (SPEC
 * section 8). Linux offers a program without FFI no exchange of two folders in one step, so there
 * are two renames; a process killed between them leaves the old version whole as the previous one,
 * which discovery then reads from there and the next change moves back (staging.ts).
 *
 * Takes the agents directory, the id, the staged folder, the staging folder for what has had its
 * time, and the folder that holds the id now (whatever its name), if any. Gives the new folder.
 */
export function putInPlace(
  directory: string,
  id: string,
  staged: string,
  trash: string,
  current: string | undefined,
): string {
  const home = join(directory, id);
  const previous = previousVersion(directory, id);
  Deno.mkdirSync(previousFolder(directory), { recursive: true });
  if (current === undefined) {
    Deno.renameSync(staged, home);
  } else {
    if (exists(previous)) Deno.renameSync(previous, join(trash, "previous"));
    Deno.renameSync(current, previous);
    try {
      Deno.renameSync(staged, home);
    } catch (error) {
      Deno.renameSync(previous, current);
      throw error;
    }
  }
  syncFolder(directory);
  syncFolder(previousFolder(directory));
  return home;
}

/**
 * Exchanges an agent's folder with its previous version, so that a second rollback undoes the
 * first. Takes the agents directory, the id, and the folder that holds the id now, if any. Gives
 * the folder it is in afterwards; throws a UserError when there is no previous version.
 */
export function exchangeWithPrevious(
  directory: string,
  id: string,
  current: string | undefined,
): string {
  const home = join(directory, id);
  const previous = previousVersion(directory, id);
  if (!exists(previous)) {
    throw new UserError(`no previous version of ${id} is kept in ${directory}`);
  }
  if (current === undefined) {
    Deno.renameSync(previous, home);
  } else {
    const parked = exchangeFolder(directory, id);
    Deno.renameSync(current, parked);
    Deno.renameSync(previous, home);
    Deno.renameSync(parked, previous);
  }
  syncFolder(directory);
  syncFolder(previousFolder(directory));
  return home;
}

/** Makes the names in a folder survive a power cut. Takes its path. */
export function syncFolder(path: string): void {
  using folder = Deno.openSync(path);
  folder.syncSync();
}

/** Makes a staged folder, its files and folders and its own name survive a power cut. */
export function syncTree(path: string): void {
  for (const entry of Deno.readDirSync(path)) {
    const child = join(path, entry.name);
    if (entry.isDirectory) syncTree(child);
    else if (entry.isFile) syncFolder(child);
  }
  syncFolder(path);
  syncFolder(dirname(path));
}
