import type { Env } from "../config/paths.ts";
import type { Place } from "./discovery.ts";

/** Where agents are searched for, in order (SPEC section 3, "Discovery"). */
export function agentPlaces(
  _env: Env,
  _settings: { readonly agentsDir?: string },
  _embedded: () => string | undefined,
): Place[] {
  throw new Error("not written yet");
}
