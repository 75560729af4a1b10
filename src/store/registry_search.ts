import type { RegistryEntry } from "./registry.ts";
import { isNewer } from "./semver.ts";

/** How different a word may be from what it finds: 0 is the same, 1 anything. */
const THRESHOLD = 0.25;

/**
 * Finds the agents of a registry that fit some words (`-agents-search`). Takes the entries and the
 * words; gives the newest version of each agent in which every word occurs, best first, typing
 * mistakes allowed. Without words all of them, sorted by id.
 */
export async function searchRegistry(
  agents: readonly RegistryEntry[],
  words: readonly string[],
): Promise<readonly RegistryEntry[]> {
  const newest = newestOfEach(agents);
  const query = words.join(" ").trim();
  if (query === "") return newest;
  const { default: Fuse } = await import("fuse.js");
  const fuse = new Fuse(newest, {
    keys: [
      // People write `play song` for play_song.
      { name: "id", weight: 4, getFn: (entry) => entry.id.replaceAll("_", " ") },
      { name: "description", weight: 2 },
      { name: "author", weight: 1 },
    ],
    useTokenSearch: true,
    tokenMatch: "all",
    ignoreLocation: true,
    ignoreDiacritics: true,
    threshold: THRESHOLD,
  });
  return fuse.search(query.replaceAll("_", " ")).map(({ item }) => item);
}

/** Each id once, sorted, in one pass: an index may hold tens of thousands. */
function newestOfEach(agents: readonly RegistryEntry[]): readonly RegistryEntry[] {
  const newest = new Map<string, RegistryEntry>();
  for (const entry of agents) {
    const other = newest.get(entry.id);
    if (!other || isNewer(entry.version, other.version)) newest.set(entry.id, entry);
  }
  return [...newest.values()].sort((a, b) => a.id < b.id ? -1 : 1);
}
