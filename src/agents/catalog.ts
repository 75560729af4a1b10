import { basename, dirname } from "@std/path";
import { cleanLine } from "../text/clean.ts";
import type { Agent, Origin } from "./agent.ts";

/** What the list says of an agent (SPEC section 8). */
export type ListingState = "enabled" | "disabled" | "broken" | "shadowed";

/** One line of `-agents-list`. All texts but the location are clean (see text/clean.ts). */
export interface Listing {
  /** Of a broken agent whose id cannot be read: the name of its folder. */
  readonly id: string;
  /** Empty where the manifest has none. */
  readonly version: string;
  readonly state: ListingState;
  /** Absolute path of its folder, as it is on disk: clean it before it is shown. */
  readonly location: string;
  /** Why it is broken, would be broken if it were switched on, or is shadowed in its own directory. */
  readonly reason?: string;
  readonly description: string;
  readonly origin: Origin;
}

/** Everything that discovery found. */
export interface Discovery {
  /** Those that can be called, sorted by id. */
  readonly agents: readonly Agent[];
  /** All of them, sorted by id; of one id in the order in which they were found. */
  readonly listings: readonly Listing[];
  /** Sentences about directories that could not be read. */
  readonly problems: readonly string[];
}

/** One folder with an `agent.json`: an agent that loads, or the reason why it does not. */
export type Found =
  | {
    readonly kind: "agent";
    readonly agent: Agent;
    /** Switched off: listed, never called. */
    readonly disabled: boolean;
    /** Why it could not be called even if it were switched on. */
    readonly reason?: string;
  }
  | { readonly kind: "broken"; readonly listing: Listing };

/**
 * Makes the catalog and the list of what was found (SPEC section 3). Takes the findings in the order
 * in which their directories are searched. The first agent of an id wins, switched off or not: who
 * switches their own copy off does not get the packaged one instead. A broken one wins nothing, so
 * that the packaged copy takes its part.
 */
export function catalogOf(found: readonly Found[]): Omit<Discovery, "problems"> {
  const winners = new Map<string, Agent>();
  const agents: Agent[] = [];
  const listings: Listing[] = [];
  for (const one of found) {
    if (one.kind === "broken") {
      listings.push(one.listing);
      continue;
    }
    const { agent, disabled, reason } = one;
    const { id } = agent.manifest;
    const winner = winners.get(id);
    if (winner) {
      listings.push(listingOf(agent, "shadowed", whyShadowed(agent, winner)));
      continue;
    }
    winners.set(id, agent);
    if (!disabled) agents.push(agent);
    listings.push(listingOf(agent, disabled ? "disabled" : "enabled", reason));
  }
  return {
    agents: agents.sort((a, b) => compare(a.manifest.id, b.manifest.id)),
    listings: listings.sort((a, b) => compare(a.id, b.id)),
  };
}

/** Names of files and ids in the one order that is the same everywhere. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Two of one directory are somebody's mistake; over two directories it is meant. */
function whyShadowed(agent: Agent, winner: Agent): string | undefined {
  if (dirname(agent.directory) !== dirname(winner.directory)) return undefined;
  return `same id as ${cleanLine(basename(winner.directory))}`;
}

function listingOf(
  { manifest, directory, origin }: Agent,
  state: ListingState,
  reason?: string,
): Listing {
  return {
    id: manifest.id,
    version: manifest.version,
    state,
    location: directory,
    ...(reason !== undefined && { reason }),
    description: manifest.description,
    origin,
  };
}
