import { join } from "@std/path";
import { previousFolder, previousVersion, replacedFolder } from "../agents/layout.ts";
import { discard, exists } from "./staging.ts";
import { syncFolder } from "./sync.ts";

/**
 * Puts a checked, synced folder in an agent's place and keeps the one it replaces as the previous
 * version (SPEC section 8). Linux offers a program without FFI no exchange of two folders in one
 * step, so there are two renames, one right behind the other. A process killed between them leaves
 * the replaced version whole under a name that discovery knows; one killed behind them leaves it
 * there beside the new one. The next change tidies up either way (leftovers.ts).
 *
 * Takes the agents directory, the id, the folder that comes in (staged, or for a rollback the
 * previous version), and the folder that holds the id now, whatever its name, if there is one.
 * Gives the agent's folder.
 */
export function putInPlace(
  directory: string,
  id: string,
  next: string,
  current: string | undefined,
): string {
  const home = join(directory, id);
  if (current === undefined) {
    Deno.renameSync(next, home);
    syncFolder(directory);
    return home;
  }
  const replaced = replacedFolder(directory, id);
  Deno.renameSync(current, replaced);
  try {
    Deno.renameSync(next, home);
  } catch (error) {
    Deno.renameSync(replaced, current);
    throw error;
  }
  // Before the version before it may go.
  syncFolder(directory);
  keepAsPrevious(directory, id);
  return home;
}

/**
 * Makes the replaced version of an agent its previous one, in place of the one kept until now.
 * Takes the agents directory and the id.
 */
export function keepAsPrevious(directory: string, id: string): void {
  const previous = previousVersion(directory, id);
  Deno.mkdirSync(previousFolder(directory), { recursive: true });
  if (exists(previous)) discard(directory, previous);
  Deno.renameSync(replacedFolder(directory, id), previous);
  syncFolder(previousFolder(directory));
}
