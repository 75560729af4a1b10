import { parse } from "@std/jsonc";
import { join } from "@std/path";
import { isObject } from "../agents/manifest_value.ts";
import { UserError } from "../errors.ts";
import { LEFT_OUT } from "./copy.ts";
import { hashFolder } from "./files.ts";
import { SIGNATURE_FILE, signManifest } from "./signature.ts";

/**
 * Signs an agent's folder (SPEC section 8, `-agents-sign`): writes the hash of every other file
 * into `files` of its agent.json, then the signature over the exact bytes of that. Comments of a
 * manifest do not survive being written anew. Takes the folder, whose agent must be a valid one,
 * and the private key in hex. Gives how many files are covered.
 */
export function signFolder(folder: string, privateKey: string): number {
  const path = join(folder, "agent.json");
  const manifest = parse(Deno.readTextFileSync(path));
  if (!isObject(manifest)) throw new UserError(`${path} holds no object`);
  const files = hashFolder(folder, LEFT_OUT);
  const bytes = new TextEncoder().encode(JSON.stringify({ ...manifest, files }, null, 2) + "\n");
  replaceFile(path, bytes);
  const signature = signManifest(bytes, privateKey);
  replaceFile(join(folder, SIGNATURE_FILE), new TextEncoder().encode(signature));
  return Object.keys(files).length;
}

/** Writes beside the file and renames, so that it is never half there. */
function replaceFile(path: string, bytes: Uint8Array): void {
  const staged = `${path}.new`;
  Deno.writeFileSync(staged, bytes, { mode: 0o644 });
  Deno.renameSync(staged, path);
}
