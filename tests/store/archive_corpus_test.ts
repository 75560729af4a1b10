import { createHash } from "node:crypto";
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { makeBuffer, unpackEntry } from "../../src/store/archive_contents.ts";
import { ArchiveError } from "../../src/store/archive_error.ts";
import { readLayout } from "../../src/store/archive_layout.ts";
import { ARCHIVE_LIMITS } from "../../src/store/archive_limits.ts";
import { readerOf } from "../../src/store/archive_reader.ts";
import { treeOf, unpackFile } from "./archive_fixture.ts";
import { withTempFolder } from "./folders.ts";

const CORPUS = fromFileUrl(new URL("../../../shared/data/zips", import.meta.url));

function corpus(): string[] {
  try {
    return ["yauzl", "libzip"].flatMap((suite) =>
      [...Deno.readDirSync(join(CORPUS, suite))].map((entry) => join(CORPUS, suite, entry.name))
    ).filter((path) => path.endsWith(".zip")).sort();
  } catch {
    return [];
  }
}

/** Which of some programs are there. */
async function has(program: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "each of the 151 odd and broken zips is unpacked in full or refused with a sentence",
  ignore: corpus().length === 0,
  fn: () =>
    withTempFolder(async (folder) => {
      const archives = corpus();
      assertEquals(archives.length, 151);
      for (const [index, archive] of archives.entries()) {
        const { result, refusal } = await unpackFile(archive, join(folder, `${index}`));
        if (result === undefined) {
          assert(/^Cannot unpack the archive: \S/.test(refusal.message), refusal.message);
        }
      }
      assertEquals([...Deno.readDirSync(folder)].length, archives.length);
    }),
});

/** The hashes of whatever an archive holds, agent or not; undefined where it is refused. */
async function contentsOf(archive: string): Promise<Record<string, string> | undefined> {
  using file = Deno.openSync(archive);
  const read = readerOf(file);
  const contents: Record<string, string> = {};
  try {
    for (const entry of readLayout(read, file.statSync().size, ARCHIVE_LIMITS)) {
      const hash = createHash("sha256");
      await unpackEntry(read, entry, makeBuffer(), (piece) => hash.update(piece));
      contents[entry.name] = entry.isFolder ? "/" : hash.digest("hex");
    }
    return contents;
  } catch (error) {
    if (error instanceof ArchiveError) return undefined;
    throw error;
  }
}

/** Reads archives named on its input with Python's zipfile: a JSON object of hashes for each. */
const PYTHON = `
import hashlib, json, sys, zipfile
for path in sys.stdin.read().splitlines():
    contents = {}
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            name = info.filename
            try:  # A name without the flag was taken for code page 437.
                name = name if info.flag_bits & 0x800 else name.encode("cp437").decode()
            except UnicodeError:
                pass
            digest = hashlib.sha256(archive.read(info)).hexdigest()
            contents[name.rstrip("/")] = "/" if name.endswith("/") else digest
    print(json.dumps(contents))
`;

Deno.test({
  name: "what is accepted of the 151 zips is what Python's zipfile makes of it",
  ignore: corpus().length === 0 || !await has("python3", "-V"),
  fn: async () => {
    const ours = new Map<string, Record<string, string>>();
    for (const archive of corpus()) {
      const contents = await contentsOf(archive);
      if (contents !== undefined) ours.set(archive, contents);
    }
    assert(ours.size > 50, `only ${ours.size} are accepted`);
    const python = new Deno.Command("python3", {
      args: ["-c", PYTHON],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = python.stdin.getWriter();
    await writer.write(new TextEncoder().encode([...ours.keys()].join("\n")));
    await writer.close();
    const { stdout, stderr, success } = await python.output();
    assert(success, new TextDecoder().decode(stderr));
    const theirs = new TextDecoder().decode(stdout).trim().split("\n");
    for (const [index, [archive, contents]] of [...ours].entries()) {
      assertEquals(contents, JSON.parse(theirs[index]!), archive);
    }
  },
});

const MAKERS: readonly { name: string; needs: readonly string[]; script: string }[] = [
  { name: "zip", needs: ["zip", "-v"], script: "zip -qr ../a.zip tea" },
  { name: "zip into a pipe", needs: ["zip", "-v"], script: "zip -qr - tea | cat > ../a.zip" },
  {
    name: "zip, stored into a pipe",
    needs: ["zip", "-v"],
    script: "zip -0qr - tea | cat > ../a.zip",
  },
  { name: "zip with zip64", needs: ["zip", "-v"], script: "zip -qr -fz ../a.zip tea" },
  {
    name: "zip, then one file replaced",
    needs: ["zip", "-v"],
    script: "zip -qr ../a.zip tea && zip -q ../a.zip tea/tea.sh",
  },
  { name: "Python", needs: ["python3", "-V"], script: "python3 -m zipfile -c ../a.zip tea" },
  { name: "Java", needs: ["jar", "--version"], script: "jar cMf ../a.zip tea" },
  { name: "7-Zip", needs: ["7zz", "i"], script: "7zz a ../a.zip tea" },
  { name: "bsdtar", needs: ["bsdtar", "--version"], script: "bsdtar -a -cf ../a.zip tea" },
];

for (const { name, needs, script } of MAKERS) {
  const [program, ...args] = needs;
  Deno.test({
    name: `an agent packed by ${name} is unpacked with names, contents and modes`,
    ignore: !await has(program!, ...args),
    fn: () =>
      withTempFolder(async (folder) => {
        const tea = join(folder, "in", "tea");
        Deno.mkdirSync(join(tea, "doc"), { recursive: true });
        Deno.writeTextFileSync(join(tea, "agent.json"), "{}");
        Deno.writeTextFileSync(join(tea, "tea.sh"), "#!/bin/sh\necho tea\n", { mode: 0o755 });
        Deno.writeTextFileSync(join(tea, "doc", "é 茶.txt"), "tea\n".repeat(5000));
        Deno.writeTextFileSync(join(tea, "empty"), "");
        const made = await new Deno.Command("sh", {
          args: ["-c", script],
          cwd: join(folder, "in"),
          env: { LC_ALL: "C.UTF-8" },
          stdout: "null",
        }).output();
        assert(made.success);
        const { result, refusal, tree } = await unpackFile(
          join(folder, "a.zip"),
          join(folder, "out"),
        );
        assertEquals(refusal, undefined);
        assertEquals(tree, treeOf(join(folder, "in")));
        const packed = result!.files.find((file) => file.path === "tea.sh");
        assertEquals(packed?.mode, result!.hasModes ? 0o755 : 0o644);
        assertEquals(result!.hasModes, name !== "Java");
      }),
  });
}
