import { crc32 } from "node:zlib";
import type { ReadAt } from "./archive_reader.ts";
import { refusal } from "./archive_error.ts";
import type { ArchiveEntry } from "./archive_layout.ts";

/** A buffer for unpackEntry. One serves all entries: making one costs more than a small file does. */
export function makeBuffer(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(256 * 1024);
}

/**
 * How much of a deflated entry is read at a time, in bytes. The inflater gives all that a chunk
 * unpacks to at once, up to 1,032 times as much, so this bounds the memory a bomb can take.
 */
const DEFLATED_CHUNK = 16 * 1024;

/**
 * Unpacks the data of one entry. Takes the archive's reader, the entry, a buffer to work with, and
 * what to do with each piece of the data in order; a piece is only good until the next. The bytes
 * are counted as they come: an ArchiveError is thrown at the first one that is more than declared,
 * and at the end when some are missing, the checksum differs, or packed data are left over.
 */
export async function unpackEntry(
  read: ReadAt,
  entry: ArchiveEntry,
  buffer: Uint8Array<ArrayBuffer>,
  write: (piece: Uint8Array) => void,
): Promise<void> {
  let count = 0;
  let checksum = 0;
  const take = (piece: Uint8Array) => {
    count += piece.length;
    if (count > entry.unpacked) {
      throw refusal(
        "size",
        `it unpacks to more than the ${entry.unpacked} bytes it says`,
        entry.name,
      );
    }
    checksum = crc32(piece, checksum);
    write(piece);
  };
  if (entry.isDeflated) await inflate(read, entry, buffer, take);
  else for (const piece of packedPieces(read, entry, buffer)) take(piece);
  if (count < entry.unpacked) {
    throw refusal(
      "size",
      `it unpacks to ${count} of the ${entry.unpacked} bytes it says`,
      entry.name,
    );
  }
  if (checksum !== entry.crc) {
    throw refusal("checksum", "its data do not match its checksum", entry.name);
  }
}

/** Reads the packed data of an entry in pieces of the buffer's size, each in the buffer. */
function* packedPieces(
  read: ReadAt,
  entry: ArchiveEntry,
  buffer: Uint8Array<ArrayBuffer>,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < entry.packed; at += buffer.length) {
    const piece = buffer.subarray(0, entry.packed - at);
    read(entry.dataOffset + at, piece);
    yield piece;
  }
}

/** Inflates with the runtime's own inflater, which refuses what follows the deflated data's end. */
async function inflate(
  read: ReadAt,
  entry: ArchiveEntry,
  buffer: Uint8Array<ArrayBuffer>,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const feed = async () => {
    const writer = writable.getWriter();
    for (const piece of packedPieces(read, entry, buffer.subarray(0, DEFLATED_CHUNK))) {
      // Once this is over the piece is inflated, and the buffer free for the next.
      await writer.write(piece);
    }
    await writer.close();
  };
  const fed = feed();
  // The reading side tells of a failure first; without this, the writing side's would go unheard.
  fed.catch(() => {});
  try {
    for await (const piece of readable) take(piece);
    await fed;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refusal("damaged", "its packed data are broken", entry.name);
  }
}
