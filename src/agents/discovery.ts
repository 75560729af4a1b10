import { cleanLine } from "../text/clean.ts";
import type { Agent, Origin } from "./agent.ts";
import { causeOf } from "./cause.ts";
import { catalogOf, compare, type Discovery, type Found, type Listing } from "./catalog.ts";
import { type ExecSearch, resolveExec, searchPath } from "./exec.ts";
import { REPLACED } from "./layout.ts";
import { type BrokenManifest, MANIFEST_LIMIT, parseManifest } from "./manifest.ts";

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
   * Asked for every agent whose program is there; gives the reason why it may not be used, such
   * as a missing signature, or undefined.
   */
  readonly verify?: (
    directory: string,
    manifestBytes: Uint8Array,
    origin: Origin,
  ) => string | undefined;
}

/** How many faults of one manifest the list tells. */
const MOST_FAULTS = 8;

/**
 * Finds the agents of the given places, in their order, and in each by the names of the folders
 * (SPEC section 3, "Discovery"). Names that start with `.` or `_`, plain files and folders without
 * `agent.json` are passed over; a symlink to a folder counts as a folder. A directory that does not
 * exist holds no agents; one that cannot be read is a problem of the result. Never throws for what
 * it finds.
 */
export function discover(places: readonly Place[], options: DiscoverOptions): Discovery {
  const search: ExecSearch = { self: options.self, onPath: searchPath(options.path) };
  const problems: string[] = [];
  const found: Found[] = [];
  for (const place of places) {
    const directory = place.directory.replace(/(?<=.)\/+$/, "");
    const names = foldersOf(directory, problems);
    for (const name of names.filter((name) => !/^[._]/.test(name))) {
      // Put together by hand, as below: a normalising join takes as long as looking at the file.
      const one = inspect(`${directory}/${name}`, name, place.origin, options, search);
      if (one) found.push(one);
    }
    if (place.origin === "user") found.push(...rescued(directory, names, found, options, search));
  }
  return { ...catalogOf(found), problems };
}

/**
 * Looks at one folder as discovery does, whatever its name; undefined where it is no agent's. Takes
 * its absolute path; gives its line of the list, and the agent where it can be called.
 */
export function inspectAgent(
  directory: string,
  origin: Origin,
  options: DiscoverOptions,
): { readonly listing: Listing; readonly agent: Agent | undefined } | undefined {
  const search: ExecSearch = { self: options.self, onPath: searchPath(options.path) };
  const name = directory.slice(directory.lastIndexOf("/") + 1);
  const one = inspect(directory, name, origin, options, search);
  if (!one) return undefined;
  const { agents, listings } = catalogOf([one]);
  return { listing: listings[0]!, agent: agents[0] };
}

/**
 * Agents that an install was about to replace when it was killed between its two renames (see
 * store/swap.ts). They are used where they are; the next install moves them back.
 */
function rescued(
  directory: string,
  names: readonly string[],
  found: readonly Found[],
  options: DiscoverOptions,
  search: ExecSearch,
): Found[] {
  const replaced = names.filter((name) => name.startsWith(REPLACED));
  if (replaced.length === 0) return [];
  const ids = new Set(found.map((one) => idOf(one)));
  return replaced.flatMap((name) => {
    const id = name.slice(REPLACED.length);
    const one = ids.has(id)
      ? undefined
      : inspect(`${directory}/${name}`, id, "user", options, search);
    return one ? [one] : [];
  });
}

function idOf(found: Found): string {
  return found.kind === "agent" ? found.agent.manifest.id : found.listing.id;
}

/** The names of all folders in a directory and of links that may lead to some, sorted. */
function foldersOf(directory: string, problems: string[]): string[] {
  try {
    return [...Deno.readDirSync(directory)]
      .filter(({ isDirectory, isSymlink }) => isDirectory || isSymlink)
      .map(({ name }) => name).sort(compare);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    problems.push(`cannot read the agents directory ${cleanLine(directory)}: ${causeOf(error)}`);
    return [];
  }
}

/** Reads one folder; undefined where it is no agent's. */
function inspect(
  directory: string,
  name: string,
  origin: Origin,
  options: DiscoverOptions,
  search: ExecSearch,
): Found | undefined {
  const broken = (reason: string, known: Omit<BrokenManifest, "faults"> = {}): Found => ({
    kind: "broken",
    listing: {
      id: known.id ?? cleanLine(name),
      version: known.version ?? "",
      state: "broken",
      location: directory,
      reason,
      description: known.description ?? "",
      origin,
    },
  });
  const read = readManifestFile(`${directory}/agent.json`);
  if (read === undefined) return undefined;
  if ("reason" in read) return broken(read.reason);
  const parsed = parseManifest(read.bytes);
  if ("faults" in parsed) return broken(reasonOf(parsed.faults), parsed);
  const { manifest } = parsed;
  const resolved = resolveExec(manifest.exec, directory, search);
  const reason = "reason" in resolved
    ? resolved.reason
    : options.verify?.(directory, read.bytes, origin);
  const argv = "argv" in resolved ? resolved.argv : manifest.exec;
  const agent: Agent = { manifest, directory, origin, argv };
  // Off stays off, broken or not: the reason is told, but nothing takes its place.
  if (manifest.disabled || options.disabled.includes(manifest.id)) {
    return { kind: "agent", agent, disabled: true, reason };
  }
  if (reason !== undefined) return broken(reason, manifest);
  return { kind: "agent", agent, disabled: false };
}

/** The bytes of an `agent.json`, or why they cannot be had; undefined where there is none. */
function readManifestFile(
  path: string,
): { readonly bytes: Uint8Array } | { readonly reason: string } | undefined {
  try {
    // Looked at first: to open a FIFO would wait for whoever writes to it.
    const { isFile, size } = Deno.statSync(path);
    if (!isFile) return { reason: "agent.json: not a file" };
    if (size > MANIFEST_LIMIT) {
      return { reason: `agent.json: larger than ${MANIFEST_LIMIT / 1024} KiB` };
    }
    return { bytes: Deno.readFileSync(path) };
  } catch (error) {
    if (!isAbsent(error)) return { reason: `agent.json: cannot be read: ${causeOf(error)}` };
    return isDangling(path) ? { reason: "agent.json: its link leads nowhere" } : undefined;
  }
}

/** Nothing there, or something on the way to it that is no folder or a circle of links. */
function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.FilesystemLoop;
}

function isDangling(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

function reasonOf(faults: readonly string[]): string {
  const more = faults.length - MOST_FAULTS;
  return [...faults.slice(0, MOST_FAULTS), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}
