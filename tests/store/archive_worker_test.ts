import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { ArchiveError, archiveWorkerUrl, unpackArchive } from "../../src/store/archive.ts";
import { buildZip, deflatedZeros, type FakeEntry, MANIFEST } from "../fakes/zip_builder.ts";
import { file, treeOf } from "./archive_fixture.ts";
import { withTempFolder } from "./folders.ts";

const ROOT = new URL("../../main.ts", import.meta.url).href;
const WORKER = archiveWorkerUrl(ROOT);

/** Gives a folder with an archive and an empty staging folder in it. */
async function withArchive(
  zip: Uint8Array,
  body: (archive: string, staging: string, folder: string) => Promise<void>,
): Promise<void> {
  await withTempFolder(async (folder) => {
    Deno.writeFileSync(join(folder, "a.zip"), zip);
    Deno.mkdirSync(join(folder, "staging"));
    await body(join(folder, "a.zip"), join(folder, "staging"), folder);
  });
}

/** A worker of the given program, for those that never come to an end. */
function workerOf(program: string): URL {
  return new URL("data:text/javascript," + encodeURIComponent(program));
}

Deno.test("the worker unpacks an archive, also through links to it and its folder", () =>
  withArchive(buildZip([MANIFEST, file("a/b")]), async (archive, staging, folder) => {
    Deno.symlinkSync(archive, join(folder, "link.zip"));
    Deno.symlinkSync(staging, join(folder, "link"));
    const options = { workerUrl: WORKER };
    const result = await unpackArchive(join(folder, "link.zip"), join(folder, "link"), options);
    assertEquals(result.files.map((file) => file.path), ["agent.json", "a/b"]);
    assertEquals(treeOf(staging), { "agent.json": MANIFEST.data as string, a: "/", "a/b": "x" });
  }));

Deno.test("the worker's refusal arrives with its code and sentence", () =>
  withArchive(buildZip([MANIFEST, file("../x")]), async (archive, staging) => {
    const error = await assertRejects(
      () => unpackArchive(archive, staging, { workerUrl: WORKER }),
      ArchiveError,
      'Cannot unpack the archive: "../x": ',
    );
    assertEquals(error.code, "name");
  }));

Deno.test("the worker's bundle is looked for where the bundler puts it", () => {
  assertEquals(archiveWorkerUrl("file:///b/main.js").href, "file:///b/src/store/archive_worker.js");
});

Deno.test("code in the worker can reach the archive, the staging folder and nothing else", () =>
  withArchive(buildZip([MANIFEST]), async (archive, staging, folder) => {
    Deno.writeTextFileSync(join(folder, "secret"), "");
    Deno.writeTextFileSync(join(folder, "code.js"), "");
    const workerUrl = new URL("../fakes/nosy_worker.ts", import.meta.url);
    const { detail } = await assertRejects(
      () => unpackArchive(archive, staging, { workerUrl }),
      ArchiveError,
    );
    const outcomes = detail.split("; ");
    assert(outcomes.length > 15);
    assertEquals(outcomes.filter((outcome) => !outcome.endsWith(": NotCapable")), []);
    assertEquals(treeOf(staging), { file: "" });
  }));

Deno.test("a worker that hangs is given up, and one that spins is ended", () =>
  withArchive(buildZip([MANIFEST]), async (archive, staging) => {
    for (const program of ["", "self.onmessage = () => { while (true); };"]) {
      const error = await assertRejects(
        () => unpackArchive(archive, staging, { workerUrl: workerOf(program), patience: 300 }),
        ArchiveError,
        "no progress for 0.3 seconds",
      );
      assertEquals(error.code, "timeout");
    }
  }));

Deno.test("a worker that makes progress is waited for", () =>
  withArchive(buildZip([MANIFEST]), async (archive, staging) => {
    const workerUrl = workerOf(`self.onmessage = () => {
      let count = 0;
      setInterval(() => self.postMessage(count++ < 45 ? { kind: "alive" } : {
        kind: "unpacked", result: { root: "", hasModes: false, files: [] },
      }), 200);
    };`);
    const result = await unpackArchive(archive, staging, { workerUrl, patience: 8000 });
    assertEquals(result.files, []);
  }));

Deno.test("a worker that breaks or answers nonsense fails, and is no refusal", () =>
  withArchive(buildZip([MANIFEST]), async (archive, staging) => {
    const answers = [
      "null",
      "{ kind: 'unpacked' }",
      "{ kind: 'unpacked', result: { root: '../x', hasModes: true, files: [] } }",
      "{ kind: 'refused', code: 'whatever', detail: '' }",
    ].map((answer) => `self.onmessage = () => self.postMessage(${answer});`);
    for (const program of ["throw new Error('broken');", ...answers]) {
      const error = await assertRejects(
        () => unpackArchive(archive, staging, { workerUrl: workerOf(program) }),
        Error,
        "the unpacking worker",
      );
      assertEquals(error instanceof ArchiveError, false);
    }
  }));

Deno.test("unpacking ends at once when it is cancelled", () =>
  withArchive(buildZip([MANIFEST]), async (archive, staging) => {
    const cancel = new AbortController();
    const workerUrl = workerOf("self.onmessage = () => { while (true); };");
    const unpacked = unpackArchive(archive, staging, { workerUrl, signal: cancel.signal });
    const reason = new Error("enough");
    cancel.abort(reason);
    assertEquals(await assertRejects(() => unpacked), reason);
  }));

Deno.test("what is no file is refused without being waited for", () =>
  withArchive(buildZip([MANIFEST]), async (_archive, staging, folder) => {
    const pipe = join(folder, "pipe");
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    for (const path of [pipe, folder, "/dev/zero", join(folder, "nothing"), join(pipe, "x")]) {
      const error = await assertRejects(
        () => unpackArchive(path, staging, { workerUrl: WORKER }),
        ArchiveError,
      );
      assertEquals(error.code, "io");
    }
  }));

Deno.test("an archive over 64 MiB is refused by its size alone", () =>
  withArchive(buildZip([MANIFEST]), async (archive, staging) => {
    Deno.truncateSync(archive, 64 * 2 ** 20 + 1);
    await assertRejects(
      () => unpackArchive(archive, staging, { workerUrl: WORKER }),
      ArchiveError,
      "it is over 64 MiB",
    );
  }));

/** Unpacks in a process of its own, which then tells its highest memory, in MiB, and the outcome. */
async function peakOf(archive: string, staging: string): Promise<{ peak: number; told: string }> {
  const program = `
    import { unpackArchive } from ${JSON.stringify(new URL("./src/store/archive.ts", ROOT))};
    const told = await unpackArchive(${JSON.stringify(archive)}, ${JSON.stringify(staging)}, {
      workerUrl: new URL(${JSON.stringify(WORKER)}),
    }).then((result) => "unpacked " + result.files.length, (error) => error.code);
    console.log(told);
    await Deno.stdin.read(new Uint8Array(1));`;
  const main = join(archive, "..", "main.ts");
  Deno.writeTextFileSync(main, program);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-lock",
      "--unstable-worker-options",
      "--config",
      fromFileUrl(new URL("../../deno.json", import.meta.url)),
      "--allow-read",
      "--allow-write",
      main,
    ],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const { stdout } = await new Deno.Command("grep", {
    args: ["VmHWM", `/proc/${child.pid}/status`],
  }).output();
  await child.stdin.close();
  await reader.cancel();
  await child.status;
  const peak = Number(/\d+/.exec(new TextDecoder().decode(stdout))?.[0]) / 1024;
  return { peak, told: new TextDecoder().decode(value).trim() };
}

const zeros = (size: number): FakeEntry => ({
  name: "zeros",
  method: 8,
  packed: deflatedZeros(10),
  unpackedSize: size,
});

const HEAVY: readonly (readonly [string, string, () => Uint8Array])[] = [
  [
    "10 GiB of zeros said to be 10",
    "limit",
    () => buildZip([MANIFEST, { ...zeros(10 * 2 ** 30), zip64: true }]),
  ],
  ["10 GiB of zeros said to be 63 MiB", "size", () => buildZip([MANIFEST, zeros(63 * 2 ** 20)])],
  [
    "64 MiB of stored bytes",
    "unpacked 2",
    () => buildZip([MANIFEST, { name: "a", data: new Uint8Array(63 * 2 ** 20) }]),
  ],
  [
    "100,000 empty entries",
    "limit",
    () =>
      buildZip(Array.from({ length: 100_000 }, (_, at) => ({ name: `${at}` })), { zip64: true }),
  ],
  [
    "4,000 deep names",
    "limit",
    () =>
      buildZip([MANIFEST, ...Array.from({ length: 4000 }, (_, at) => file(at + "/a".repeat(500)))]),
  ],
];

for (const [what, outcome, build] of HEAVY) {
  Deno.test(`memory stays under 200 MiB with ${what}`, () =>
    withArchive(build(), async (archive, staging) => {
      const { peak, told } = await peakOf(archive, staging);
      assertStringIncludes(told, outcome);
      assert(peak > 20 && peak < 200, `${peak} MiB`);
    }));
}
