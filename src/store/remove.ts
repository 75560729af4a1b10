import type { Listing } from "../agents/discovery.ts";
import { previousVersion } from "../agents/layout.ts";
import { UserError } from "../errors.ts";
import { failure } from "./failure.ts";
import { type InspectOptions, installedAgents } from "./inspect.ts";
import { cleanLeftovers } from "./leftovers.ts";
import { withStoreLock } from "./lock.ts";
import { AGENT_ID } from "../agents/manifest.ts";
import { discard } from "./staging.ts";
import { syncFolder } from "./sync.ts";

/**
 * Removes an agent and its previous version from the user's directory (SPEC section 8). The folder
 * disappears in one rename, so that it is there whole or not at all; a folder that is a symlink is
 * unlinked, not followed. An agent that is running keeps the files it has open.
 *
 * Takes the agents directory, the id and discovery's options. Gives what still holds the id, as
 * two folders may; throws a UserError when nothing does.
 */
export async function removeAgent(
  directory: string,
  id: string,
  inspect: InspectOptions,
  signal?: AbortSignal,
): Promise<Listing | undefined> {
  const doing = `Cannot remove ${id}`;
  try {
    return await withStoreLock(directory, () => {
      cleanLeftovers(directory);
      const [agent, other] = installedAgents(directory, inspect).filter((one) => one.id === id);
      if (!agent) throw new UserError(`${doing}: it is gone already`);
      discard(directory, agent.location);
      // The id of a broken agent may be any folder's name.
      if (AGENT_ID.test(id)) discard(directory, previousVersion(directory, id));
      syncFolder(directory);
      return Promise.resolve(other);
    }, { signal });
  } catch (error) {
    throw failure(doing, error);
  }
}
