import { isAbsolute } from "@std/path";
import { type Env, expandPath } from "./paths.ts";
import type { Setting } from "./table.ts";

/** A setting's value, undefined where it is left at its default, or what was expected instead. */
export type ReadValue =
  | { readonly value: string | boolean | readonly string[] | undefined }
  | { readonly expected: string };

/** How a value is read. */
export interface ReadOptions {
  readonly env: Env;
  /**
   * Whether a relative path counts from the current directory, as on the command line. In a file it
   * would mean another place for each directory the program is started in, so there it is refused.
   */
  readonly relative: boolean;
}

const ON = ["true", "yes", "on", "1"];
const OFF = ["false", "no", "off", "0"];

/**
 * Reads a value as its setting wants it (SPEC section 2). Takes the setting and the text as the
 * user wrote it; nothing at all means the default. Gives the value, or what was expected.
 */
export function readValue(setting: Setting, text: string, options: ReadOptions): ReadValue {
  if (setting.type === "switch") {
    const word = text.trim().toLowerCase();
    if (ON.includes(word)) return { value: true };
    return OFF.includes(word) ? { value: false } : { expected: "true or false" };
  }
  if (text === "") return { value: undefined };
  if (text.includes("\0")) return { expected: "text without NUL" };
  switch (setting.type) {
    case "ids":
      return { value: text.split(",").map((id) => id.trim()).filter((id) => id !== "") };
    case "choice":
      return setting.choices?.includes(text)
        ? { value: text }
        : { expected: `one of ${setting.choices?.join(", ")}` };
    case "key":
      return /^[0-9a-f]{64}$/i.test(text)
        ? { value: text.toLowerCase() }
        : { expected: "an Ed25519 public key, 64 hex digits" };
    case "url":
      return /^https?:\/\//i.test(text) && URL.canParse(text)
        ? { value: text }
        : { expected: "an address that starts with https:// or http://" };
    case "pipe":
      if (text === "auto" || text === "off") return { value: text };
      return isRooted(text)
        ? { value: expandPath(text, options.env) }
        : { expected: "auto, off or an absolute path" };
    case "path":
      return options.relative || isRooted(text)
        ? { value: expandPath(text, options.env) }
        : { expected: "an absolute path or one that starts with ~" };
    case "text":
      return { value: text };
  }
}

function isRooted(path: string): boolean {
  return isAbsolute(path) || /^(?:~|\$HOME|\$\{HOME\})(?:\/|$)/.test(path);
}
