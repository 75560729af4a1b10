import { constants, crc32, deflateRawSync } from "node:zlib";

/** Where a header may tell a lie; all else follows from the entry's name and data. */
export interface HeaderFields {
  readonly name?: string | Uint8Array;
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  readonly packedSize?: number;
  readonly unpackedSize?: number;
  readonly extra?: Uint8Array;
}

/** An entry to build, byte for byte. Without overrides it is an honest one. */
export interface FakeEntry extends HeaderFields {
  readonly name: string | Uint8Array;
  readonly data?: Uint8Array | string;
  /** The bytes in the archive, in the place of the data packed with the method. */
  readonly packed?: Uint8Array;
  /** Unix type and permissions; 0 for none. */
  readonly mode?: number;
  /** The writing system: 3 is Unix, 0 MS-DOS. */
  readonly host?: number;
  readonly dosAttributes?: number;
  /** What stands behind the data; the local header leaves its numbers open then. */
  readonly descriptor?: "signed" | "bare" | "signed64" | "bare64";
  /** Sizes and offset in zip64 fields. */
  readonly zip64?: boolean;
  /** What the local header says otherwise than the directory. */
  readonly local?: HeaderFields;
  /** What the directory gives as the local header's place. */
  readonly offset?: number;
  /** Only in the directory: no local header and no data are written. */
  readonly listedOnly?: boolean;
  /** Bytes behind the entry that belong to none. */
  readonly gap?: Uint8Array;
}

/** What the archive around the entries says. */
export interface FakeArchive {
  readonly prefix?: Uint8Array;
  /** Whether the offsets count from the prefix's first byte, as `zip -A` mends them. */
  readonly adjusted?: boolean;
  readonly suffix?: Uint8Array;
  readonly comment?: Uint8Array;
  readonly zip64?: boolean;
  readonly count?: number;
  readonly directorySize?: number;
  readonly directoryOffset?: number;
  readonly disk?: number;
}

/** The bytes of little-endian numbers, each given as [value, width in bytes]. */
export function littleEndian(...fields: readonly (readonly [number, 1 | 2 | 4 | 8])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [, width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of fields) {
    if (width === 8) view.setBigUint64(at, BigInt(value), true);
    else if (width === 4) view.setUint32(at, value, true);
    else if (width === 2) view.setUint16(at, value, true);
    else view.setUint8(at, value);
    at += width;
  }
  return bytes;
}

/** Joins byte strings. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concatenated(parts);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The bytes of a text in UTF-8. */
export function utf8(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}

/** An extra field. Takes its id and content. */
export function extraField(id: number, content: Uint8Array): Uint8Array {
  return joined(littleEndian([id, 2], [content.length, 2]), content);
}

/** An agent's manifest, for archives that are to be accepted. */
export const MANIFEST: FakeEntry = {
  name: "agent.json",
  data: '{"id":"tea","description":"Tea.","exec":["./tea.sh"]}',
};

/** Builds a zip, honest or hostile, from its entries in order. */
export function buildZip(entries: readonly FakeEntry[], archive: FakeArchive = {}): Uint8Array<
  ArrayBuffer
> {
  const prefix = archive.prefix ?? new Uint8Array();
  const base = archive.adjusted ? prefix.length : 0;
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = base;
  for (const entry of entries) {
    const packing = packingOf(entry);
    directory.push(directoryHeader(entry, packing, entry.offset ?? offset));
    if (entry.listedOnly) continue;
    const local = localPart(entry);
    locals.push(local);
    offset += local.length;
  }
  const listed = concatenated(directory);
  return joined(
    prefix,
    concatenated(locals),
    listed,
    endRecords(entries.length, listed.length, offset, archive),
    archive.suffix ?? new Uint8Array(),
  );
}

/** An entry's header, data and what follows, as in a stream of entries. */
export function localPart(entry: FakeEntry): Uint8Array<ArrayBuffer> {
  const packing = packingOf(entry);
  return joined(
    localHeader(entry, packing),
    packing.bytes,
    descriptorOf(entry, packing),
    entry.gap ?? new Uint8Array(),
  );
}

/** How many bytes an entry takes up in front of the directory. */
export function localLength(entry: FakeEntry): number {
  return localPart(entry).length;
}

/** Deflated zeros. Takes how many GiB of them; they are never all there, here. */
export function deflatedZeros(gibibytes: number): Uint8Array<ArrayBuffer> {
  const zeros = new Uint8Array(16 * 2 ** 20);
  const round = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
  const rounds = Array.from({ length: gibibytes * 64 }, () => round);
  return concatenated([...rounds, deflateRawSync(new Uint8Array())]);
}

interface Packing {
  readonly bytes: Uint8Array;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly flags: number;
}

function packingOf(entry: FakeEntry): Packing {
  const data = utf8(entry.data ?? "");
  const method = entry.method ?? 0;
  const bytes = entry.packed ?? (method === 8 ? deflateRawSync(data) : data);
  const isAscii = utf8(entry.name).every((byte) => byte < 0x80);
  return {
    bytes,
    method,
    crc: entry.crc ?? crc32(data),
    packed: entry.packedSize ?? bytes.length,
    unpacked: entry.unpackedSize ?? data.length,
    flags: entry.flags ?? ((isAscii ? 0 : 1 << 11) | (entry.descriptor ? 1 << 3 : 0)),
  };
}

function localHeader(entry: FakeEntry, packing: Packing): Uint8Array {
  const local = entry.local ?? {};
  const name = utf8(local.name ?? entry.name);
  const packed = local.packedSize ?? (entry.descriptor ? 0 : packing.packed);
  const unpacked = local.unpackedSize ?? (entry.descriptor ? 0 : packing.unpacked);
  const wide = entry.zip64 ? extraField(1, littleEndian([unpacked, 8], [packed, 8])) : utf8("");
  const extra = joined(wide, local.extra ?? entry.extra ?? utf8(""));
  return joined(
    littleEndian(
      [0x04034b50, 4],
      [20, 2],
      [local.flags ?? packing.flags, 2],
      [local.method ?? packing.method, 2],
      [0, 2],
      [33, 2],
      [local.crc ?? (entry.descriptor ? 0 : packing.crc), 4],
      [entry.zip64 ? 0xffffffff : packed, 4],
      [entry.zip64 ? 0xffffffff : unpacked, 4],
      [name.length, 2],
      [extra.length, 2],
    ),
    name,
    extra,
  );
}

function descriptorOf(entry: FakeEntry, packing: Packing): Uint8Array {
  if (!entry.descriptor) return new Uint8Array();
  const width = entry.descriptor.endsWith("64") ? 8 : 4;
  const numbers = littleEndian([packing.crc, 4], [packing.packed, width], [
    packing.unpacked,
    width,
  ]);
  return entry.descriptor.startsWith("signed")
    ? joined(littleEndian([0x08074b50, 4]), numbers)
    : numbers;
}

function directoryHeader(entry: FakeEntry, packing: Packing, offset: number): Uint8Array {
  const name = utf8(entry.name);
  const wide = entry.zip64
    ? extraField(1, littleEndian([packing.unpacked, 8], [packing.packed, 8], [offset, 8]))
    : utf8("");
  const extra = joined(wide, entry.extra ?? utf8(""));
  return joined(
    littleEndian(
      [0x02014b50, 4],
      [20, 1],
      [entry.host ?? 3, 1],
      [20, 2],
      [packing.flags, 2],
      [packing.method, 2],
      [0, 2],
      [33, 2],
      [packing.crc, 4],
      [entry.zip64 ? 0xffffffff : packing.packed, 4],
      [entry.zip64 ? 0xffffffff : packing.unpacked, 4],
      [name.length, 2],
      [extra.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [entry.dosAttributes ?? 0, 2],
      [entry.mode ?? 0, 2],
      [entry.zip64 ? 0xffffffff : offset, 4],
    ),
    name,
    extra,
  );
}

function endRecords(
  entries: number,
  listed: number,
  offset: number,
  archive: FakeArchive,
): Uint8Array {
  const count = archive.count ?? entries;
  const size = archive.directorySize ?? listed;
  const start = archive.directoryOffset ?? offset;
  const disk = archive.disk ?? 0;
  const comment = archive.comment ?? new Uint8Array();
  const wide = archive.zip64
    ? joined(
      littleEndian([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [disk, 4], [disk, 4]),
      littleEndian([count, 8], [count, 8], [size, 8], [start, 8]),
      littleEndian([0x07064b50, 4], [disk, 4], [start + size, 8], [1, 4]),
    )
    : new Uint8Array();
  const narrow = (value: number, ones: number) => archive.zip64 ? ones : Math.min(value, ones);
  return joined(
    wide,
    littleEndian(
      [0x06054b50, 4],
      [disk, 2],
      [disk, 2],
      [narrow(count, 0xffff), 2],
      [narrow(count, 0xffff), 2],
      [narrow(size, 0xffffffff), 4],
      [narrow(start, 0xffffffff), 4],
      [comment.length, 2],
    ),
    comment,
  );
}
