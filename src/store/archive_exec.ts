import { closeSync, fchmodSync, fstatSync, readSync } from "node:fs";
import { resolve } from "@std/path";
import { openPlainFile } from "../plain_file.ts";

/**
 * Whether a file can be started, by its first bytes: a script with an interpreter line or an ELF
 * program. Takes at least the first four bytes of the file.
 */
export function looksExecutable(bytes: Uint8Array): boolean {
  const starts = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
  return starts(0x23, 0x21) || starts(0x7f, 0x45, 0x4c, 0x46);
}

/**
 * Makes an agent's program executable when it is a script or an ELF file, for archives without
 * modes (SPEC section 8). Whoever may read it may then run it.
 *
 * Takes the agent's folder and the program's path as the manifest has it, which was written by
 * a stranger: what leads out of the folder, or is a link, is left alone. Gives whether the file is
 * executable now.
 */
export function makeExecutable(folder: string, program: string): boolean {
  const path = resolve(folder, program);
  if (!path.startsWith(resolve(folder) + "/")) return false;
  let file: number | undefined;
  try {
    file = openPlainFile(path);
  } catch {
    return false;
  }
  if (file === undefined) return false;
  try {
    const info = fstatSync(file);
    const start = new Uint8Array(4);
    if (readSync(file, start) < 2 || !looksExecutable(start)) return false;
    fchmodSync(file, (info.mode & 0o777) | ((info.mode & 0o444) >> 2));
    return true;
  } finally {
    closeSync(file);
  }
}
