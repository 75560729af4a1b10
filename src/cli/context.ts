import type { Discovery } from "../agents/discovery.ts";
import type { Log } from "../config/log.ts";
import type { Env } from "../config/paths.ts";
import type { Settings } from "../config/settings.ts";
import type { Output } from "./output.ts";

/** What a mode works with. Effects come in through it, so that a test can change them. */
export interface Context {
  readonly settings: Settings;
  readonly env: Env;
  readonly output: Output;
  readonly log: Log;
  /** The argv that starts this very program: what `onidia-chat` means in an agent's `exec`. */
  readonly self: readonly [string, ...string[]];
  readonly version: string;
  /** Finds the agents; done once, on the first call. */
  discover(): Discovery;
}
