import { join } from "@std/path";

/**
 * The hidden folder of an agents directory in which installs are staged and previous versions are
 * kept (SPEC section 8). Discovery passes it over, as it does every name that starts with a dot.
 */
export function storeFolder(directory: string): string {
  return join(directory, ".store");
}

/** Where the previous versions are kept, one folder an id. Takes the agents directory. */
export function previousFolder(directory: string): string {
  return join(storeFolder(directory), "previous");
}

/** Where the previous version of one agent is kept. */
export function previousVersion(directory: string, id: string): string {
  return join(previousFolder(directory), id);
}
