import { deflateRawSync } from "node:zlib";
import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  buildZip,
  deflatedZeros,
  type FakeEntry,
  joined,
  MANIFEST,
  utf8,
} from "../fakes/zip_builder.ts";
import type { ArchiveCode } from "../../src/store/archive_error.ts";
import { unpackBytes } from "./archive_fixture.ts";

const TEXT = "the kettle is on ".repeat(500);

function refuses(what: string, code: ArchiveCode, says: string, entry: Partial<FakeEntry>): void {
  Deno.test(`an archive is refused for ${what}`, async () => {
    const { refusal } = await unpackBytes(buildZip([MANIFEST, { name: "a", ...entry }]));
    assertEquals(refusal?.code, code, refusal?.message ?? "it was unpacked");
    assertStringIncludes(refusal!.message, '"a": ' + says);
  });
}

const deflated = { method: 8, data: TEXT };
refuses("data that unpack to more than declared", "size", "it unpacks to more than", {
  ...deflated,
  unpackedSize: 100,
});
refuses("data that unpack to one byte more", "size", "it unpacks to more than", {
  ...deflated,
  unpackedSize: TEXT.length - 1,
});
refuses("data where none are declared", "size", "it unpacks to more than the 0", {
  ...deflated,
  unpackedSize: 0,
});
refuses("data that unpack to less than declared", "size", "it unpacks to 8500 of the 9000", {
  ...deflated,
  unpackedSize: 9000,
});
refuses("deflated data that go on behind their end", "damaged", "its packed data are broken", {
  ...deflated,
  packed: joined(deflateRawSync(TEXT), utf8("more")),
});
refuses("deflated data that go on far behind their end", "damaged", "its packed data are broken", {
  ...deflated,
  packed: joined(deflateRawSync(TEXT), new Uint8Array(100_000)),
});
refuses("deflated data that are cut off", "size", "it unpacks to ", {
  ...deflated,
  packed: deflateRawSync(TEXT).subarray(0, -8),
});
refuses("deflated data that are none", "damaged", "its packed data are broken", {
  ...deflated,
  packed: utf8("\xff".repeat(50)),
});
refuses("an entry without packed data", "size", "it unpacks to 0 of the 8500", {
  ...deflated,
  packed: utf8(""),
});
refuses("a wrong checksum of stored data", "checksum", "its data do not match", {
  data: TEXT,
  crc: 1,
});
refuses("a wrong checksum of deflated data", "checksum", "its data do not match", {
  ...deflated,
  crc: 1,
});
refuses("a wrong checksum of an empty file", "checksum", "its data do not match", { crc: 1 });
refuses("10 GiB of zeros that say to be 1000 bytes", "size", "it unpacks to more than the 1000", {
  method: 8,
  packed: deflatedZeros(10),
  unpackedSize: 1000,
});
refuses("10 GiB of zeros that say to be just not too many", "size", "it unpacks to more than", {
  method: 8,
  packed: deflatedZeros(10),
  unpackedSize: 60 * 2 ** 20,
});

Deno.test("many entries that are each within the limit are refused by their sum", async () => {
  const entries = Array.from({ length: 9 }, (_, index) => ({
    name: `${index}`,
    method: 8,
    data: new Uint8Array(8 * 2 ** 20),
  }));
  const { refusal, tree } = await unpackBytes(buildZip([MANIFEST, ...entries]));
  assertEquals(refusal?.code, "limit");
  assertEquals(tree, {});
});

Deno.test("litter that lies about its size is refused as well", async () => {
  const litter = { name: "__MACOSX/a", ...deflated, unpackedSize: 1 };
  const { refusal } = await unpackBytes(buildZip([MANIFEST, litter]));
  assertEquals(refusal?.code, "size");
});

Deno.test("a folder whose packed data are not empty is refused", async () => {
  const folder = { name: "a/", method: 8, data: TEXT, unpackedSize: 0, crc: 0 };
  const { refusal } = await unpackBytes(buildZip([MANIFEST, folder]));
  assertEquals(refusal?.code, "size");
});
