import { parse } from "@std/jsonc";
import { join } from "@std/path";
import { type DiscoverOptions, inspectAgent } from "../agents/discovery.ts";
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
  if (bytes === undefined) return { id: "", faults: ["there is no agent.json in it"], advice: [] };
  const read = parseManifest(bytes);
  if (!("manifest" in read)) return { id: read.id ?? "", faults: read.faults, advice: [] };
  const { manifest } = read;
  const faults = loadFaults(folder, options);
  const namesTimeout = Object.hasOwn(fieldsOf(bytes), "timeout_ms");
  const advice = adviceFor(manifest, namesTimeout, programText(folder, manifest.exec));
  return { id: manifest.id, faults, advice };
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

function fieldsOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parse(new TextDecoder().decode(bytes));
  return isObject(value) ? value : {};
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
