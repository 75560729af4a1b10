import { createHash } from "node:crypto";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { isSoundKey, publicKeyOf, randomPrivateKey } from "./ed25519.ts";
import { SignatureError } from "./signature_error.ts";

/** An Ed25519 key pair, each key as 64 lower-case hex digits. */
export interface KeyPair {
  readonly publicKey: string;
  /** Never shown anywhere: it goes to a file of mode 0600 and nowhere else. */
  readonly privateKey: string;
}

/** A key's length, in bytes. */
const KEY_BYTES = 32;

/** Makes a key pair from the system's randomness. */
export function generateKeyPair(): KeyPair {
  const privateKey = randomPrivateKey();
  return { publicKey: publicKeyOf(privateKey).toHex(), privateKey: privateKey.toHex() };
}

/**
 * Reads a public key such as `agents-key` (SPEC section 2). Takes the text and what the sentence
 * calls it; gives 32 bytes. Throws a SignatureError for what is no hex, has another length, or is
 * no sound Ed25519 key.
 */
export function parsePublicKey(text: string, name = "agents-key"): Uint8Array {
  const key = parseHex(text, name);
  if (isSoundKey(key)) return key;
  throw new SignatureError("key-weak", `${name}: these 64 hex digits are no Ed25519 public key`);
}

/** The id of a signer: the SHA-256 of the public key's bytes, in hex (SPEC section 8). */
export function signerId(publicKey: string): string {
  return createHash("sha256").update(parsePublicKey(publicKey)).digest("hex");
}

/** The public key that belongs to a private one; both in hex. */
export function publicKeyFor(privateKey: string): string {
  return publicKeyOf(parseHex(privateKey, "the private key")).toHex();
}

/** Writes a private key to a new file that only its owner can read. Never replaces one. */
export function writePrivateKey(path: string, privateKey: string): void {
  try {
    // Created with its mode: there is no moment in which others could open it.
    using file = Deno.openSync(path, { createNew: true, write: true, mode: 0o600 });
    file.writeSync(new TextEncoder().encode(privateKey + "\n"));
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new UserError(`${cleanLine(path)} exists already, and a key is never replaced`);
    }
    throw new UserError(`Cannot write ${cleanLine(path)}: ${(error as Error).message}`);
  }
}

/**
 * Reads a private key's file. Takes its path; gives the key in hex, and whether others than its
 * owner can read the file. Throws a SignatureError that does not quote what the file holds.
 */
export function readPrivateKey(
  path: string,
): { readonly privateKey: string; readonly exposed: boolean } {
  let text: string;
  let mode: number;
  try {
    using file = Deno.openSync(path);
    mode = file.statSync().mode ?? 0;
    const buffer = new Uint8Array(1024);
    text = new TextDecoder().decode(buffer.subarray(0, file.readSync(buffer) ?? 0));
  } catch (error) {
    throw new SignatureError(
      "key-file",
      `Cannot read ${cleanLine(path)}: ${(error as Error).message}`,
    );
  }
  const digits = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(digits)) {
    throw new SignatureError(
      "key-file",
      `${cleanLine(path)} holds no private key: onidia-chat -agents-keygen makes one`,
    );
  }
  return { privateKey: digits.toLowerCase(), exposed: (mode & 0o077) !== 0 };
}

function parseHex(text: string, name: string): Uint8Array {
  if (!/^[0-9a-f]*$/i.test(text)) {
    throw new SignatureError("key-hex", `${name}: expected 64 hex digits (0-9, a-f) alone`);
  }
  if (text.length !== 2 * KEY_BYTES) {
    throw new SignatureError(
      "key-length",
      `${name}: expected ${2 * KEY_BYTES} hex digits, not ${text.length}`,
    );
  }
  return Uint8Array.fromHex(text);
}
