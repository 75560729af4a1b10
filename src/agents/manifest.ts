import { parse as parseJsonc } from "@std/jsonc";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import type { Manifest } from "./agent.ts";
import { readParameters } from "./manifest_params.ts";
import { type Faults, isObject, missing } from "./manifest_value.ts";

/** A manifest that breaks rules: all of them, and what of it can be shown all the same. */
export interface BrokenManifest {
  /** At least one; each names its field, or its line and column. */
  readonly faults: readonly string[];
  readonly id?: string;
  readonly version?: string;
  readonly description?: string;
}

/** The grammar of an agent's id (SPEC section 3). */
export const AGENT_ID = /^[a-z][a-z0-9_]{1,31}$/;

/** The largest `agent.json`, in bytes. */
export const MANIFEST_LIMIT = 256 * 1024;

const DEFAULT_TIMEOUT_MS = 15_000;
const LONGEST_TIMEOUT_MS = 600_000;
const MOST_EXAMPLES = 16;

/**
 * Reads an `agent.json` by the rules of SPEC section 3. Takes the bytes of the file, JSON with
 * comments and trailing commas; gives the manifest with defaults filled in and its texts clean, or
 * every fault at once. Fields it does not know are ignored.
 */
export function parseManifest(bytes: Uint8Array): { readonly manifest: Manifest } | BrokenManifest {
  const read = readJson(bytes);
  if ("fault" in read) return { faults: [read.fault] };
  if (!isObject(read.value)) {
    return { faults: [`agent.json: expected an object, not ${shown(read.value)}`] };
  }
  const faults: string[] = [];
  const manifest = readManifest(read.value, faults);
  return faults.length > 0 ? { faults, ...presentable(manifest) } : { manifest };
}

/** Of a broken manifest, what the list can show. */
function presentable({ id, version, description }: Manifest): Omit<BrokenManifest, "faults"> {
  return { ...(AGENT_ID.test(id) && { id }), version, description };
}

/** Reads the fields one by one; what breaks a rule is added to the faults and left out. */
function readManifest(fields: Readonly<Record<string, unknown>>, faults: Faults): Manifest {
  const { id, protocol } = fields;
  if (id === undefined) faults.push(missing("id"));
  else if (typeof id !== "string" || !AGENT_ID.test(id)) {
    faults.push(
      `id: expected 2 to 32 of a-z, 0-9 and _ with a letter first, not ${shown(id)}`,
    );
  }
  const description = readText("description", fields, faults);
  if (fields.description === undefined) faults.push(missing("description"));
  // Anything but text is a fault already.
  else if (description === "" && typeof fields.description === "string") {
    faults.push("description: expected a sentence that says what it does and when to use it");
  }
  const exec = readExec(fields.exec, faults);
  const version = readText("version", fields, faults);
  if (protocol !== undefined && protocol !== "agent-line-v1") {
    faults.push(`protocol: expected "agent-line-v1", not ${shown(protocol)}`);
  }
  const timeoutMs = readTimeout(fields.timeout_ms, faults);
  const { disabled = false } = fields;
  if (typeof disabled !== "boolean") {
    faults.push(`disabled: expected true or false, not ${shown(disabled)}`);
  }
  const params = readParameters(fields.params, faults);
  const examples = readExamples(fields.examples, faults);
  const files = readFiles(fields.files, faults);
  return {
    id: typeof id === "string" ? id : "",
    description,
    exec,
    version,
    timeoutMs,
    disabled: disabled === true,
    params,
    examples,
    ...(files && { files }),
  };
}

function readText(name: string, fields: Readonly<Record<string, unknown>>, faults: Faults): string {
  const value = fields[name];
  if (value === undefined) return "";
  if (typeof value === "string") return cleanLine(value).trim();
  faults.push(`${name}: expected text, not ${shown(value)}`);
  return "";
}

function readExec(value: unknown, faults: Faults): readonly [string, ...string[]] {
  if (value === undefined) {
    faults.push(missing("exec"));
    return [""];
  }
  if (!Array.isArray(value)) {
    faults.push(`exec: expected an array of the program and its arguments, not ${shown(value)}`);
    return [""];
  }
  if (value.length === 0) faults.push("exec: expected a program, not an empty array");
  value.forEach((part, index) => {
    if (typeof part !== "string") {
      faults.push(`exec[${index}]: expected text, not ${shown(part)}`);
    } else if (part.includes("\0")) {
      faults.push(`exec[${index}]: expected text without NUL characters`);
    } else if (index === 0 && part === "") {
      faults.push('exec[0]: expected a program, not ""');
    }
  });
  return value as [string, ...string[]];
}

function readTimeout(value: unknown, faults: Faults): number {
  if (value === undefined) return DEFAULT_TIMEOUT_MS;
  const fits = typeof value === "number" && Number.isInteger(value) && value >= 1 &&
    value <= LONGEST_TIMEOUT_MS;
  if (fits) return value;
  faults.push(
    `timeout_ms: expected a whole number from 1 to ${LONGEST_TIMEOUT_MS}, not ${shown(value)}`,
  );
  return DEFAULT_TIMEOUT_MS;
}

function readExamples(value: unknown, faults: Faults): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    faults.push(`examples: expected an array of sentences, not ${shown(value)}`);
    return [];
  }
  if (value.length > MOST_EXAMPLES) {
    faults.push(`examples: expected at most ${MOST_EXAMPLES}, not ${value.length}`);
  }
  return value.flatMap((example, index) => {
    if (typeof example === "string" && example.trim() !== "") return [cleanLine(example).trim()];
    faults.push(`examples[${index}]: expected a sentence, not ${shown(example)}`);
    return [];
  });
}

function readFiles(value: unknown, faults: Faults): Readonly<Record<string, string>> | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    faults.push(`files: expected an object of paths and SHA-256 sums, not ${shown(value)}`);
    return undefined;
  }
  const files = Object.entries(value).flatMap(([path, sum]) => {
    if (typeof sum === "string" && /^[0-9a-f]{64}$/i.test(sum)) return [[path, sum.toLowerCase()]];
    faults.push(`files[${shown(path)}]: expected 64 hex digits, not ${shown(sum)}`);
    return [];
  });
  // Entries, not assignments: a path named __proto__ stays a path.
  return Object.fromEntries(files);
}

/** From bytes to a JSON value, or the one fault that stops it. */
function readJson(bytes: Uint8Array): { readonly value: unknown } | { readonly fault: string } {
  if (bytes.length > MANIFEST_LIMIT) {
    return { fault: `agent.json: larger than ${MANIFEST_LIMIT / 1024} KiB` };
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { fault: "agent.json: not UTF-8 text" };
  }
  try {
    // Most manifests are plain JSON, and the engine's own reader is many times faster.
    return { value: JSON.parse(text) };
  } catch {
    // It may still be JSONC.
  }
  try {
    return { value: parseJsonc(text) };
  } catch (error) {
    return { fault: syntaxFault(text, error) };
  }
}

/** Turns the JSONC reader's message, which ends in a position, into line, column and cause. */
function syntaxFault(text: string, error: unknown): string {
  if (error instanceof RangeError) return "agent.json: nested too deeply";
  const position = /at position (\d+)$/.exec(error instanceof Error ? error.message : "")?.[1];
  // Without a position the text ended too early.
  const at = position === undefined ? text.length : Number(position);
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  const where = `line ${lines.length}, column ${[...lines.at(-1)!].length + 1}`;
  return `${where}: ${position === undefined ? "unexpected end" : unexpected(text.slice(at))}`;
}

function unexpected(rest: string): string {
  if (rest.startsWith('"')) {
    const closed = /^"(?:[^"\\\r\n]|\\.)*"/.exec(rest);
    return closed ? `unexpected ${shown(closed[0].slice(1, -1))}` : 'missing closing "';
  }
  return `unexpected ${shown(/^[[\]{}:,]|^[^[\]{}:,/\s]+|^./u.exec(rest)?.[0] ?? rest)}`;
}
