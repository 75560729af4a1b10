import { join } from "@std/path";
import { previousFolder, previousVersion, storeFolder } from "../agents/layout.ts";

/** Prefix of the folders in which one change is prepared. */
const PREFIX = "staging-";

/** Prefix of the folder that holds the newer version while a rollback exchanges the two. */
const EXCHANGE = "exchange-";

/**
 * Makes the private folder in which a change is prepared, beside the agents so that the last step
 * is a rename. Takes the agents directory; gives the folder's path. Call it under the store's lock.
 */
export function createStaging(directory: string): string {
  return Deno.makeTempDirSync({ dir: storeFolder(directory), prefix: PREFIX });
}

/** Where a rollback parks the newer version of an agent for a moment. */
export function exchangeFolder(directory: string, id: string): string {
  return join(storeFolder(directory), EXCHANGE + id);
}

/**
 * Puts right what a killed change left behind (SPEC section 8). Call it under the store's lock: any
 * staging folder seen then belongs to nobody. Takes the agents directory and the lines of the list
 * of what is in it.
 *
 * - An agent that has a previous version but no folder was killed between the two renames of
 *   swap.ts: the previous version goes back to its place.
 * - A version parked by a killed rollback becomes the previous version again.
 * - Everything else staged is deleted.
 */
export function cleanLeftovers(
  directory: string,
  installed: readonly { readonly id: string; readonly location: string }[],
): void {
  for (const id of namesIn(previousFolder(directory))) {
    const previous = previousVersion(directory, id);
    const home = join(directory, id);
    // Discovery lists a previous version only while the agent has no other folder.
    const elsewhere = installed.some((one) => one.id === id && one.location !== previous);
    if (!elsewhere && !exists(home)) Deno.renameSync(previous, home);
  }
  for (const name of namesIn(storeFolder(directory))) {
    const path = join(storeFolder(directory), name);
    if (name.startsWith(EXCHANGE)) {
      const previous = previousVersion(directory, name.slice(EXCHANGE.length));
      if (exists(previous)) removeTree(path);
      else {
        Deno.mkdirSync(previousFolder(directory), { recursive: true });
        Deno.renameSync(path, previous);
      }
    } else if (name.startsWith(PREFIX)) {
      removeTree(path);
    }
  }
}

/** Whether there is anything at the path, a dangling link included. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/**
 * Deletes a folder and all in it; a link is deleted itself, never followed. Folders without write
 * permission inside are made writable first, as an archive may hold such. Nothing there is fine.
 */
export function removeTree(path: string): void {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  if (info.isDirectory) unlockFolders(path);
  Deno.removeSync(path, { recursive: true });
}

function unlockFolders(path: string): void {
  Deno.chmodSync(path, 0o700);
  for (const entry of Deno.readDirSync(path)) {
    if (entry.isDirectory) unlockFolders(join(path, entry.name));
  }
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
