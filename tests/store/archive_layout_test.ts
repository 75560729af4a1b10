import { assertEquals } from "@std/assert";
import {
  buildZip,
  extraField,
  type FakeEntry,
  joined,
  littleEndian,
  localLength,
  localPart,
  MANIFEST,
  utf8,
} from "../fakes/zip_builder.ts";
import { assertRefused, file, refuses, unpackBytes } from "./archive_fixture.ts";

refuses("a symbolic link", "type", '"l": it is a symbolic link', [
  file("l", { data: "/etc", mode: 0o120777 }),
]);
refuses("a symbolic link and a file through it", "type", "symbolic link", [
  file("l", { data: "..", mode: 0o120777 }),
  file("l/x"),
]);
refuses("a symbolic link said to come from MS-DOS", "type", "symbolic link", [
  file("l", { data: "/etc", mode: 0o120777, host: 0 }),
]);
for (
  const [what, mode] of [
    ["pipe", 0o010644],
    ["device", 0o020644],
    ["device", 0o060644],
    ["socket", 0o140644],
  ] as const
) {
  refuses(`a ${what} (${mode.toString(8)})`, "type", what, [file("p", { mode })]);
}
refuses("a type that Unix does not know", "type", "neither", [file("p", { mode: 0o150644 })]);
refuses("a hard link (PKWARE Unix field)", "type", "link", [
  file("l", { extra: extraField(0x000d, joined(new Uint8Array(12), utf8("/etc/passwd"))) }),
]);
refuses("a link (ASi Unix field)", "type", "link", [
  file("l", { extra: extraField(0x756e, joined(new Uint8Array(14), utf8("/etc/passwd"))) }),
]);
refuses("a folder by mode that is a file by name", "type", "at once", [
  file("a", { mode: 0o040755 }),
]);
refuses("a file by mode that is a folder by name", "type", "at once", [
  file("a/", { data: "", mode: 0o100644 }),
]);
refuses("a folder with data", "type", "at once", [file("a/")]);

refuses("an encrypted entry", "encrypted", '"s": it is encrypted', [file("s", { flags: 1 })]);
refuses("strong encryption", "encrypted", "", [file("s", { flags: 1 << 6 | 1 })]);
refuses("a hidden directory", "encrypted", "", [file("s", { flags: 1 << 13 })]);
refuses("AES encryption", "encrypted", "", [
  file("s", {
    method: 99,
    packed: utf8("x"),
    flags: 1,
    extra: extraField(0x9901, utf8("1234567")),
  }),
]);
for (const method of [1, 6, 9, 12, 14, 93, 95, 98]) {
  refuses(`compression method ${method}`, "compression", `method ${method}`, [
    file("m", { method, packed: utf8("x") }),
  ]);
}
refuses("patch data", "compression", "feature", [file("m", { flags: 1 << 5 })]);

const differing: readonly (readonly [string, FakeEntry["local"], string])[] = [
  ["name", { name: "b" }, "name"],
  ["name, by length", { name: "ab" }, "name"],
  ["compression", { method: 8 }, "compression"],
  ["flags", { flags: 1 << 11 }, "flags"],
  ["packed size", { packedSize: 2 }, "size"],
  ["unpacked size", { unpackedSize: 2 }, "size"],
  ["checksum", { crc: 7 }, "checksum"],
];
for (const [what, local, says] of differing) {
  refuses(`a local header with another ${what}`, "ambiguous", `differ in its ${says}`, [
    file("a", { local }),
  ]);
}
refuses("a descriptor that contradicts the directory", "ambiguous", "contradicts", [
  file("a", {
    flags: 1 << 3,
    gap: littleEndian([0x08074b50, 4], [1, 4], [1, 4], [1, 4]),
  }),
]);
refuses("a descriptor that is none", "damaged", "behind its data", [file("a", { flags: 1 << 3 })]);
refuses("two Unicode names that differ", "ambiguous", "two names", [
  file("a", {
    extra: extraField(0x7075, joined(littleEndian([1, 1], [0xe8b7be43, 4]), utf8("b"))),
  }),
]);
refuses("a Unicode name for another name", "ambiguous", "belong together", [
  file("a", { extra: extraField(0x7075, joined(littleEndian([1, 1], [1, 4]), utf8("a"))) }),
]);
refuses("an extra field that is there twice", "ambiguous", "twice", [
  file("a", { extra: joined(extraField(1, utf8("")), extraField(1, utf8(""))) }),
]);
refuses("an extra field that is cut off", "damaged", "cut off", [
  file("a", { extra: littleEndian([0x5455, 2], [40, 2]) }),
]);
refuses("a zip64 field that nothing asks for", "damaged", "zip64", [
  file("a", { extra: extraField(1, new Uint8Array(8)) }),
]);

refuses("two entries on the same bytes", "overlap", "overlaps", [
  file("a"),
  file("b", { listedOnly: true, offset: 0 }),
]);
Deno.test("an archive is refused for an entry inside the data of another (Fifield)", () => {
  const inner = file("inner", { data: "boom" });
  const offset = localLength(MANIFEST) + localLength(file("outer", { data: "" }));
  const outer = file("outer", { data: localPart(inner) });
  const zip = buildZip([MANIFEST, outer, { ...inner, listedOnly: true, offset }]);
  return assertRefused(zip, "overlap", '"outer": it overlaps');
});
refuses("an entry whose data reach into the directory", "overlap", "overlaps", [
  file("a", { packedSize: 500, unpackedSize: 500 }),
]);
refuses("an entry said to be behind the file", "ambiguous", "belong to no entry", [
  file("a", { offset: 1e6 }),
]);
refuses("hidden data between entries", "ambiguous", '"a"', [
  file("a", { gap: utf8("hidden") }),
  file("agent2"),
]);
refuses("hidden data before the directory", "ambiguous", '"a"', [
  file("a", { gap: utf8("hidden") }),
]);
refuses("a program in front of it", "ambiguous", "before", [], { prefix: utf8("#!/bin/sh\n") });
refuses("a program in front of it, offsets mended", "ambiguous", "before it", [], {
  prefix: utf8("#!/bin/sh\n"),
  adjusted: true,
});
refuses("data behind it", "ambiguous", "follows", [], { suffix: utf8("x") });
refuses("a second archive behind it that is cut off", "ambiguous", "follows", [], {
  suffix: buildZip([MANIFEST]).subarray(0, -1),
});
refuses("a second archive behind it", "ambiguous", "does not lie", [], {
  suffix: buildZip([MANIFEST]),
});
refuses("a comment with an end record in it", "ambiguous", "end record", [], {
  comment: joined(utf8("hi "), buildZip([]), utf8("ho")),
});
refuses("a comment that ends in an end record", "ambiguous", "", [], { comment: buildZip([]) });
refuses("a directory with more entries than counted", "damaged", "number", [], { count: 0 });
refuses("a directory with fewer entries than counted", "damaged", "number", [], { count: 2 });
refuses("a directory that is elsewhere", "ambiguous", "lie", [], { directoryOffset: 5 });
refuses("a directory that is shorter", "ambiguous", "lie", [], { directorySize: 5 });
refuses("being one disk of several", "damaged", "split", [], { disk: 1 });
refuses("being one disk of several in zip64", "damaged", "split", [], { disk: 1, zip64: true });

refuses("a stored entry with two sizes", "size", "two sizes", [file("a", { unpackedSize: 9 })]);
refuses("declaring over 64 MiB", "limit", "64 MiB", [
  file("a", { method: 8, unpackedSize: 2 ** 26 }),
]);
refuses("declaring 10 GiB in zip64", "limit", "64 MiB", [
  file("a", { method: 8, zip64: true, unpackedSize: 10 * 2 ** 30 }),
]);
Deno.test("an archive is refused for 100,000 empty entries", () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => ({ name: `${index}` }));
  return assertRefused(buildZip(entries, { zip64: true }), "limit", "100000 entries");
});
Deno.test("an archive is refused for the folders that few names make", () => {
  const entries = Array.from({ length: 20 }, (_, index) => file(`${index}` + "/a".repeat(400)));
  return assertRefused(buildZip([MANIFEST, ...entries]), "limit", "files and folders");
});
Deno.test("an archive is refused for thousands of files at the bottom of a very deep folder", () => {
  const entries = Array.from({ length: 3000 }, (_, index) => file("a/".repeat(400) + index));
  return assertRefused(buildZip([MANIFEST, ...entries]), "limit", "too deep");
});
refuses("a directory over 8 MiB", "limit", "directory", [
  ...Array.from(
    { length: 140 },
    (_, index) => file(`${index}`, { extra: extraField(0x5455, new Uint8Array(65_000)) }),
  ),
]);

Deno.test("a file that is no zip is refused", async () => {
  await assertRefused(utf8(""), "not-a-zip");
  await assertRefused(utf8("PK"), "not-a-zip");
  await assertRefused(utf8("#!/bin/sh\necho hello\n".repeat(10_000)), "not-a-zip");
});

Deno.test("an archive that is cut off anywhere is refused", async () => {
  const zip = buildZip([MANIFEST, file("a", { descriptor: "signed" })], { zip64: true });
  for (let length = 0; length < zip.length; length++) {
    const { refusal } = await unpackBytes(zip.subarray(0, length));
    assertEquals(typeof refusal?.code, "string", `cut at ${length}`);
  }
});

Deno.test("a stream without a directory is refused", () => {
  const stream = [MANIFEST, file("a", { descriptor: "signed" })].map(localPart);
  return assertRefused(joined(...stream), "not-a-zip");
});
