import { type InspectOptions, installedAgents } from "./inspect.ts";
import type { Listing } from "../agents/discovery.ts";
import { withStoreLock } from "./lock.ts";
import { cleanLeftovers } from "./staging.ts";
import { exchangeWithPrevious } from "./swap.ts";

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
  return await withStoreLock(directory, () => {
    cleanLeftovers(directory, installedAgents(directory, inspect));
    const current = installedAgents(directory, inspect).find((one) => one.id === id);
    const location = exchangeWithPrevious(directory, id, current?.location);
    const now = installedAgents(directory, inspect).find((one) => one.location === location);
    return Promise.resolve(now!);
  }, { signal });
}
