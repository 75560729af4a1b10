import { join, resolve } from "@std/path";
import { configDirectory, type Env, packageDirectory } from "../config/paths.ts";
import type { Place } from "./discovery.ts";

/** Where the package keeps its agents (SPEC section 3). */
export function packagedAgents(env: Env): string {
  return join(packageDirectory(env), "share", "agents");
}

/** The user's own directory of agents, into which is installed (SPEC section 2, `agents-dir`). */
export function userAgents(env: Env, settings: { readonly agentsDir?: string }): string {
  return settings.agentsDir ? resolve(settings.agentsDir) : join(configDirectory(env), "agents");
}

/**
 * Where agents are searched for, in order (SPEC section 3, "Discovery"): the user's directory, then
 * the package's, or where no package is installed the program's own copy. With `agents-dir` that
 * one alone. Takes what unpacks the program's copy, asked only when it is needed; it gives a
 * directory, or undefined when there is none. Throws a UserError when HOME is needed and not set.
 */
export function agentPlaces(
  env: Env,
  settings: { readonly agentsDir?: string },
  embedded: () => string | undefined,
): Place[] {
  const user = userAgents(env, settings);
  const packaged = packagedAgents(env);
  if (settings.agentsDir) {
    // Named as agents-dir it still belongs to the package, and nothing may be removed from it.
    return [{ directory: user, origin: user === resolve(packaged) ? "package" : "user" }];
  }
  if (isDirectory(packaged)) {
    return [{ directory: user, origin: "user" }, { directory: packaged, origin: "package" }];
  }
  const own = embedded();
  return [
    { directory: user, origin: "user" },
    ...(own === undefined ? [] : [{ directory: own, origin: "embedded" } as const]),
  ];
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
