import type { Settings } from "../../config/settings.ts";
import { UserError } from "../../errors.ts";
import { cleanLine } from "../../text/clean.ts";
import type { BrainRequest } from "../brain.ts";
import { type CallMode, promptRules } from "./prompt_rules.ts";

export type { CallMode } from "./prompt_rules.ts";

/** What a system prompt is made of. */
export interface PromptParts {
  /** The user's own persona; undefined for the built-in one. */
  readonly persona?: string;
  /** Her name. */
  readonly name: string;
  /** Her age, as the user wrote it. */
  readonly age?: string;
  readonly catalog: BrainRequest["catalog"];
  readonly mode: CallMode;
}

/** The settings that can hold a persona. */
export type PersonaSettings = Pick<
  Settings,
  "system-prompt" | "system-prompt-multi" | "system-file"
>;

/** The largest `system-file`, in bytes. */
const LIMIT = 256 * 1024;

/**
 * Who she is and by which rules she works, for the model (SPEC section 5). A persona of the user's
 * own replaces the built-in one, name and age with it; the rules are added to either.
 */
export function systemPrompt({ persona, name, age, catalog, mode }: PromptParts): string {
  const who = persona ?? builtInPersona(cleanLine(name), age && cleanLine(age));
  return [who.toWellFormed(), ...promptRules(mode, catalog)].join("\n\n");
}

/** Who she is when the user says nothing else. Takes her name and age, as the settings have them. */
function builtInPersona(name: string, age: string | undefined): string {
  return [
    `You are ${name}${age ? `, ${age} years old` : ""}, a small companion who lives on the user's`,
    "Linux desktop. You are warm, playful and a little cheeky, and glad to be of use. You speak for",
    "yourself, as I. Keep replies short, one to three sentences, in plain words and in the",
    "user's language, unless more is asked for. You are shown in a terminal, so write plain text:",
    "no headings, no tables, no emoji in every line.",
    age ? "" : "If you are asked your age, dodge the question with charm.",
  ].filter((line) => line !== "").join("\n");
}

/**
 * The user's own persona, which replaces the built-in one; undefined where there is none (SPEC
 * section 2). Of several, the one that is quickest to give wins, so that a flag for one run beats
 * what was set up for good: `system-prompt`, `system-prompt-multi`, `system-file`. Takes the
 * settings and what reads a file (see `readPersonaFile`): given a path and a number of bytes, at
 * most so many from its beginning. Throws a UserError that names key and path.
 */
export function personaText(
  settings: PersonaSettings,
  readFile: (path: string, most: number) => Uint8Array,
): string | undefined {
  const given = [settings["system-prompt"], settings["system-prompt-multi"]];
  const written = given.find((text) => text !== undefined && text.trim() !== "");
  const path = settings["system-file"];
  if (written !== undefined || path === undefined) return written?.trim();
  const bytes = read(path, readFile);
  if (bytes.length > LIMIT) {
    throw new UserError(`system-file: ${path} is larger than 256 KiB: is it the right file?`);
  }
  const text = decode(path, bytes).trim();
  if (text === "") throw new UserError(`system-file: ${path} is empty: write her persona into it`);
  return text;
}

function read(path: string, readFile: (path: string, most: number) => Uint8Array): Uint8Array {
  try {
    return readFile(path, LIMIT + 1);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const cause = (error as Error).message.replace(/ \(os error \d+\).*$/s, "");
    throw new UserError(`system-file: cannot read ${path}: ${cause}`);
  }
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`system-file: ${path}: expected UTF-8 text`);
  }
}
