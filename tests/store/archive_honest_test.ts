import { crc32 } from "node:zlib";
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { unpackInto } from "../../src/store/archive_unpack.ts";
import { ARCHIVE_LIMITS } from "../../src/store/archive_limits.ts";
import {
  buildZip,
  extraField,
  joined,
  littleEndian,
  MANIFEST,
  utf8,
} from "../fakes/zip_builder.ts";
import { file, latin1, treeOf, unpackBytes } from "./archive_fixture.ts";
import { withTempFolder } from "./folders.ts";

const TEXT = "the kettle is on ".repeat(5000);
const MANIFEST_TEXT = MANIFEST.data as string;

Deno.test("an agent at the root is unpacked with its files, folders and modes", async () => {
  const { result, tree } = await unpackBytes(buildZip([
    { ...MANIFEST, mode: 0o100644 },
    { name: "tea.sh", data: "#!/bin/sh\n", mode: 0o106755 },
    { name: "doc/", mode: 0o040755 },
    { name: "doc/a/b.txt", data: TEXT, method: 8, mode: 0o100000 },
    { name: "empty" },
  ]));
  assertEquals(tree, {
    "agent.json": MANIFEST_TEXT,
    "tea.sh": "#!/bin/sh\n",
    doc: "/",
    "doc/a": "/",
    "doc/a/b.txt": TEXT,
    empty: "",
  });
  assertEquals(result, {
    root: "",
    hasModes: true,
    files: [
      { path: "agent.json", size: MANIFEST_TEXT.length, mode: 0o644 },
      { path: "tea.sh", size: 10, mode: 0o755 },
      { path: "doc/a/b.txt", size: TEXT.length, mode: 0o644 },
      { path: "empty", size: 0, mode: 0o644 },
    ],
  });
});

Deno.test("modes on disk are the archive's, without set-id bits, and the owner can write", async () => {
  await withTempFolder(async (folder) => {
    const archive = join(folder, "a.zip");
    Deno.writeFileSync(
      archive,
      buildZip([
        { ...MANIFEST, mode: 0o100444 },
        file("a", { mode: 0o107777 }),
        file("b", { mode: 0o100010 }),
        file("c"),
      ]),
    );
    Deno.mkdirSync(join(folder, "s"));
    await unpackInto(archive, join(folder, "s"), ARCHIVE_LIMITS, () => {});
    const mode = (name: string) => Deno.statSync(join(folder, "s", name)).mode! & 0o7777;
    assertEquals(["agent.json", "a", "b", "c"].map(mode), [0o644, 0o777, 0o610, 0o644]);
  });
});

Deno.test("an agent one folder down is found; what lies beside it and macOS litter stay out", async () => {
  const { result, tree } = await unpackBytes(buildZip([
    { name: "tea/" },
    { ...MANIFEST, name: "tea/agent.json" },
    { name: "tea/.DS_Store", data: "x" },
    { name: "tea/sub/__MACOSX/x", data: "x" },
    { name: "__MACOSX/tea/._agent.json", data: "x", mode: 0o100644 },
    { name: "README", data: "x" },
    { name: "teapot/x", data: "x" },
  ]));
  assertEquals(tree, { tea: "/", "tea/agent.json": MANIFEST_TEXT });
  assertEquals(result, {
    root: "tea",
    hasModes: false,
    files: [{ path: "agent.json", size: MANIFEST_TEXT.length, mode: 0o644 }],
  });
});

Deno.test("permissions that a system without them made up do not count as modes", async () => {
  for (const [host, hasModes] of [[0, false], [11, false], [3, true], [19, true]] as const) {
    const zip = buildZip([{ ...MANIFEST, mode: 0o100666, host }]);
    assertEquals((await unpackBytes(zip)).result?.hasModes, hasModes, `host ${host}`);
  }
});

Deno.test("permissions that Python writes where none were named do not count as modes", async () => {
  const zip = (mode: number) =>
    buildZip([{ ...MANIFEST, mode: 0o100600 }, { name: "run.sh", data: "#!/bin/sh\n", mode }]);
  assertEquals((await unpackBytes(zip(0o100600))).result?.hasModes, false);
  assertEquals((await unpackBytes(zip(0o100644))).result?.hasModes, true);
});

Deno.test("data descriptors are read with and without signature, with 32 and 64 bits", async () => {
  for (const descriptor of ["signed", "bare", "signed64", "bare64"] as const) {
    for (const method of [0, 8]) {
      const { tree } = await unpackBytes(buildZip([
        { ...MANIFEST, descriptor, method },
        { name: "a", data: TEXT, descriptor, method, zip64: descriptor.endsWith("64") },
      ]));
      assertEquals(tree, { "agent.json": MANIFEST_TEXT, a: TEXT }, `${descriptor} ${method}`);
    }
  }
});

Deno.test("zip64 records are read, with all their numbers or only those asked of them", async () => {
  const { tree } = await unpackBytes(buildZip([
    { ...MANIFEST, zip64: true },
    { name: "a", data: TEXT, method: 8, zip64: true },
  ], { zip64: true }));
  assertEquals(tree, { "agent.json": MANIFEST_TEXT, a: TEXT });
  const repeated = extraField(1, littleEndian([1, 8], [1, 8]));
  const { result } = await unpackBytes(buildZip([
    MANIFEST,
    { name: "a", data: "x", extra: utf8(""), local: { extra: repeated } },
  ]));
  assertEquals(result?.files.length, 2);
});

Deno.test("a zip inside a zip is data, also as the last entry", async () => {
  const inner = buildZip([{ name: "../x", data: "x" }, MANIFEST]);
  const { tree } = await unpackBytes(buildZip([MANIFEST, { name: "inner.zip", data: inner }]));
  assertEquals(tree["inner.zip"], latin1(inner));
});

Deno.test("a comment is no obstacle", async () => {
  const { result } = await unpackBytes(buildZip([MANIFEST], { comment: utf8("made by hand") }));
  assertEquals(result?.files.length, 1);
});

Deno.test("names of every script and of all ordinary punctuation are kept", async () => {
  const names = [
    "über.txt",
    "茶.sh",
    "чай",
    "a b",
    "100%",
    "it's",
    '"q"',
    "-x",
    "~",
    "ab:c",
    "…and",
  ];
  const { tree } = await unpackBytes(buildZip([MANIFEST, ...names.map((name) => file(name))]));
  assertEquals(Object.keys(tree).sort(), ["agent.json", ...names].sort());
});

Deno.test("UTF-8 names without the flag are read where Unix or macOS wrote them", async () => {
  for (const host of [3, 19]) {
    const { tree } = await unpackBytes(buildZip([MANIFEST, file("é", { flags: 0, host })]));
    assertEquals(tree["é"], "x");
  }
});

Deno.test("a name in a code page is read by its Unicode path field, if that belongs to it", async () => {
  const raw = Uint8Array.of(0x82);
  const named = (crc: number) => {
    const extra = extraField(0x7075, joined(littleEndian([1, 1], [crc, 4]), utf8("é")));
    return buildZip([MANIFEST, file(raw, { flags: 0, host: 0, extra })]);
  };
  assertEquals((await unpackBytes(named(crc32(raw)))).tree["é"], "x");
  assertEquals((await unpackBytes(named(1))).refusal?.code, "ambiguous");
});

Deno.test("4,096 entries and a name of 1,024 bytes are within the limits", async () => {
  const long = "a/".repeat(500) + "b".repeat(24);
  const folders = 500;
  const entries = Array.from({ length: 4096 - 2 - folders }, (_, at) => ({ name: `n${at}` }));
  const { result } = await unpackBytes(buildZip([MANIFEST, { name: long }, ...entries]));
  assertEquals(result?.files.length, 4096 - folders);
  const { refusal } = await unpackBytes(buildZip([MANIFEST, { name: long + "b" }]));
  assertEquals(refusal?.code, "limit");
});

Deno.test("exactly 64 MiB are unpacked, one byte more is refused", async () => {
  const size = 64 * 2 ** 20 - MANIFEST_TEXT.length;
  const { result } = await unpackBytes(
    buildZip([MANIFEST, { name: "z", method: 8, data: new Uint8Array(size) }]),
  );
  assertEquals(result?.files[1]?.size, size);
  const { refusal } = await unpackBytes(
    buildZip([MANIFEST, { name: "z", method: 8, data: new Uint8Array(size + 1) }]),
  );
  assertEquals(refusal?.code, "limit");
});

Deno.test("what stands in the staging folder already is never written over or followed", async () => {
  await withTempFolder(async (folder) => {
    Deno.writeFileSync(join(folder, "a.zip"), buildZip([MANIFEST, file("d/x")]));
    for (const [name, target] of [["agent.json", "victim"], ["d", "."]] as const) {
      const staging = join(folder, "staging-" + name);
      Deno.mkdirSync(staging);
      Deno.symlinkSync(join(folder, target), join(staging, name));
      let failure: unknown;
      try {
        await unpackInto(join(folder, "a.zip"), staging, ARCHIVE_LIMITS, () => {});
      } catch (error) {
        failure = error;
      }
      assertEquals(failure instanceof Error, true);
    }
    assertEquals(Object.keys(treeOf(folder)).filter((path) => /victim|^x$/.test(path)), []);
  });
});
