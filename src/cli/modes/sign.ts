import { resolve } from "@std/path";
import { UserError } from "../../errors.ts";
import { publicKeyFor, readPrivateKey } from "../../store/keys.ts";
import { signFolder } from "../../store/sign.ts";
import { authorFolder } from "../author_folder.ts";
import type { Context } from "../context.ts";

/** `-agents-sign DIR -key FILE` (SPEC section 8): fills `files` and signs. */
export function signMode(context: Context, operands: readonly string[]): Promise<number> {
  const { output, modeFlags } = context;
  const keyFile = modeFlags.get("key");
  if (keyFile === undefined) {
    throw new UserError("-agents-sign needs -key FILE: -agents-keygen makes one");
  }
  const { folder, listing } = authorFolder(operands[0]!, context);
  const { privateKey, exposed } = readPrivateKey(resolve(keyFile));
  if (exposed) {
    output.note(`onidia-chat: warning: others can read ${keyFile}: chmod 600 ${keyFile}`);
  }
  const files = signFolder(folder, privateKey);
  const publicKey = publicKeyFor(privateKey);
  output.result(
    { signed: { id: listing.id, folder, files, publicKey } },
    `signed ${listing.id}: agent.json and ${files} other ${files === 1 ? "file" : "files"}\n` +
      `it verifies with agents-key = ${publicKey}`,
  );
  return Promise.resolve(0);
}
