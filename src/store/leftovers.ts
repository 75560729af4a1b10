import { join } from "@std/path";
import { REPLACED, replacedFolder } from "../agents/layout.ts";
import { AGENT_ID } from "../agents/manifest.ts";
import { exists, removeStagings } from "./staging.ts";
import { keepAsPrevious } from "./swap.ts";

/**
 * Puts right what a killed change left behind (SPEC section 8). Call it under the store's lock.
 * Takes the agents directory.
 *
 * - A replaced version without a new one: the change was killed between the two renames of swap.ts,
 *   so the version goes back to its place.
 * - A replaced version beside a new one: killed behind them, so it becomes the previous version.
 * - Everything staged is deleted.
 */
export function cleanLeftovers(directory: string): void {
  for (const id of replacedIds(directory)) {
    const home = join(directory, id);
    if (exists(home)) keepAsPrevious(directory, id);
    else Deno.renameSync(replacedFolder(directory, id), home);
  }
  removeStagings(directory);
}

function replacedIds(directory: string): string[] {
  return [...Deno.readDirSync(directory)]
    .filter(({ name }) => name.startsWith(REPLACED))
    .map(({ name }) => name.slice(REPLACED.length))
    .filter((id) => AGENT_ID.test(id));
}
