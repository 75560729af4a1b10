import { crc32 } from "node:zlib";
import type { Ending } from "./archive_ending.ts";
import { type ReadAt, readRange, viewOf } from "./archive_reader.ts";
import { refusal } from "./archive_error.ts";
import { type ExtraFields, readExtraFields, unicodePath, widen } from "./archive_extra.ts";

/** One entry as the central directory has it. */
export interface DirectoryEntry {
  /** Decoded, not yet checked; a folder's ends with a slash. */
  readonly name: string;
  readonly rawName: Uint8Array;
  readonly flags: number;
  readonly method: number;
  /** As the writing system; 3 is Unix. */
  readonly host: number;
  /** Unix file type and permissions; 0 where the archive has none. */
  readonly mode: number;
  readonly isMarkedFolder: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its local header starts. */
  readonly offset: number;
}

/** Compression methods that are read (APPNOTE 4.4.5). */
export const STORED = 0;
export const DEFLATED = 8;

/** A header's flag: its sizes and checksum stand behind the data. */
export const HAS_DESCRIPTOR = 1 << 3;

const SIGNATURE = 0x02014b50;
const LENGTH = 46;
const FLAG_UTF8 = 1 << 11;
/** Traditional encryption, strong encryption, and a hidden central directory. */
const FLAGS_ENCRYPTED = 1 << 0 | 1 << 6 | 1 << 13;
/** How hard the packer tried; the descriptor; the name is UTF-8. */
const FLAGS_KNOWN = 1 << 1 | 1 << 2 | HAS_DESCRIPTOR | FLAG_UTF8;
const HOST_UNIX = 3;
const HOST_MACOS = 19;

/** Whether a writing system has Unix permissions and writes names in UTF-8. */
export function isUnix(host: number): boolean {
  return host === HOST_UNIX || host === HOST_MACOS;
}

/**
 * Reads the central directory (APPNOTE 4.3.12). Takes the reader and what the end record says of
 * it. Gives the entries in its order; throws an ArchiveError where it does not hold exactly the
 * promised number of them, or one is encrypted, packed in a way not read here, or badly named.
 */
export function readDirectory(read: ReadAt, ending: Ending): DirectoryEntry[] {
  const bytes = readRange(read, ending.offset, ending.size);
  const view = viewOf(bytes);
  const entries: DirectoryEntry[] = [];
  let at = 0;
  for (; entries.length < ending.count; at += LENGTH + variableLength(view, at)) {
    if (at + LENGTH > bytes.length || view.getUint32(at, true) !== SIGNATURE) throw miscounted();
    if (at + LENGTH + variableLength(view, at) > bytes.length) throw miscounted();
    entries.push(readEntry(bytes, view, at));
  }
  if (at !== bytes.length) throw miscounted();
  return entries;
}

/** The length of an entry's name, extra fields and comment. */
function variableLength(view: DataView, at: number): number {
  return view.getUint16(at + 28, true) + view.getUint16(at + 30, true) +
    view.getUint16(at + 32, true);
}

function readEntry(bytes: Uint8Array, view: DataView, at: number): DirectoryEntry {
  const nameEnd = at + LENGTH + view.getUint16(at + 28, true);
  const rawName = bytes.subarray(at + LENGTH, nameEnd);
  const label = lossyName(rawName);
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const host = bytes[at + 5]!;
  checkPacking(flags, method, label);
  const extra = bytes.subarray(nameEnd, nameEnd + view.getUint16(at + 30, true));
  const fields = readExtraFields(extra, label);
  const { unpacked, packed, offset } = widen(
    {
      unpacked: view.getUint32(at + 24, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    },
    fields,
    label,
  );
  if (view.getUint16(at + 34, true) !== 0) {
    throw refusal("damaged", "it lies in another file of a split archive", label);
  }
  return {
    name: decodeName(rawName, flags, host, fields, label),
    rawName,
    flags,
    method,
    host,
    mode: view.getUint16(at + 40, true),
    isMarkedFolder: (bytes[at + 38]! & 0x10) !== 0,
    crc: view.getUint32(at + 16, true),
    packed,
    unpacked,
    offset: offset!,
  };
}

function checkPacking(flags: number, method: number, label: string): void {
  if ((flags & FLAGS_ENCRYPTED) !== 0) throw refusal("encrypted", "it is encrypted", label);
  if (method !== STORED && method !== DEFLATED) {
    throw refusal(
      "compression",
      `it is packed with method ${method}; only stored and deflated entries are read`,
      label,
    );
  }
  if ((flags & ~FLAGS_KNOWN) !== 0) {
    throw refusal("compression", "it uses a feature of zip that is not read here", label);
  }
}

/**
 * Decodes a name. Takes its bytes, the header's flags and host, and the extra fields. A name that
 * is not ASCII must be UTF-8, and say so: by its flag, by the Unicode path field, or by coming from
 * Unix or macOS, whose zip programs write UTF-8 without a word. Code pages are not guessed.
 */
export function decodeName(
  raw: Uint8Array,
  flags: number,
  host: number,
  fields: ExtraFields,
  label: string,
): string {
  const second = unicodePath(fields, raw, crc32, label);
  const isAscii = raw.every((byte) => byte < 0x80);
  const saysUtf8 = (flags & FLAG_UTF8) !== 0 || isUnix(host);
  if (!isAscii && !saysUtf8 && second === undefined) {
    throw refusal("name", "its name is in an unknown character set, not UTF-8", label);
  }
  const name = strictUtf8(isAscii || saysUtf8 ? raw : second!, label);
  if (second !== undefined && strictUtf8(second, label) !== name) {
    throw refusal("ambiguous", "it has two names that differ", label);
  }
  return name;
}

function strictUtf8(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusal("name", "its name is not UTF-8", label);
  }
}

/** A name for sentences about an entry whose real name is not known yet. */
export function lossyName(raw: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(raw);
}

function miscounted() {
  return refusal("damaged", "its directory does not hold the number of entries it should");
}
