import type { Listing } from "../agents/discovery.ts";
import { previousVersion } from "../agents/layout.ts";
import { UserError } from "../errors.ts";
import { shown } from "../text/shown.ts";
import { failure } from "./failure.ts";
import { findCurrent, type InspectOptions, installedAgents } from "./inspect.ts";
import { cleanLeftovers } from "./leftovers.ts";
import { withStoreLock } from "./lock.ts";
import { AGENT_ID } from "../agents/manifest.ts";
import { exists } from "./staging.ts";
import { putInPlace } from "./swap.ts";

/**
 * Puts the previous version of an agent back (SPEC section 8, `-agents-rollback`) and keeps the one
 * it replaces, so that doing it again undoes it. Takes the agents directory, the id and discovery's
 * options. Gives the agent's line of the list as it is now; throws a UserError when no previous
 * version is kept.
 */
export async function rollbackAgent(
  directory: string,
  id: string,
  inspect: InspectOptions,
  signal?: AbortSignal,
): Promise<Listing> {
  const doing = `Cannot roll back ${AGENT_ID.test(id) ? id : shown(id)}`;
  const none = new UserError(`${doing}: no previous version of it is kept in ${directory}`);
  // Not only no id: its path could lead anywhere.
  if (!AGENT_ID.test(id)) throw none;
  try {
    return await withStoreLock(directory, () => {
      cleanLeftovers(directory);
      const previous = previousVersion(directory, id);
      if (!exists(previous)) throw none;
      const current = findCurrent(directory, id, doing, inspect);
      const location = putInPlace(directory, id, previous, current?.location);
      const now = installedAgents(directory, inspect).find((one) => one.location === location);
      if (!now) throw new UserError(`${doing}: its agent.json is gone from ${location}`);
      return Promise.resolve(now);
    }, { signal });
  } catch (error) {
    throw failure(doing, error);
  }
}
