import { UserError } from "../../errors.ts";

/**
 * Reads the file of a persona, for `personaText`. Takes its path and how many bytes to read at most.
 * Throws a UserError for what is no file, as a pipe would be waited for, and else what the system
 * throws.
 */
export function readPersonaFile(path: string, most: number): Uint8Array {
  if (!Deno.statSync(path).isFile) {
    throw new UserError(`system-file: ${path} is not a file: name a text file`);
  }
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(most);
  let length = 0;
  for (let count = file.readSync(bytes); count; count = file.readSync(bytes.subarray(length))) {
    length += count;
    if (length === most) break;
  }
  return bytes.subarray(0, length);
}
