import { parse } from "@std/jsonc";
import { join } from "@std/path";
import type { Listing } from "../agents/discovery.ts";
import { isObject } from "../agents/manifest_value.ts";
import { UserError } from "../errors.ts";
import type { RegistryEntry } from "./registry.ts";
import { newestEntry } from "./registry.ts";
import { compareVersions } from "./semver.ts";
import { exists } from "./staging.ts";
import { SIGNATURE_FILE } from "./signature.ts";

/** What an update would do with an installed agent. */
export interface UpdateStep {
  readonly agent: Listing;
  /** The newer version; undefined where there is none in the registry. */
  readonly entry: RegistryEntry | undefined;
}

/**
 * Compares what is installed with a registry (SPEC section 8, `-agents-update`): loose semantic
 * versions, and never an older one. Takes both; gives a step for each agent the registry knows.
 */
export function planUpdate(
  installed: readonly Listing[],
  registry: readonly RegistryEntry[],
): readonly UpdateStep[] {
  return installed.filter(({ state }) => state !== "shadowed").flatMap((agent) => {
    const newest = newestEntry(registry, agent.id);
    if (!newest) return [];
    const isNewer = compareVersions(newest.version, agent.version) > 0;
    return [{ agent, entry: isNewer ? newest : undefined }];
  });
}

/**
 * Keeps an agent switched off that its own manifest switches off: the new manifest in the staging
 * folder says so too. A signed one cannot be changed without breaking the signature, so that is
 * refused. Takes the staged folder; call it for agents that are off.
 */
export function keepDisabled(folder: string): void {
  const path = join(folder, "agent.json");
  const manifest = parse(Deno.readTextFileSync(path));
  // What is no manifest is refused by the checks that follow.
  if (!isObject(manifest) || manifest.disabled === true) return;
  if (exists(join(folder, SIGNATURE_FILE))) {
    throw new UserError(
      "it is switched off in its agent.json, and the signed new version would switch it on: " +
        "put it into agents-disabled instead, then update again",
    );
  }
  Deno.writeTextFileSync(path, JSON.stringify({ ...manifest, disabled: true }, null, 2) + "\n");
}
