import { createHash } from "node:crypto";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { DOWNLOAD_LIMIT } from "./fetch.ts";

/**
 * Copies an archive of this machine whose hash is known, checking it on the way: what is unpacked
 * then is the copy, so nobody can exchange the archive between the check and the unpacking.
 *
 * Takes the archive's path, the path of a file that does not exist yet, and the SHA-256 in hex.
 * Throws a UserError for another hash, for what is no file, and over DOWNLOAD_LIMIT; the copy is
 * gone then.
 */
export function copyPinned(from: string, to: string, pin: string): void {
  using source = openArchive(from);
  const target = Deno.openSync(to, { createNew: true, write: true, mode: 0o600 });
  try {
    using _closed = target;
    const sha256 = copyHashed(source, target, from);
    if (sha256 !== pin) throw refused(from, `its SHA-256 is ${sha256}, not ${pin} as pinned`);
  } catch (error) {
    Deno.removeSync(to);
    throw error instanceof UserError ? error : refused(from, cleanLine((error as Error).message));
  }
}

function copyHashed(source: Deno.FsFile, target: Deno.FsFile, path: string): string {
  const hash = createHash("sha256");
  const buffer = new Uint8Array(256 * 1024);
  let bytes = 0;
  for (let count; (count = source.readSync(buffer)) !== null;) {
    bytes += count;
    if (bytes > DOWNLOAD_LIMIT) throw refused(path, "it is larger than 64 MiB");
    hash.update(buffer.subarray(0, count));
    for (let at = 0; at < count;) at += target.writeSync(buffer.subarray(at, count));
  }
  return hash.digest("hex");
}

function openArchive(path: string): Deno.FsFile {
  try {
    // Opening a pipe would wait for a writer.
    if (Deno.statSync(path).isFile) return Deno.openSync(path);
  } catch (error) {
    throw refused(path, cleanLine((error as Error).message));
  }
  throw refused(path, "it is not a file");
}

function refused(path: string, why: string): UserError {
  return new UserError(`Cannot install ${cleanLine(path)}: ${why}`);
}
