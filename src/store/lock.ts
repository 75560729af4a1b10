import { join } from "@std/path";
import { previousFolder, storeFolder } from "../agents/layout.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { systemReason } from "./failure.ts";
import { exists } from "./staging.ts";

/** How often a waiting install looks again, in milliseconds. */
const RETRY_MS = 50;

/**
 * Runs a change of an agents directory while no other process changes it (SPEC section 8: two at
 * once wait for each other). The kernel drops the lock with the process, so a killed install leaves
 * none behind. Makes the directory and its hidden folder, and takes away again what stays empty.
 *
 * Takes the agents directory, the change, and what to do once when another one is under way; gives
 * what the change gives. Throws a UserError when the directory cannot be written, and the signal's
 * reason when it is aborted while waiting.
 */
export async function withStoreLock<T>(
  directory: string,
  change: () => Promise<T>,
  options: { readonly signal?: AbortSignal; readonly onWait?: () => void } = {},
): Promise<T> {
  const lock = await takeLock(directory, options);
  using _file = lock.file;
  try {
    return await change();
  } finally {
    removeIfEmpty(directory, lock.madeDirectory);
  }
}

async function takeLock(
  directory: string,
  options: { readonly signal?: AbortSignal; readonly onWait?: () => void },
): Promise<{ file: Deno.FsFile; madeDirectory: boolean }> {
  let told = false;
  for (;;) {
    options.signal?.throwIfAborted();
    const { file, madeDirectory } = openLock(directory);
    if (await file.tryLock(true) && isStillThere(directory, file)) return { file, madeDirectory };
    file.close();
    if (!told) options.onWait?.();
    told = true;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function lockPath(directory: string): string {
  return join(storeFolder(directory), "lock");
}

function openLock(directory: string): { file: Deno.FsFile; madeDirectory: boolean } {
  for (;;) {
    try {
      const madeDirectory = !exists(directory);
      Deno.mkdirSync(storeFolder(directory), { recursive: true, mode: 0o755 });
      const file = Deno.openSync(lockPath(directory), { create: true, write: true, mode: 0o600 });
      return { file, madeDirectory };
    } catch (error) {
      // Whoever held the lock has just taken the empty folder away.
      if (error instanceof Deno.errors.NotFound) continue;
      throw new UserError(
        `Cannot write to ${cleanLine(directory)}: ${systemReason(error)} - ` +
          "make it a folder that you can write, or name another with -agents-dir",
      );
    }
  }
}

/** A lock file that its last holder has deleted locks nothing: the next one makes a new file. */
function isStillThere(directory: string, file: Deno.FsFile): boolean {
  try {
    return Deno.lstatSync(lockPath(directory)).ino === file.statSync().ino;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Call it while the lock is held. A refused first install leaves nothing behind this way. */
function removeIfEmpty(directory: string, madeDirectory: boolean): void {
  const removeEmptyFolder = (path: string) => {
    try {
      Deno.removeSync(path);
      return true;
    } catch {
      return false;
    }
  };
  removeEmptyFolder(previousFolder(directory));
  const rest = [...Deno.readDirSync(storeFolder(directory))];
  if (rest.length > 1) return;
  Deno.removeSync(lockPath(directory));
  if (removeEmptyFolder(storeFolder(directory)) && madeDirectory) removeEmptyFolder(directory);
}
