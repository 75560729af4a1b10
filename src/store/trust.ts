import { closeSync, readSync } from "node:fs";
import { join } from "@std/path";
import type { Origin } from "../agents/agent.ts";
import { parseManifest } from "../agents/manifest.ts";
import { cleanLine } from "../text/clean.ts";
import { checkFiles } from "./files.ts";
import { parsePublicKey, signerId } from "./keys.ts";
import { openPlainFile } from "../plain_file.ts";
import { SIGNATURE_FILE, verifySignature } from "./signature.ts";
import { SignatureError } from "./signature_error.ts";

/** The settings that decide which agents are trusted (SPEC section 2). */
export interface TrustSettings {
  /** `agents-require-sig` */
  readonly requireSig: boolean;
  /** `agents-key`, 64 hex digits; undefined or empty where it is not set. */
  readonly key?: string;
}

/** What install and discovery ask about an agent. */
export interface Trust {
  /**
   * Takes an agent's folder, the bytes of its manifest that were read and will be used, and where
   * it was found. Gives the reason why it is refused, undefined where it is not.
   */
  check(folder: string, manifest: Uint8Array, origin?: Origin): string | undefined;
  /**
   * Takes an agent's folder and the signer that a registry's index promises. Gives the reason why
   * the agent is not that signer's, undefined where nothing speaks against it.
   */
  checkSigner(folder: string, signer: string): string | undefined;
}

/** A signature is 89 bytes; a file that is larger is none. In bytes. */
const SIGNATURE_FILE_LIMIT = 1024;

/**
 * Makes the judge of signatures (SPEC section 8, "Signatures"), one for install and discovery, so
 * that they cannot differ. Takes the settings; throws a SignatureError for a bad `agents-key`.
 *
 * - With `agents-require-sig`: there must be a key, a signature of that key, and `files` that cover
 *   the whole folder.
 * - Without it, where a key is set: a signature that is there must be that key's, and `files` that
 *   are signed must be true. Without `files` such a signature covers the manifest alone.
 * - Without a key: nothing is asked.
 *
 * Agents that came with the program are not asked either way.
 */
export function createTrust({ requireSig, key }: TrustSettings): Trust {
  if (key) parsePublicKey(key);
  return {
    check(folder, manifest, origin = "user") {
      if (origin !== "user" || !requireSig && !key) return undefined;
      return reasonOf(() => judge(folder, manifest, requireSig, key));
    },
    checkSigner: (folder, signer) => reasonOf(() => judgeSigner(folder, signer, key)),
  };
}

function judge(
  folder: string,
  manifest: Uint8Array,
  requireSig: boolean,
  key: string | undefined,
): void {
  if (!key) {
    throw new SignatureError("key-missing", "agents-require-sig is on, but agents-key is not set");
  }
  const signature = readSignature(folder);
  if (signature === undefined) {
    if (!requireSig) return;
    throw new SignatureError("signature-missing", `not signed: there is no ${SIGNATURE_FILE}`);
  }
  verifySignature(manifest, signature, key);
  // From the very bytes that were verified: the file may be another one by now.
  const parsed = parseManifest(manifest);
  if (!("manifest" in parsed)) throw new SignatureError("manifest", parsed.faults[0]!);
  const { files } = parsed.manifest;
  if (files === undefined) {
    if (!requireSig) return;
    throw new SignatureError("files-missing", "signed without files: only agent.json is covered");
  }
  const [first, ...others] = checkFiles(folder, files);
  if (first === undefined) return;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  throw new SignatureError(first.code, first.message + more);
}

/** The index names a signer by hash; whose signature it is can be told with the key alone. */
function judgeSigner(folder: string, signer: string, key: string | undefined): void {
  if (readSignature(folder) === undefined) {
    throw new SignatureError("signer", "the registry promises a signature, but there is none");
  }
  if (!key || signerId(key) === signer.toLowerCase()) return;
  throw new SignatureError("signer", "the registry names another signer than agents-key");
}

function reasonOf(judgement: () => void): string | undefined {
  try {
    judgement();
    return undefined;
  } catch (error) {
    if (error instanceof SignatureError) return error.message;
    // What cannot be judged is not trusted, and does not keep other agents from being found.
    return `its signature cannot be checked (${cleanLine(String(error))})`;
  }
}

/** The text of a folder's signature; undefined where there is none. A link is not followed. */
function readSignature(folder: string): string | undefined {
  let file: number | undefined;
  try {
    file = openPlainFile(join(folder, SIGNATURE_FILE));
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw unreadableSignature();
  }
  if (file === undefined) throw unreadableSignature();
  try {
    const buffer = new Uint8Array(SIGNATURE_FILE_LIMIT);
    // As Latin-1, which keeps every byte apart: no text that is not ASCII passes for one that is.
    return String.fromCharCode(...buffer.subarray(0, readSync(file, buffer)));
  } finally {
    closeSync(file);
  }
}

function unreadableSignature(): SignatureError {
  return new SignatureError(
    "signature-unreadable",
    `${SIGNATURE_FILE} is no file that can be read`,
  );
}
