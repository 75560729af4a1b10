import {
  decodeName,
  DEFLATED,
  type DirectoryEntry,
  HAS_DESCRIPTOR,
  isUnix,
  readDirectory,
  STORED,
} from "./archive_directory.ts";
import { readEnding } from "./archive_ending.ts";
import { type ReadAt, readRange, uint64, viewOf } from "./archive_reader.ts";
import { refusal } from "./archive_error.ts";
import { readExtraFields, widen } from "./archive_extra.ts";
import type { ArchiveLimits } from "./archive_limits.ts";
import { checkName, checkTree, type Named } from "./archive_names.ts";

/** An entry whose every claim was checked, but for what its data unpack to. */
export interface ArchiveEntry extends Named {
  /** Permissions, 0o777 at most; 0 where the archive has none. */
  readonly mode: number;
  /** Whether the system that wrote it has such permissions; others' writers make them up. */
  readonly isFromUnix: boolean;
  readonly isDeflated: boolean;
  readonly crc: number;
  /** Sizes and position in bytes. */
  readonly packed: number;
  readonly unpacked: number;
  readonly dataOffset: number;
}

const MIB = 1024 * 1024;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_LENGTH = 30;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
/** One byte more than the longest descriptor, so that one too long is seen to be. */
const LONGEST_TAIL = 25;

/**
 * Reads the structure of a zip and accepts only what every reader sees in the same way: local
 * headers say what the central directory says, and the entries follow each other from the first
 * byte of the file to the central directory, without a gap and without sharing a byte. That rules
 * out prefixed programs, hidden and overlapping entries (the bombs of Fifield, WOOT 2019), and
 * archives whose two directories differ.
 *
 * Takes a reader of the file, its size in bytes, and the limits. Gives the entries in the order
 * of their data. Throws an ArchiveError that names the entry.
 */
export function readLayout(read: ReadAt, size: number, limits: ArchiveLimits): ArchiveEntry[] {
  if (size > limits.archive) {
    throw refusal("limit", `it is over ${limits.archive / MIB} MiB`);
  }
  const ending = readEnding(read, size, limits);
  const listed = readDirectory(read, ending).sort((a, b) => a.offset - b.offset);
  const named = listed.map((entry) => checkKind(entry, limits));
  checkTree(named, limits);
  const unpacked = listed.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > limits.unpacked) {
    throw refusal("limit", `it unpacks to over ${limits.unpacked / MIB} MiB`);
  }
  let end = 0;
  const entries = listed.map((entry, index) => {
    if (entry.offset < end) throw overlap(entry);
    if (entry.offset > end) {
      throw refusal("ambiguous", "data that belong to no entry stand before it", entry.name);
    }
    end = listed[index + 1]?.offset ?? ending.offset;
    return {
      ...named[index]!,
      mode: entry.mode & 0o777,
      isFromUnix: isUnix(entry.host),
      isDeflated: entry.method === DEFLATED,
      crc: entry.crc,
      packed: entry.packed,
      unpacked: entry.unpacked,
      dataOffset: locateData(read, entry, end),
    };
  });
  if (end !== ending.offset) {
    throw refusal("ambiguous", "it holds data that belong to no entry");
  }
  return entries;
}

/**
 * Checks the local header of an entry, which must fill the file up to `end` with its data. Gives
 * where its data start.
 */
function locateData(read: ReadAt, entry: DirectoryEntry, end: number): number {
  if (entry.offset + LOCAL_LENGTH > end) throw overlap(entry);
  const header = viewOf(readRange(read, entry.offset, LOCAL_LENGTH));
  if (header.getUint32(0, true) !== LOCAL_SIGNATURE) {
    throw refusal("damaged", "its header is not where the directory says", entry.name);
  }
  const nameOffset = entry.offset + LOCAL_LENGTH;
  const nameLength = header.getUint16(26, true);
  const dataOffset = nameOffset + nameLength + header.getUint16(28, true);
  const dataEnd = dataOffset + entry.packed;
  if (dataEnd > end) throw overlap(entry);
  const names = readRange(read, nameOffset, dataOffset - nameOffset);
  checkAgreement(entry, header, names.subarray(0, nameLength), names.subarray(nameLength));
  checkDescriptor(entry, readRange(read, dataEnd, Math.min(end - dataEnd, LONGEST_TAIL)));
  return dataOffset;
}

function checkAgreement(
  entry: DirectoryEntry,
  header: DataView,
  rawName: Uint8Array,
  extra: Uint8Array,
): void {
  const differs = (what: string) =>
    refusal("ambiguous", `its header and the directory differ in its ${what}`, entry.name);
  const fields = readExtraFields(extra, entry.name);
  const flags = header.getUint16(6, true);
  if (flags !== entry.flags) throw differs("flags");
  if (header.getUint16(8, true) !== entry.method) throw differs("compression");
  if (
    !equalBytes(rawName, entry.rawName) ||
    decodeName(rawName, flags, entry.host, fields, entry.name) !== entry.name
  ) {
    throw differs("name");
  }
  const sizes = widen(
    { packed: header.getUint32(18, true), unpacked: header.getUint32(22, true) },
    fields,
    entry.name,
  );
  // With a descriptor the numbers may be left open here, as 0.
  const isOpen = (flags & HAS_DESCRIPTOR) !== 0;
  const same = (here: number, there: number) => here === there || (isOpen && here === 0);
  if (!same(sizes.packed, entry.packed) || !same(sizes.unpacked, entry.unpacked)) {
    throw differs("size");
  }
  if (!same(header.getUint32(14, true), entry.crc)) throw differs("checksum");
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/**
 * Checks what stands between an entry's data and the next header: nothing, or the data descriptor
 * (APPNOTE 4.3.9), with or without signature, with sizes of 32 or 64 bits. Its length tells which.
 */
function checkDescriptor(entry: DirectoryEntry, bytes: Uint8Array): void {
  const view = viewOf(bytes);
  if ((entry.flags & HAS_DESCRIPTOR) === 0) {
    if (bytes.length === 0) return;
    throw refusal("ambiguous", "data that belong to no entry stand behind it", entry.name);
  }
  const start = bytes.length === 16 || bytes.length === 24 ? 4 : 0;
  const isWide = bytes.length - start === 20;
  const isKnown = isWide || bytes.length - start === 12;
  if (!isKnown || (start === 4 && view.getUint32(0, true) !== DESCRIPTOR_SIGNATURE)) {
    throw refusal("damaged", "the record behind its data is broken", entry.name);
  }
  const packed = isWide ? uint64(view, start + 4) : view.getUint32(start + 4, true);
  const unpacked = isWide ? uint64(view, start + 12) : view.getUint32(start + 8, true);
  if (
    view.getUint32(start, true) !== entry.crc || packed !== entry.packed ||
    unpacked !== entry.unpacked
  ) {
    throw refusal("ambiguous", "the record behind its data contradicts the directory", entry.name);
  }
}

const TYPE_MASK = 0o170000;
const TYPE_FOLDER = 0o040000;
const TYPE_FILE = 0o100000;
const TYPES: Readonly<Record<number, string>> = {
  0o120000: "a symbolic link",
  0o010000: "a pipe",
  0o020000: "a device",
  0o060000: "a device",
  0o140000: "a socket",
};

/** Checks that name, mode and sizes of an entry make one and the same kind of thing. */
function checkKind(entry: DirectoryEntry, limits: ArchiveLimits): Named {
  const isFolder = entry.name.endsWith("/");
  const name = isFolder ? entry.name.slice(0, -1) : entry.name;
  checkName(name, limits);
  const type = entry.mode & TYPE_MASK;
  if (type !== 0 && type !== TYPE_FILE && type !== TYPE_FOLDER) {
    throw refusal("type", `it is ${TYPES[type] ?? "neither a file nor a folder"}`, name);
  }
  const isFolderByMode = type === 0 ? isFolder || entry.isMarkedFolder : type === TYPE_FOLDER;
  if (isFolder !== isFolderByMode || (isFolder && entry.unpacked !== 0)) {
    throw refusal("type", "it is a file and a folder at once", name);
  }
  if (entry.method === STORED && entry.packed !== entry.unpacked) {
    throw refusal("size", "it is stored as it is, but its two sizes differ", name);
  }
  return { name, isFolder };
}

function overlap(entry: DirectoryEntry) {
  return refusal("overlap", "it overlaps another entry or the directory", entry.name);
}
