import { isAbsolute } from "@std/path";
import type { Log } from "../config/log.ts";
import type { Env } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { isKnownToPet, petWords } from "./command.ts";
import { PIPE_BUF, writeToPipe } from "./pipe.ts";
import { MOODS, type PetCommand } from "./vocabulary.ts";

/** Absolute paths of the pet's two pipes. */
export interface PetPipes {
  readonly say: string;
  readonly command: string;
}

/** What the pet is shown of one reply. */
export interface PetShow {
  readonly text: string;
  /** Null where she has none: the pet then looks neutral. */
  readonly mood: string | null;
  readonly pet: PetCommand | null;
}

/**
 * Where the pet listens (SPEC section 7). Takes the setting `pet-pipe` (`auto`, `off`, or the
 * absolute path of the say pipe) and the environment, of which `auto` reads DISPLAY; gives
 * undefined when nothing is to be opened. Throws a UserError for a relative path.
 */
export function petPipes(setting: string, env: Env): PetPipes | undefined {
  if (setting === "off") return undefined;
  if (setting === "auto") {
    const display = env("DISPLAY");
    if (!display) return undefined;
    const base = `/tmp/desktop-pet-${display.replace(/[/:.]/g, "-")}`;
    return { say: `${base}.say`, command: `${base}.cmd` };
  }
  if (!isAbsolute(setting)) {
    throw new UserError(`pet-pipe: expected auto, off or an absolute path, not "${setting}"`);
  }
  return { say: setting, command: setting.replace(/(?:\.say)?$/, ".cmd") };
}

/**
 * Shows the pet one reply (SPEC section 7): `[mood] text` as one line to the say pipe, `[neutral]`
 * where she has no mood; an action, event or movement to the command pipe; `expr happy` as the line
 * `[happy]` behind the text. Names the pet does not know are left out, and everything that could
 * not be written is skipped, each with a log line. Never throws and never waits.
 */
export function showOnPet(pipes: PetPipes, { text, mood, pet }: PetShow, log: Log): void {
  const known = pet && isKnownToPet(pet) ? pet : null;
  if (pet && !known) log.info(`pet: ignored "${petWords(pet)}", it knows no such thing`);
  const tag = knownMood(mood, log);
  const bare = known?.kind === "expr" ? `[${known.name}]\n` : "";
  const words = cleanLine(text).replace(/\s+/g, " ").trim();
  const line = words !== "" ? `[${tag ?? "neutral"}] ${words}` : tag ? `[${tag}]` : "";
  // Both in one write: a reader that sees the pipe's end between two might miss the second.
  const said = (line && cut(line, PIPE_BUF - bare.length - 1) + "\n") + bare;
  if (said !== "") write(pipes.say, said, log);
  if (known && known.kind !== "expr") write(pipes.command, petWords(known) + "\n", log);
}

function knownMood(mood: string | null, log: Log): string | null {
  if (mood === null || MOODS.some((known) => known === mood)) return mood;
  log.info(`pet: ignored the mood "${mood}", it knows no such thing`);
  return null;
}

function write(path: string, text: string, log: Log): void {
  const skipped = writeToPipe(path, text);
  if (skipped) log.info(`pet: skipped ${path}: ${skipped}`);
}

/** The longest beginning of the text, in whole characters, that fits into this many bytes. */
function cut(text: string, bytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
}
