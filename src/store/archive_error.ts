import { UserError } from "../errors.ts";
import { shown } from "../text/shown.ts";

/** Why an archive is refused; a closed set, so that a test or a caller can tell them apart. */
export const ARCHIVE_CODES = [
  /** The file is missing, no plain file, or cannot be read; or the staging folder not be written. */
  "io",
  /** No end record: not a zip, or cut off. */
  "not-a-zip",
  /** A record is cut off, or contradicts another one. */
  "damaged",
  /** Two readers could see different files: bytes outside of all entries, a second end record. */
  "ambiguous",
  /** Two entries share bytes of the archive. */
  "overlap",
  /** Too large, too many, too long (SPEC section 8). */
  "limit",
  /** A name that leads out of the folder, or that no honest archive holds. */
  "name",
  /** Two names that are one on some file system, or one name for a file and a folder. */
  "twin",
  /** A symlink, a hard link, a device, a pipe, a socket. */
  "type",
  "encrypted",
  "compression",
  /** The unpacked bytes are not as many as declared. */
  "size",
  /** The unpacked bytes are not those declared. */
  "checksum",
  "no-agent",
  "several-agents",
  /** The worker made no progress for too long. */
  "timeout",
] as const;

/** One of the reasons of ARCHIVE_CODES. */
export type ArchiveCode = typeof ARCHIVE_CODES[number];

/** An archive that is not unpacked. The message is a whole sentence, safe to show. */
export class ArchiveError extends UserError {
  /** Takes the code, and what is wrong in words. */
  constructor(readonly code: ArchiveCode, readonly detail: string) {
    super(`Cannot unpack the archive: ${detail}`);
  }
}

/**
 * Builds the refusal of an archive. Takes its code, what is wrong in words, and the raw name of the
 * entry it is about, if it is about one; the name is cleaned and cut for display.
 */
export function refusal(code: ArchiveCode, why: string, entry?: string): ArchiveError {
  return new ArchiveError(code, entry === undefined ? why : `${shown(entry)}: ${why}`);
}
