import type { Origin } from "./agent.ts";
import type { Discovery } from "./catalog.ts";

export type { Discovery, Listing, ListingState } from "./catalog.ts";

/** A directory that is searched for agents. */
export interface Place {
  /** Absolute path. */
  readonly directory: string;
  readonly origin: Origin;
}

/** What discovery depends on besides the directories. */
export interface DiscoverOptions {
  /** Ids that are switched off; unknown ones do no harm. */
  readonly disabled: readonly string[];
  /** The argv that starts this very program. */
  readonly self: readonly [string, ...string[]];
  /** PATH, for programs named without a slash. */
  readonly path: string | undefined;
  /**
   * Asked for every manifest that parses; gives the reason why the agent may not be used, such as a
   * missing signature, or undefined. May throw nothing.
   */
  readonly verify?: (
    directory: string,
    manifestBytes: Uint8Array,
    origin: Origin,
  ) => string | undefined;
}

/** Finds the agents of the given places, in their order (SPEC section 3, "Discovery"). */
export function discover(_places: readonly Place[], _options: DiscoverOptions): Discovery {
  throw new Error("not written yet");
}
