import { createHash } from "node:crypto";
import * as ed25519 from "@noble/ed25519";

/**
 * Whether a signature is this key's over these bytes, by the strict rules: RFC 8032 section 5.1.7,
 * no encodings other than the canonical ones, no keys of small order. Takes bytes of any length;
 * gives false for everything that is no such signature.
 */
export function verifies(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  if (signature.length !== 64 || key.length !== 32) return false;
  return withHash().verify(signature, message, key, { zip215: false });
}

/** Signs bytes by RFC 8032 section 5.1.6. Takes them and the private key, 32 bytes; gives 64. */
export function sign(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return withHash().sign(message, privateKey);
}

/** Gives the public key, 32 bytes, of a private key. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return withHash().getPublicKey(privateKey);
}

/** Makes a private key, 32 bytes, from the system's randomness. */
export function randomPrivateKey(): Uint8Array {
  return ed25519.utils.randomSecretKey();
}

/**
 * Whether 32 bytes are a key that vouches for anything: a point of the curve, canonically encoded,
 * and not of small order, under which a signature could fit many messages.
 */
export function isSoundKey(key: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(key, false).isSmallOrder();
  } catch {
    return false;
  }
}

/** The library brings no SHA-512 for its synchronous calls, and discovery is synchronous. */
function withHash(): typeof ed25519 {
  ed25519.hashes.sha512 ??= (bytes) => new Uint8Array(createHash("sha512").update(bytes).digest());
  return ed25519;
}
