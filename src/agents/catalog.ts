import type { Agent, Origin } from "./agent.ts";

/** What the list says of an agent (SPEC section 8). */
export type ListingState = "enabled" | "disabled" | "broken" | "shadowed";

/** One line of `-agents-list`. All texts are clean (see text/clean.ts). */
export interface Listing {
  /** Of a broken agent whose id cannot be read: the name of its folder. */
  readonly id: string;
  /** Empty where the manifest has none. */
  readonly version: string;
  readonly state: ListingState;
  /** Absolute path of its folder. */
  readonly location: string;
  /** Why it is broken or shadowed; undefined for the others. */
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
