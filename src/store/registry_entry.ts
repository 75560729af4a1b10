import { fromFileUrl } from "@std/path";
import { isObject } from "../agents/manifest_value.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import { AGENT_ID } from "../agents/manifest.ts";
import type { Source } from "./source.ts";
import { isWeb, parseAddress, parsePinned } from "./url.ts";

/** An agent that a registry offers (SPEC section 8). All texts are clean (see text/clean.ts). */
export interface RegistryEntry {
  readonly id: string;
  /** Free text; empty where the index has none, as are the other texts. */
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly homepage: string;
  /** Where its archive is. */
  readonly source: Extract<Source, { kind: "url" | "zip" }>;
  /** SHA-256 of the archive, 64 lower-case hex digits. */
  readonly sha256?: string;
  /** SHA-256 of the signer's public key, 64 lower-case hex digits. */
  readonly signer?: string;
}

/**
 * Reads one entry of an index. Takes the JSON value and where the index came from; gives the entry,
 * or everything that is wrong with it. Its `params` are not read: what counts is the manifest in
 * the archive.
 */
export function readEntry(
  value: unknown,
  base: URL,
): { readonly entry: RegistryEntry } | { readonly faults: readonly string[] } {
  if (!isObject(value)) return { faults: [`expected an object, not ${shown(value)}`] };
  const fields = new Map(Object.entries(value));
  const faults: string[] = [];
  const id = fields.get("id");
  if (typeof id !== "string" || !AGENT_ID.test(id)) {
    faults.push(`id: expected 2 to 32 of a-z, 0-9 and _ with a letter first, not ${shown(id)}`);
  }
  const text = (name: string) => readText(name, fields.get(name), faults);
  const hex = (name: string) => readHex(name, fields.get(name), faults);
  const [version, description] = [text("version"), text("description")];
  const [author, homepage] = [text("author"), text("homepage")];
  const [sha256, signer] = [hex("sha256"), hex("signer")];
  const found = readSource(fields.get("url"), base, faults);
  if (found?.pin && sha256 && found.pin !== sha256) {
    faults.push("url: its #sha256= is not the sha256 of the entry");
  }
  if (faults.length > 0 || found === undefined) return { faults };
  const pin = sha256 ?? found.pin;
  const source = found.source.kind === "url" ? { ...found.source, pin } : found.source;
  return {
    entry: {
      id: id as string,
      version,
      description,
      author,
      homepage,
      source,
      sha256: pin,
      signer,
    },
  };
}

function readText(name: string, value: unknown, faults: string[]): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return cleanLine(value).trim();
  faults.push(`${name}: expected text, not ${shown(value)}`);
  return "";
}

function readHex(name: string, value: unknown, faults: string[]): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && /^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase();
  faults.push(`${name}: expected 64 hex digits, not ${shown(value)}`);
  return undefined;
}

/** Reads where an archive is: for an index in a file that may be another file, else the network. */
function readSource(
  value: unknown,
  base: URL,
  faults: string[],
): { readonly source: RegistryEntry["source"]; readonly pin?: string } | undefined {
  if (typeof value !== "string" || value === "") {
    faults.push(`url: expected a URL, not ${shown(value)}`);
    return undefined;
  }
  try {
    const { url, pin } = base.protocol === "file:"
      ? parsePinned(value, base)
      : parseAddress(value, base);
    if (isWeb(url)) return { source: { kind: "url", url }, pin };
    const path = pathOf(url);
    if (path !== undefined) return { source: { kind: "zip", path }, pin };
    faults.push(`url: ${shown(value)} is neither a file of this machine nor an https: URL`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    faults.push(`url: ${error.message}`);
  }
  return undefined;
}

/** The path of a file: URL; undefined for other URLs, other machines and what is no path. */
function pathOf(url: URL): string | undefined {
  if (url.protocol !== "file:" || url.host !== "") return undefined;
  try {
    const path = fromFileUrl(url);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}
