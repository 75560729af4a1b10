import { assertEquals } from "@std/assert";
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip-js/zip-js";
import fc from "fast-check";
import { buildZip, extraField, MANIFEST, utf8 } from "../fakes/zip_builder.ts";
import { latin1, type Tree, unpackBytes } from "../store/archive_fixture.ts";

/** Honest archives of every kind, to be spoiled. */
function seeds(): Uint8Array<ArrayBuffer>[] {
  const text = "the kettle is on ".repeat(40);
  const script = { name: "tea.sh", data: "#!/bin/sh\n", mode: 0o100755 };
  return [
    buildZip([MANIFEST]),
    buildZip([MANIFEST, script, { name: "doc/", mode: 0o040755 }, { name: "doc/é", data: text }]),
    buildZip([MANIFEST, { name: "a", data: text, method: 8 }], { comment: utf8("a comment") }),
    buildZip([MANIFEST, { name: "a", data: text, method: 8, descriptor: "signed" }, script]),
    buildZip([{ ...MANIFEST, descriptor: "bare64", zip64: true }, script], { zip64: true }),
    buildZip([{ ...MANIFEST, name: "tea/agent.json" }, { name: "__MACOSX/x", data: "x" }]),
    buildZip([MANIFEST, { name: "in.zip", data: buildZip([script]) }]),
    buildZip([MANIFEST, { ...script, extra: extraField(0x5455, utf8("\x01abcd")) }]),
  ];
}

/** Numbers on which readers of sizes and offsets stumble. */
const EDGES = [0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0xfffffffe, 0xffffffff];

const place = fc.nat(2000);

/** One way to spoil an archive. Places wrap around its end. */
const mutation: fc.Arbitrary<(zip: Uint8Array) => Uint8Array> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(([at, byte]) => (zip: Uint8Array) => {
    zip[at % zip.length] = byte;
    return zip;
  }),
  fc.tuple(place, fc.nat(7)).map(([at, bit]) => (zip: Uint8Array) => {
    zip[at % zip.length]! ^= 1 << bit;
    return zip;
  }),
  fc.tuple(place, fc.constantFrom(...EDGES), fc.constantFrom(2, 4)).map(
    ([at, value, width]) => (zip: Uint8Array) => {
      for (let index = 0; index < width; index++) {
        zip[(at + index) % zip.length] = (value >>> (8 * index)) & 0xff;
      }
      return zip;
    },
  ),
  fc.tuple(place, place, fc.nat(60)).map(([from, to, length]) => (zip: Uint8Array) => {
    zip.copyWithin(to % zip.length, from % zip.length, (from % zip.length) + length);
    return zip;
  }),
  fc.tuple(place, fc.uint8Array({ maxLength: 30 })).map(([at, bytes]) => (zip: Uint8Array) => {
    const cut = at % (zip.length + 1);
    return Uint8Array.from([...zip.subarray(0, cut), ...bytes, ...zip.subarray(cut)]);
  }),
  fc.tuple(place, fc.nat(30)).map(([at, length]) => (zip: Uint8Array) => {
    const cut = at % zip.length;
    return Uint8Array.from([...zip.subarray(0, cut), ...zip.subarray(cut + length)]);
  }),
);

/** What another zip reader, which forgives much, makes of an archive. */
async function secondReading(zip: Uint8Array<ArrayBuffer>): Promise<Tree> {
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new Uint8ArrayReader(zip), { strictness: "tolerant" });
  const tree: Tree = {};
  for (const entry of await reader.getEntries()) {
    if (entry.directory) tree[entry.filename.slice(0, -1)] = "/";
    else tree[entry.filename] = latin1(await entry.getData(new Uint8ArrayWriter()));
  }
  await reader.close();
  return tree;
}

/**
 * However an archive is spoiled, it is refused, or unpacked to what another reader sees in it, too;
 * nothing is written outside the staging folder, and nothing but an ArchiveError is thrown.
 */
export const archiveProperty = fc.asyncProperty(
  fc.nat(seeds().length - 1),
  fc.array(mutation, { maxLength: 4 }),
  async (index, mutations) => {
    const zip = mutations.reduce(
      (bytes, mutate) => bytes.length > 0 ? mutate(bytes) : bytes,
      seeds()[index]! as Uint8Array,
    ) as Uint8Array<ArrayBuffer>;
    const { result, tree } = await unpackBytes(zip);
    if (result === undefined) return;
    const seen = await secondReading(zip);
    for (const { path } of result.files) {
      const name = result.root === "" ? path : `${result.root}/${path}`;
      assertEquals(seen[name], tree[name], name);
    }
  },
);
