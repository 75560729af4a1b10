import fc from "fast-check";
import { generateKeyPair } from "../../src/store/keys.ts";
import {
  parseSignature,
  SignatureError,
  signManifest,
  verifySignature,
} from "../../src/store/signature.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Texts of about the right length and letters, and anything else. */
const TEXT = fc.oneof(
  fc.uint8Array({ minLength: 63, maxLength: 65 }).map((bytes) => bytes.toBase64()),
  fc.tuple(
    fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 86, maxLength: 86 }),
    fc.constantFrom("==", "==\n", "==\r\n", "== ", "=", "", "===", "=\n="),
  ).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

/** What is accepted is the one text of its bytes; all else is a refusal with a code. */
export const signatureReader = fc.property(TEXT, (text) => {
  let bytes: Uint8Array;
  try {
    bytes = parseSignature(text);
  } catch (error) {
    if (error instanceof SignatureError) return;
    throw error;
  }
  const only = bytes.toBase64();
  if (bytes.length !== 64 || (text !== only && text !== only + "\n")) {
    throw new Error(`${JSON.stringify(text)} passes for ${only}`);
  }
});

/** Makes the property that what is signed verifies, and with one bit changed anywhere does not. */
export function signatureRoundTrip() {
  const { privateKey, publicKey } = generateKeyPair();
  const message = fc.uint8Array({ minLength: 1, maxLength: 300 });
  return fc.property(message, fc.nat(), fc.nat(), (manifest, bit, signatureBit) => {
    const text = signManifest(manifest, privateKey);
    verifySignature(manifest, text, publicKey);
    refuses(() => verifySignature(flip(manifest, bit), text, publicKey));
    const flipped = flip(parseSignature(text), signatureBit).toBase64();
    refuses(() => verifySignature(manifest, flipped, publicKey));
  });
}

function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const at = bit % (8 * bytes.length);
  return bytes.map((byte, index) => index === at >> 3 ? byte ^ (1 << (at & 7)) : byte);
}

function refuses(body: () => void): void {
  try {
    body();
  } catch (error) {
    if (error instanceof SignatureError && error.code === "signature-wrong") return;
    throw error;
  }
  throw new Error("a changed bit went unnoticed");
}
