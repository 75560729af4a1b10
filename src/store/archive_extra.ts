import { refusal } from "./archive_error.ts";
import { uint64, viewOf } from "./archive_reader.ts";

/** The extra fields of one header, by their id (APPNOTE 4.5). */
export type ExtraFields = ReadonlyMap<number, Uint8Array>;

const ZIP64 = 0x0001;
const PKWARE_UNIX = 0x000d;
const STRONG_ENCRYPTION = 0x0017;
const ASI_UNIX = 0x756e;
const UNICODE_PATH = 0x7075;
const AES_ENCRYPTION = 0x9901;

/**
 * Takes the extra part of a header apart. Takes its bytes and the entry's name for the sentence.
 * Throws an ArchiveError where a field is cut off or comes twice, as readers differ in which of
 * the two they take, and for the fields that stand for a link or for encryption.
 */
export function readExtraFields(bytes: Uint8Array, entry: string): ExtraFields {
  const view = viewOf(bytes);
  const fields = new Map<number, Uint8Array>();
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 <= bytes.length ? at + 4 + view.getUint16(at + 2, true) : Infinity;
    if (end > bytes.length) throw refusal("damaged", "its extra fields are cut off", entry);
    const id = view.getUint16(at, true);
    if (fields.has(id)) throw refusal("ambiguous", "it has an extra field twice", entry);
    fields.set(id, bytes.subarray(at + 4, end));
    at = end;
  }
  if (fields.has(STRONG_ENCRYPTION) || fields.has(AES_ENCRYPTION)) {
    throw refusal("encrypted", "it is encrypted", entry);
  }
  if (isLink(fields)) throw refusal("type", "it is a link", entry);
  return fields;
}

/** Both Unix fields name the target of a symbolic or hard link behind their fixed part. */
function isLink(fields: ExtraFields): boolean {
  return (fields.get(PKWARE_UNIX)?.length ?? 0) > 12 || (fields.get(ASI_UNIX)?.length ?? 0) > 14;
}

/** The three numbers of a header that a zip64 field may hold in its place; in bytes. */
export interface Sizes {
  readonly unpacked: number;
  readonly packed: number;
  /** Where the local header starts; a local header has none. */
  readonly offset?: number | undefined;
}

/**
 * Puts the zip64 numbers in the place of those that are all ones (APPNOTE 4.5.3). Some packers then
 * repeat the other numbers too. That is read in the same way by everyone as long as the repeated
 * ones come last and are the same; anything else in the field is refused.
 */
export function widen(sizes: Sizes, fields: ExtraFields, entry: string): Sizes {
  const misfit = () => refusal("damaged", "its zip64 sizes do not fit its header", entry);
  const view = viewOf(fields.get(ZIP64) ?? new Uint8Array());
  let at = 0;
  let isRepeating = false;
  const take = (plain: number) => {
    const wide = at + 8 <= view.byteLength ? uint64(view, at) : undefined;
    const isAsked = plain === 0xffffffff;
    if (isAsked && (wide === undefined || isRepeating)) throw misfit();
    if (!isAsked && wide !== plain) return plain;
    isRepeating ||= !isAsked;
    at += 8;
    return wide!;
  };
  const unpacked = take(sizes.unpacked);
  const packed = take(sizes.packed);
  const offset = sizes.offset === undefined ? undefined : take(sizes.offset);
  if (at !== view.byteLength) throw misfit();
  return { unpacked, packed, offset };
}

/**
 * Gives the name that the Info-ZIP Unicode path field holds (APPNOTE 4.6.9), as bytes of UTF-8, or
 * undefined where there is none. Takes the fields, the header's own name as bytes, and a CRC-32.
 * The field carries a checksum of the name it stands for; one that does not match is refused, since
 * some readers then take the one name and some the other.
 */
export function unicodePath(
  fields: ExtraFields,
  raw: Uint8Array,
  crc32: (bytes: Uint8Array) => number,
  entry: string,
): Uint8Array | undefined {
  const field = fields.get(UNICODE_PATH);
  if (field === undefined) return undefined;
  const view = viewOf(field);
  if (field.length < 5 || field[0] !== 1 || view.getUint32(1, true) !== crc32(raw)) {
    throw refusal("ambiguous", "it has two names that do not belong together", entry);
  }
  return field.subarray(5);
}
