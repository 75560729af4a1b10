import { join } from "@std/path";
import type { Agent } from "../agents/agent.ts";
import { discover, type DiscoverOptions, inspectAgent, type Listing } from "../agents/discovery.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { exists } from "./staging.ts";

/** What discovery will think of a folder; the options are those of the start that would load it. */
export type InspectOptions = Omit<DiscoverOptions, "disabled">;

/** An agent that would load; the agent itself is missing where its manifest switches it off. */
export interface Inspected {
  readonly listing: Listing;
  readonly agent: Agent | undefined;
}

/**
 * Checks a folder with the very eyes of discovery, so that nothing is installed that the next start
 * would call broken: manifest, program, signature, files. An agent that its manifest switches off
 * is held to the same.
 *
 * Takes the folder, what is being done as in `Cannot install tea`, and discovery's options. Gives
 * its line of the list; throws a UserError with the reason where something is wrong with it.
 */
export function inspectFolder(folder: string, doing: string, options: InspectOptions): Inspected {
  const found = inspectAgent(folder, "user", { ...options, disabled: [] });
  if (!found) throw new UserError(`${doing}: there is no agent.json in it, an agent needs one`);
  const { state, reason } = found.listing;
  if (state === "broken" || reason !== undefined) {
    throw new UserError(`${doing}: ${reason ?? "it is broken"}`);
  }
  return found;
}

/** Everything in the user's directory, disabled and broken ones too. */
export function installedAgents(directory: string, options: InspectOptions): readonly Listing[] {
  const place = { directory, origin: "user" as const };
  return discover([place], { ...options, disabled: [] }).listings;
}

/**
 * Finds the folder that holds an id now, whatever its name. Takes the agents directory, the id,
 * what is being done, and discovery's options. Throws a UserError when the name that the agent's
 * folder is to have is taken by something else.
 */
export function findCurrent(
  directory: string,
  id: string,
  doing: string,
  options: InspectOptions,
): Listing | undefined {
  const installed = installedAgents(directory, options);
  const current = installed.find((one) => one.id === id);
  const home = join(directory, id);
  if (current?.location === home || !exists(home)) return current;
  const other = installed.find((one) => one.location === home);
  const what = other ? `holds another agent, ${other.id}` : "is in the way and is no agent";
  const twin = `and so does ${cleanLine(current?.location ?? "")}`;
  throw new UserError(
    other?.id === id
      ? `${doing}: ${home} holds it ${twin}: move one of them away, then try again`
      : `${doing}: ${home} ${what}: move it away, then try again`,
  );
}
