import { parse } from "@std/jsonc";
import { join } from "@std/path";
import { type DiscoverOptions, inspectAgent } from "../agents/discovery.ts";
import { resolveExec, searchPath } from "../agents/exec.ts";
import { isObject } from "../agents/manifest_value.ts";
import { MANIFEST_LIMIT, parseManifest } from "../agents/manifest.ts";
import { adviceFor } from "./advice.ts";

/** What there is to say about an agent's folder. */
export interface Verdict {
  /** Everything that keeps it from loading; none when it would. */
  readonly faults: readonly string[];
  /** What would make it better. */
  readonly advice: readonly string[];
  readonly id: string;
}

/** How much of a program is read for advice, in bytes. */
const PROGRAM_LIMIT = 256 * 1024;

/**
 * Checks an agent's folder for its author (SPEC section 8, `-agents-validate`): all faults at once,
 * and advice. Takes the folder's real path and discovery's options.
 */
export function validateFolder(
  folder: string,
  options: Omit<DiscoverOptions, "disabled">,
): Verdict {
  const bytes = readManifest(folder);
  if (bytes === undefined) {
    return { id: "", faults: ["there is no agent.json in it, an agent needs one"], advice: [] };
  }
  const read = parseManifest(bytes);
  if (!("manifest" in read)) {
    const faults = [...read.faults, ...programFaults(folder, bytes, options)];
    return { id: read.id ?? "", faults: faults.map(named), advice: [] };
  }
  const { manifest } = read;
  const faults = loadFaults(folder, options).map(named);
  const namesTimeout = Object.hasOwn(fieldsOf(bytes), "timeout_ms");
  const advice = adviceFor(manifest, namesTimeout, programText(folder, manifest.exec));
  return { id: manifest.id, faults, advice };
}

/** A fault with the file it is in, as the folder has others. */
function named(fault: string): string {
  return fault.startsWith("agent.json:") ? fault : `agent.json: ${fault}`;
}

function readManifest(folder: string): Uint8Array | undefined {
  try {
    const path = join(folder, "agent.json");
    const { isFile, size } = Deno.statSync(path);
    // One that is too large is read far enough for the reader to say so.
    return isFile && size <= 2 * MANIFEST_LIMIT
      ? Deno.readFileSync(path)
      : new Uint8Array(MANIFEST_LIMIT + 1);
  } catch {
    return undefined;
  }
}

/** What keeps discovery from loading a manifest without faults, such as its program. */
function loadFaults(folder: string, options: Omit<DiscoverOptions, "disabled">): string[] {
  const listing = inspectAgent(folder, "user", { ...options, disabled: [] })?.listing;
  return listing?.state === "broken" ? [listing.reason ?? "it is broken"] : [];
}

/** What is wrong with the program of a manifest with other faults; its author wants all at once. */
function programFaults(
  folder: string,
  bytes: Uint8Array,
  { self, path }: Omit<DiscoverOptions, "disabled">,
): string[] {
  const { exec } = fieldsOf(bytes);
  if (!Array.isArray(exec) || !exec.every((part) => typeof part === "string")) return [];
  const [program, ...args] = exec;
  if (!program || program.includes("\0")) return [];
  const found = resolveExec([program, ...args], folder, { self, onPath: searchPath(path) });
  return "reason" in found ? [found.reason] : [];
}

/** The fields of a manifest as they stand there; none where it is no object. */
function fieldsOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value = parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The beginning of a program in the folder; empty where it is none or no text. */
function programText(folder: string, exec: readonly string[]): string {
  const path = exec.find((part) => part.startsWith("./"));
  if (path === undefined) return "";
  try {
    using file = Deno.openSync(join(folder, path));
    const buffer = new Uint8Array(PROGRAM_LIMIT);
    return new TextDecoder("utf-8", { fatal: true }).decode(
      buffer.subarray(0, file.readSync(buffer) ?? 0),
    );
  } catch {
    return "";
  }
}
