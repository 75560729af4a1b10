import { discover, type DiscoverOptions, inspectAgent, type Listing } from "../agents/discovery.ts";
import type { Agent } from "../agents/agent.ts";
import { UserError } from "../errors.ts";

/** What discovery will think of a folder; the options are those of the start that would load it. */
export type InspectOptions = Omit<DiscoverOptions, "disabled">;

/** An agent that would load; the agent itself is missing where its manifest switches it off. */
export interface Inspected {
  readonly listing: Listing;
  readonly agent: Agent | undefined;
}

/**
 * Checks a staged folder with the very eyes of discovery, so that nothing is installed that the
 * next start would call broken: manifest, program, signature, files. Takes the folder, what to call
 * it in a sentence, and discovery's options.
 *
 * Gives its line of the list. Throws a UserError with the reason when it is broken.
 */
export function inspectFolder(folder: string, label: string, options: InspectOptions): Inspected {
  const found = inspectAgent(folder, "user", { ...options, disabled: [] });
  if (!found) {
    throw new UserError(`cannot use ${label}: there is no agent.json in it, an agent needs one`);
  }
  if (found.listing.state === "broken") {
    throw new UserError(`cannot use ${label}: ${found.listing.reason ?? "it is broken"}`);
  }
  return found;
}

/** Everything in the user's directory, disabled and broken ones too. */
export function installedAgents(directory: string, options: InspectOptions): readonly Listing[] {
  const place = { directory, origin: "user" as const };
  return discover([place], { ...options, disabled: [] }).listings;
}
