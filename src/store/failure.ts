import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { ArchiveError } from "./archive_error.ts";

/**
 * What the system's refusals mean to the user. Looked for in the message: what a worker reports is
 * text, and the runtime has two ways to name a code.
 */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/\bENOSPC\b|os error 28\b/, "the disk is full: make room, then try again"],
  [/\bEDQUOT\b|os error 122\b/, "your share of the disk is used up: make room, then try again"],
  [/\bEFBIG\b|os error 27\b/, "a file would be larger than is allowed here (see ulimit -f)"],
  [/\bEROFS\b|os error 30\b/, "the file system is read-only: name a folder elsewhere"],
  [/\bEACCES\b|os error 13\b|\bEPERM\b|os error 1\b/, "permission denied"],
  [/\bEMFILE\b|os error 24\b|\bENFILE\b|os error 23\b/, "too many files are open: try again"],
  [/\bENAMETOOLONG\b|os error 36\b/, "a name in it is too long for the file system"],
  [/\bEXDEV\b|os error 18\b/, "it is on another file system than its directory"],
  [/\bEBUSY\b|os error 16\b/, "it is in use as a mount point"],
  [/\bEIO\b|os error 5\b/, "the disk does not answer as it should: look at the system's log"],
  [/\bENOTDIR\b|os error 20\b/, "a file is where a folder should be"],
  [/\bEEXIST\b|os error 17\b/, "something else has its name"],
  [/Requires \w+ access to/, "files of the system like this one are out of bounds"],
  [/\bENOENT\b|os error 2\b/, "something has just been moved or deleted: try again"],
];

/** Says why the system refused something, in words. Takes what was thrown. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return MEANINGS.find(([code]) => code.test(message))?.[1] ??
    cleanLine(message.replace(/ \(os error \d+\).*$/s, ""));
}

/**
 * Turns what an install ran into, such as a full disk, into one sentence. Takes what was being done,
 * as in `Cannot install tea`, and what was thrown. Gives the error to throw: what is neither the
 * system's refusal nor an archive's is given back as it is.
 */
export function failure(doing: string, error: unknown): unknown {
  if (error instanceof ArchiveError) {
    const { code, detail } = error;
    const known = code === "io" && MEANINGS.find(([words]) => words.test(detail))?.[1];
    return new UserError(`${doing}: ${known || detail}`);
  }
  return isSystemError(error) ? new UserError(`${doing}: ${systemReason(error)}`) : error;
}

/** Whether the system refused something; a bug of ours has no such code. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error &&
    (/^E[A-Z0-9]+$/.test(String((error as { code?: unknown }).code)) ||
      error instanceof Deno.errors.NotCapable);
}
