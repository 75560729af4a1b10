import { join } from "@std/path";
import { storeFolder } from "../agents/layout.ts";

/** Prefix of the folders in which one change is prepared. */
const PREFIX = "staging-";

/**
 * Makes the private folder in which a change is prepared, beside the agents so that the last step
 * is a rename. Takes the agents directory; gives the folder's path. Call it under the store's lock.
 */
export function createStaging(directory: string): string {
  return Deno.makeTempDirSync({ dir: storeFolder(directory), prefix: PREFIX });
}

/**
 * Takes a folder, or a link, away in one step and then deletes it: whoever looks finds it whole or
 * not at all, even after a kill. Takes the agents directory and the path; nothing there is fine.
 */
export function discard(directory: string, path: string): void {
  if (!exists(path)) return;
  // Nothing is made for it, so that it works on a full disk too.
  const trash = join(storeFolder(directory), PREFIX + crypto.randomUUID());
  Deno.renameSync(path, trash);
  removeTree(trash);
}

/** Deletes every staging folder. Under the store's lock, any seen belongs to a killed change. */
export function removeStagings(directory: string): void {
  const store = storeFolder(directory);
  for (const { name } of Deno.readDirSync(store)) {
    if (name.startsWith(PREFIX)) removeTree(join(store, name));
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
