import { sign, verifies } from "./ed25519.ts";
import { parsePublicKey } from "./keys.ts";
import { type SignatureCode, SignatureError } from "./signature_error.ts";

export { SignatureError } from "./signature_error.ts";

/** The file beside `agent.json` that holds its signature. */
export const SIGNATURE_FILE = "agent.json.sig";

/** A signature's length, in bytes and in base64. */
const SIGNATURE_BYTES = 64;
const SIGNATURE_CHARACTERS = 88;

/**
 * Verifies a signature over the exact bytes of an `agent.json` (SPEC section 8), strictly. Takes
 * the bytes, the text of `agent.json.sig` and the public key in hex. Throws a SignatureError that
 * says what is wrong; giving nothing means that it is right.
 */
export function verifySignature(manifest: Uint8Array, text: string, publicKey: string): void {
  const key = parsePublicKey(publicKey);
  const signature = parseSignature(text);
  if (verifies(signature, manifest, key)) return;
  throw refused("signature-wrong", "is not a signature of agents-key over this agent.json");
}

/**
 * Reads the text of an `agent.json.sig`: the base64 (RFC 4648, section 4) of 64 bytes, and at most
 * one newline behind it. Gives the bytes. One signature has one text, so everything else is refused
 * with a SignatureError, each with its own sentence.
 */
export function parseSignature(text: string): Uint8Array {
  if (text.includes("\r")) {
    throw refused("signature-line-end", "has Windows line ends: write it anew, as one line");
  }
  const line = text.endsWith("\n") ? text.slice(0, -1) : text;
  if (line === "") throw refused("signature-empty", "is empty");
  if (/[ \t\n\v\f]/.test(line)) {
    throw refused("signature-space", "has spaces or line breaks in it: write it anew, as one line");
  }
  // Alphabet and padding first, as a decoder would be more generous.
  if (line.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(line)) {
    throw refused("signature-base64", "is not base64");
  }
  if (line.length !== SIGNATURE_CHARACTERS || !line.endsWith("==")) {
    throw refused("signature-length", `is not the base64 of ${SIGNATURE_BYTES} bytes`);
  }
  const signature = Uint8Array.fromBase64(line);
  // The last character carries four bits that no byte needs; they must be zero.
  if (signature.toBase64() !== line) {
    throw refused("signature-canonical", "is base64 with bits set that belong to no byte");
  }
  return signature;
}

/**
 * Signs the exact bytes of an `agent.json`. Takes them and the private key in hex; gives the text
 * of `agent.json.sig`, its newline included.
 */
export function signManifest(manifest: Uint8Array, privateKey: string): string {
  return sign(manifest, Uint8Array.fromHex(privateKey)).toBase64() + "\n";
}

function refused(code: SignatureCode, why: string): SignatureError {
  return new SignatureError(code, `${SIGNATURE_FILE} ${why}`);
}
