import { UserError } from "../errors.ts";

/** Why a signature, a key or a signed folder is refused; a closed set, so that a test can tell. */
export const SIGNATURE_CODES = [
  /** A key is not written in hex, has another length, or could be anybody's. */
  "key-hex",
  "key-length",
  "key-weak",
  /** Signatures are required, and `agents-key` is not set. */
  "key-missing",
  /** A private key's file cannot be read, or holds no key. */
  "key-file",
  /** There is no `agent.json.sig`, or none that can be read. */
  "signature-missing",
  "signature-unreadable",
  /** The text of `agent.json.sig` is not the base64 of 64 bytes and at most one newline. */
  "signature-empty",
  "signature-line-end",
  "signature-space",
  "signature-base64",
  "signature-length",
  "signature-canonical",
  /** It is a signature, but not this key's over these bytes. */
  "signature-wrong",
  /** The signed manifest is broken, or has no `files`. */
  "manifest",
  "files-missing",
  /** A file of the folder is not what `files` says. */
  "file-added",
  "file-changed",
  "file-removed",
  /** A link, a device, a pipe; or something that cannot be read. */
  "file-type",
  "file-unreadable",
  /** The registry promises another signer. */
  "signer",
] as const;

/** One of the reasons of SIGNATURE_CODES. */
export type SignatureCode = typeof SIGNATURE_CODES[number];

/** A refusal in matters of trust. The message is a whole sentence, safe to show. */
export class SignatureError extends UserError {
  constructor(readonly code: SignatureCode, message: string) {
    super(message);
  }
}
