import { join } from "@std/path";

/**
 * The hidden folder of an agents directory in which installs are staged and previous versions are
 * kept (SPEC section 8). Discovery passes it over, as it does every name that starts with a dot.
 */
export function storeFolder(directory: string): string {
  return join(directory, ".store");
}

/** Begins the name under which an agent's folder waits while another one takes its place. */
export const REPLACED = ".replaced-";

/**
 * Where the folder of an agent is for the moment between the two renames of a swap. In the agents
 * directory itself, so that a relative link goes on leading where it led.
 */
export function replacedFolder(directory: string, id: string): string {
  return join(directory, REPLACED + id);
}

/** Where the previous versions are kept, one folder an id. Takes the agents directory. */
export function previousFolder(directory: string): string {
  return join(storeFolder(directory), "previous");
}

/** Where the previous version of one agent is kept. */
export function previousVersion(directory: string, id: string): string {
  return join(previousFolder(directory), id);
}
