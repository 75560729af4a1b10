import { join } from "@std/path";
import { previousVersion } from "../agents/layout.ts";
import type { Listing } from "../agents/discovery.ts";
import { withStoreLock } from "./lock.ts";
import { cleanLeftovers, createStaging, exists, removeTree } from "./staging.ts";
import { syncFolder } from "./swap.ts";

/**
 * Removes an agent from the user's directory (SPEC section 8). Its folder disappears in one rename,
 * so that it is there whole or not at all; a folder that is a symlink is unlinked, not followed. An
 * agent that is running keeps the files it has open.
 *
 * Takes the agents directory, the agent's line of the list, and those of all that is in there.
 */
export async function removeAgent(
  directory: string,
  agent: Listing,
  installed: readonly Listing[],
  signal?: AbortSignal,
): Promise<void> {
  await withStoreLock(directory, () => {
    cleanLeftovers(directory, installed);
    const staging = createStaging(directory);
    try {
      // First, or discovery would take the kept version for that of a killed install.
      const previous = previousVersion(directory, agent.id);
      if (exists(previous)) Deno.renameSync(previous, join(staging, "previous"));
      Deno.renameSync(agent.location, join(staging, "removed"));
      syncFolder(directory);
    } finally {
      removeTree(staging);
    }
    return Promise.resolve();
  }, { signal });
}
