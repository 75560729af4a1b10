import { dirname, join } from "@std/path";
import { expandPath } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import type { Outcome } from "./commands.ts";
import { toMarkdown } from "./markdown.ts";
import type { ChatSession } from "./session.ts";

/**
 * `/save FILE` (SPEC section 9): writes the conversation so far as Markdown, for the user alone
 * (mode 0600). Takes the session, the path as the user wrote it, with `~` and quotes if there are
 * any, and whether a file of that name is replaced. Gives what to tell; never throws.
 */
export function save(
  session: ChatSession,
  written: string,
  { replaces }: { readonly replaces: boolean },
): Outcome {
  if (written === "") return failure("name the file: /save FILE");
  if (session.exchanges.length === 0) return failure("nothing was said yet");
  const unquoted = /^(["'])(.+)\1$/s.exec(written)?.[2] ?? written;
  const name = cleanLine(unquoted);
  try {
    const path = expandPath(unquoted, session.env);
    write(path, toMarkdown(session.exchanges), replaces);
    return { type: "text", text: `Saved as ${cleanLine(path)}.` };
  } catch (error) {
    if (error instanceof UserError) return failure(error.message);
    if (error instanceof Deno.errors.AlreadyExists) {
      return failure(`${name} is there already: /save! ${name} replaces it`);
    }
    if (error instanceof Deno.errors.NotFound) {
      return failure(`${name} cannot be written: there is no such folder`);
    }
    return failure(`${name} cannot be written: ${whyNot(error)}`);
  }
}

function write(path: string, text: string, replaces: boolean): void {
  const existing = lookAt(path);
  if (existing?.isDirectory) throw new Error("it is a folder, name a file in it");
  if (existing && !replaces) throw new Deno.errors.AlreadyExists();
  if (existing && !existing.isFile) throw new Error("it is no ordinary file");
  if (!existing) return writeNew(path, text);
  // Beside it and then in its place: a full disk leaves the old file as it was.
  const part = join(dirname(path), `.onidia-chat-${crypto.randomUUID()}`);
  writeNew(part, text);
  try {
    Deno.renameSync(part, path);
  } catch (error) {
    Deno.removeSync(part);
    throw error;
  }
}

/** Writes a file that must not be there yet; leaves no half one behind. */
function writeNew(path: string, text: string): void {
  const file = Deno.openSync(path, { write: true, createNew: true, mode: 0o600 });
  try {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  } catch (error) {
    Deno.removeSync(path);
    throw error;
  } finally {
    file.close();
  }
}

function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function failure(reason: string): Outcome {
  return { type: "failure", reason };
}

function whyNot(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return cleanLine(message.replace(/ \(os error \d+\).*$/s, ""));
}
