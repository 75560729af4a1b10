import { refusal } from "./archive_error.ts";
import type { ArchiveLimits } from "./archive_limits.ts";
import { type ReadAt, readRange, uint64, viewOf } from "./archive_reader.ts";

/** What the end of an archive says of its central directory. Offsets and sizes in bytes. */
export interface Ending {
  readonly count: number;
  readonly offset: number;
  readonly size: number;
}

const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_LENGTH = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_LENGTH = 56;
const MAX_COMMENT = 0xffff;

/**
 * Finds and reads the end of central directory record (APPNOTE 4.3.14 to 4.3.16). Readers of zips
 * search for it in different ways; only an archive in which all of them find the same one is
 * accepted: the last signature in the file is a record that ends with the file, and no earlier
 * record ends there too. The central directory must reach up to the end records, so that offsets
 * are counted from the file's first byte.
 *
 * Takes the reader, the size of the archive and the limits. Throws an ArchiveError.
 */
export function readEnding(read: ReadAt, size: number, limits: ArchiveLimits): Ending {
  const start = Math.max(0, size - END_LENGTH - MAX_COMMENT);
  const tail = viewOf(readRange(read, start, size - start));
  const at = findEnd(tail);
  const position = start + at;
  const disks = [tail.getUint16(at + 4, true), tail.getUint16(at + 6, true)];
  const plain = {
    here: tail.getUint16(at + 8, true),
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
  };
  const wide = readEnd64(read, position);
  // A disk number of all ones refers to the zip64 record, which is checked by itself.
  if (disks.some((disk) => disk !== 0 && !(wide && disk === 0xffff))) throw split();
  const end = wide ?? { ...plain, position };
  if (wide) {
    agree(plain.here, 0xffff, wide.here);
    agree(plain.count, 0xffff, wide.count);
    agree(plain.size, 0xffffffff, wide.size);
    agree(plain.offset, 0xffffffff, wide.offset);
  }
  if (end.here !== end.count) throw split();
  if (end.count > limits.entries) {
    throw refusal(
      "limit",
      `it holds ${end.count} entries, more than the ${limits.entries} allowed`,
    );
  }
  if (end.size > limits.directory) {
    throw refusal("limit", `its directory is over ${limits.directory} bytes`);
  }
  if (end.offset + end.size !== end.position) {
    throw refusal(
      "ambiguous",
      "its directory does not lie where its end record says (data before or between them)",
    );
  }
  return { count: end.count, offset: end.offset, size: end.size };
}

/** Gives the position of the one end record in the tail of the file. */
function findEnd(tail: DataView): number {
  let at = tail.byteLength - 4;
  while (at >= 0 && tail.getUint32(at, true) !== END_SIGNATURE) at--;
  if (at < 0) {
    throw refusal("not-a-zip", "it has no end record: it is not a zip file, or is cut off");
  }
  if (!endsWithFile(tail, at)) {
    throw refusal("ambiguous", "its end record is cut off, or data follows behind it");
  }
  for (let other = at - 1; other >= 0; other--) {
    if (tail.getUint32(other, true) === END_SIGNATURE && endsWithFile(tail, other)) {
      throw refusal("ambiguous", "it has two end records, so that readers see different files");
    }
  }
  return at;
}

function endsWithFile(tail: DataView, at: number): boolean {
  if (at + END_LENGTH > tail.byteLength) return false;
  return at + END_LENGTH + tail.getUint16(at + 20, true) === tail.byteLength;
}

/** Reads the zip64 end record in front of the plain one; undefined where there is none. */
function readEnd64(read: ReadAt, end: number) {
  if (end < LOCATOR_LENGTH) return undefined;
  const locator = viewOf(readRange(read, end - LOCATOR_LENGTH, LOCATOR_LENGTH));
  if (locator.getUint32(0, true) !== LOCATOR_SIGNATURE) return undefined;
  const position = end - LOCATOR_LENGTH - END64_LENGTH;
  // Where it is not directly in front it has an extensible part, which only encryption uses.
  if (position < 0 || uint64(locator, 8) !== position) {
    throw refusal("damaged", "its zip64 end record is not where it should be");
  }
  if (locator.getUint32(4, true) !== 0 || locator.getUint32(16, true) > 1) throw split();
  const record = viewOf(readRange(read, position, END64_LENGTH));
  if (record.getUint32(0, true) !== END64_SIGNATURE || uint64(record, 4) !== END64_LENGTH - 12) {
    throw refusal("damaged", "its zip64 end record is broken");
  }
  if (record.getUint32(16, true) !== 0 || record.getUint32(20, true) !== 0) throw split();
  return {
    here: uint64(record, 24),
    count: uint64(record, 32),
    size: uint64(record, 40),
    offset: uint64(record, 48),
    position,
  };
}

/** A plain field either refers to the zip64 one (all ones) or says the same. */
function agree(plain: number, ones: number, wide: number): void {
  if (plain !== ones && plain !== wide) {
    throw refusal("ambiguous", "its two end records contradict each other");
  }
}

function split() {
  return refusal("damaged", "it is one part of an archive that is split over several files");
}
