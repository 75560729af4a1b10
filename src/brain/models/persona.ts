import type { Settings } from "../../config/settings.ts";
import type { BrainRequest } from "../brain.ts";

/** How a model calls agents: by native tools, by tags in its text, or not at all. */
export type CallMode = "tools" | "tags" | "none";

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

/** Who she is and by which rules she works, for the model (SPEC section 5). */
export function systemPrompt(_parts: PromptParts): string {
  return "";
}

/**
 * The user's own persona, undefined where there is none. Takes the settings and what reads a file:
 * given a path and a number of bytes, at most so many bytes from its beginning. Throws a UserError
 * that names key and path.
 */
export function personaText(
  _settings: PersonaSettings,
  _readFile: (path: string, most: number) => Uint8Array,
): string | undefined {
  return undefined;
}
