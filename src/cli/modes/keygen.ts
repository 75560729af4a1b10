import { join, resolve } from "@std/path";
import { UserError } from "../../errors.ts";
import { systemReason } from "../../store/failure.ts";
import { generateKeyPair, signerId, writePrivateKey } from "../../store/keys.ts";
import { cleanLine } from "../../text/clean.ts";
import type { Context } from "../context.ts";

/** Name of the file that a private key is written to. */
const KEY_FILE = "onidia-agents.key";

/**
 * `-agents-keygen [-out DIR]` (SPEC section 8): a key pair for signing agents. The private key goes
 * to a file of mode 0600 and is never shown.
 */
export function keygenMode({ output, modeFlags }: Context): Promise<number> {
  const folder = resolve(modeFlags.get("out") ?? ".");
  const { publicKey, privateKey } = generateKeyPair();
  const file = join(folder, KEY_FILE);
  makeFolder(folder);
  writePrivateKey(file, privateKey);
  output.result(
    { keygen: { publicKey, signer: signerId(publicKey), file } },
    `private key -> ${file} (keep it to yourself)\n` +
      `agents-key = ${publicKey}\n` +
      `signer ${signerId(publicKey)}`,
  );
  return Promise.resolve(0);
}

function makeFolder(path: string): void {
  try {
    Deno.mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new UserError(
      `Cannot make the folder ${cleanLine(path)}: ${systemReason(error)} - name another with -out`,
    );
  }
}
