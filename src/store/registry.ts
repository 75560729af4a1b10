import { fromFileUrl, toFileUrl } from "@std/path";
import { isObject } from "../agents/manifest_value.ts";
import { type Env, expandPath } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import { downloadBytes, type DownloadOptions } from "./fetch.ts";
import { readEntry, type RegistryEntry } from "./registry_entry.ts";
import { isNewer } from "./semver.ts";
import { parseAddress, showUrl } from "./url.ts";

export type { RegistryEntry } from "./registry_entry.ts";

/** An index that was read: its good entries in their order, and what is wrong with the others. */
export interface Registry {
  readonly agents: readonly RegistryEntry[];
  /** Sentences for the log, each naming its entry. */
  readonly faults: readonly string[];
}

/** The largest index, in bytes (SPEC section 8). */
export const REGISTRY_LIMIT = 4 * 1024 * 1024;

/** How many faults are named; an index of nothing else would have a million. */
const MOST_FAULTS = 50;

/**
 * Fetches and reads a registry's index (SPEC section 8). Takes `agents-registry` as it was
 * configured, an https: URL (http: to this machine or with a pin) or a path, the environment, and
 * the options of a download. Throws a UserError when there is no index that can be read.
 */
export async function readRegistry(
  location: string,
  env: Env,
  options: Omit<DownloadOptions, "limit" | "onProgress"> = {},
): Promise<Registry> {
  if (/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(location)) {
    const address = parseAddress(location);
    const limited = { ...options, limit: REGISTRY_LIMIT };
    const { content, finalUrl } = await downloadBytes(address, limited);
    return parseRegistry(content, finalUrl);
  }
  const path = /^file:\/\//i.test(location) ? fromFileUrl(location) : expandPath(location, env);
  return parseRegistry(readIndexFile(path), toFileUrl(path));
}

/**
 * Reads a registry's index. Takes its bytes and where it came from, which relative `url`s start
 * from. A bad entry spoils itself and is named in the faults; unknown fields are ignored. Throws a
 * UserError for an index that is too large, not JSON, or of another version.
 */
export function parseRegistry(bytes: Uint8Array, base: URL): Registry {
  const index = readJson(bytes, base);
  if (!isObject(index)) throw badRegistry(base, 'it is not { "version": 1, "agents": [ … ] }');
  const { version, agents: entries } = index;
  if (version !== 1) {
    throw badRegistry(base, `it has version ${shown(version)}, and only version 1 is known`);
  }
  if (!Array.isArray(entries)) {
    throw badRegistry(base, `agents: expected an array, not ${shown(entries)}`);
  }
  const agents: RegistryEntry[] = [];
  const faults: string[] = [];
  let unnamed = 0;
  entries.forEach((value: unknown, at) => {
    const read = readEntry(value, base);
    if ("entry" in read) agents.push(read.entry);
    else if (faults.length < MOST_FAULTS) faults.push(`agents[${at}]: ${read.faults.join("; ")}`);
    else unnamed++;
  });
  if (unnamed > 0) faults.push(`and ${unnamed} more entries with faults`);
  return { agents, faults };
}

/**
 * The entry to install for an id: of several the one with the highest version, of equal ones the
 * first. Undefined where the index has none.
 */
export function newestEntry(
  agents: readonly RegistryEntry[],
  id: string,
): RegistryEntry | undefined {
  let newest: RegistryEntry | undefined;
  for (const entry of agents) {
    if (entry.id === id && (!newest || isNewer(entry.version, newest.version))) newest = entry;
  }
  return newest;
}

function readIndexFile(path: string): Uint8Array {
  try {
    // A pipe or a device would be waited for, or have no end.
    if (!Deno.statSync(path).isFile) throw new Error("it is not a file");
    using file = Deno.openSync(path);
    const buffer = new Uint8Array(REGISTRY_LIMIT + 1);
    let length = 0;
    while (length < buffer.length) {
      const count = file.readSync(buffer.subarray(length));
      if (count === null) break;
      length += count;
    }
    return buffer.subarray(0, length);
  } catch (error) {
    const why = cleanLine((error as Error).message);
    throw new UserError(
      `Cannot read the registry ${cleanLine(path)}: ${why} - check agents-registry`,
    );
  }
}

function readJson(bytes: Uint8Array, base: URL): unknown {
  if (bytes.length > REGISTRY_LIMIT) {
    throw badRegistry(base, `it is larger than ${REGISTRY_LIMIT / 1024 / 1024} MiB`);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badRegistry(base, "it is not UTF-8 text");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // Nesting without end exhausts the reader's stack.
    const why = error instanceof SyntaxError ? cleanLine(error.message) : "it is nested too deeply";
    throw badRegistry(base, `it is not JSON (${why.slice(0, 120)})`);
  }
}

function badRegistry(base: URL, why: string): UserError {
  const where = base.protocol === "file:" ? cleanLine(fromFileUrl(base)) : showUrl(base);
  return new UserError(`Cannot use the registry ${where}: ${why}`);
}
