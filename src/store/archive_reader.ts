import { refusal } from "./archive_error.ts";

/**
 * Reads a range of the archive. Takes the offset in bytes and a buffer to fill; throws an
 * ArchiveError when the file ends before it is full.
 */
export type ReadAt = (offset: number, into: Uint8Array) => void;

/** Reads a range of the archive into a new buffer. */
export function readRange(read: ReadAt, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  read(offset, bytes);
  return bytes;
}

/** How much of the file is read ahead, in bytes. */
const WINDOW = 256 * 1024;

/**
 * Reads ranges of an open file through one window, since an archive of many small entries would
 * else cost several system calls for each.
 */
export function readerOf(file: Deno.FsFile): ReadAt {
  const window = new Uint8Array(WINDOW);
  let start = 0;
  let end = 0;
  return (offset, into) => {
    if (offset < start || offset + into.length > end) {
      const isLarge = into.length >= WINDOW;
      const count = fill(file, offset, isLarge ? into : window);
      if (count < into.length) throw refusal("damaged", "it is cut off");
      if (isLarge) return;
      start = offset;
      end = offset + count;
    }
    into.set(window.subarray(offset - start, offset - start + into.length));
  };
}

/** Fills a buffer from the file; gives how many bytes there were. */
function fill(file: Deno.FsFile, offset: number, into: Uint8Array): number {
  file.seekSync(offset, Deno.SeekMode.Start);
  let at = 0;
  while (at < into.length) {
    const count = file.readSync(into.subarray(at));
    if (count === null) break;
    at += count;
  }
  return at;
}

/** A view of bytes, wherever they lie in their buffer. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Reads 64 bits as a number. Above 2^53 it is rounded; it can then equal nothing that is real, as
 * every such number is compared with a position in a file of at most 64 MiB.
 */
export function uint64(view: DataView, offset: number): number {
  return Number(view.getBigUint64(offset, true));
}
