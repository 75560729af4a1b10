import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { unpackEmbedded } from "../../src/agents/embedded.ts";
import { withFolder } from "./fixture.ts";

/** A stand-in for what is inside the program: no file has a mode there. */
function writeSource(folder: string): string {
  for (
    const [path, text] of [
      ["tea/agent.json", "{}"],
      ["tea/tea.sh", "#!/bin/sh\necho OK\n"],
      ["tea/data/words", "one two"],
      ["song/agent.json", "{}"],
      ["_template/agent.json", "{}"],
      [".hidden/agent.json", "{}"],
    ] as const
  ) {
    const file = join(folder, path);
    Deno.mkdirSync(join(file, ".."), { recursive: true });
    Deno.writeTextFileSync(file, text);
    Deno.chmodSync(file, 0o444);
  }
  return folder;
}

/** Every path below a folder with its mode and text. */
function treeOf(folder: string, below = ""): string[] {
  return [...Deno.readDirSync(join(folder, below))].map((entry) => entry.name).sort().flatMap(
    (name) => {
      const path = join(below, name);
      const { isDirectory, mode } = Deno.lstatSync(join(folder, path));
      if (isDirectory) return treeOf(folder, path);
      const text = Deno.readTextFileSync(join(folder, path));
      return [`${path} ${(mode! & 0o777).toString(8)} ${JSON.stringify(text)}`];
    },
  );
}

const WHOLE = [
  'song/agent.json 644 "{}"',
  'tea/agent.json 644 "{}"',
  'tea/data/words 644 "one two"',
  'tea/tea.sh 755 "#!/bin/sh\\necho OK\\n"',
];

function unpack(source: string | URL, data: string): string {
  const unpacked = unpackEmbedded(source, data, "0.1.0");
  assert("directory" in unpacked, JSON.stringify(unpacked));
  return unpacked.directory;
}

Deno.test("the copy holds all agents, scripts can be run, and nothing is left beside it", () =>
  withFolder((folder) => {
    const source = writeSource(`${folder}/source`);
    const directory = unpack(source, `${folder}/data`);
    assertEquals(directory, `${folder}/data/bundled/0.1.0/agents`);
    assertEquals(treeOf(directory), WHOLE);
    assertEquals([...Deno.readDirSync(`${folder}/data/bundled/0.1.0`)].length, 1);
  }));

Deno.test("a copy that is whole is not written to", () =>
  withFolder((folder) => {
    const source = writeSource(`${folder}/source`);
    const directory = unpack(source, `${folder}/data`);
    const inodes =
      () => [Deno.statSync(directory).ino, Deno.statSync(`${directory}/tea/tea.sh`).ino];
    const before = inodes();
    unpack(source, `${folder}/data`);
    assertEquals(inodes(), before);
  }));

Deno.test("files that are missing, changed, of another mode or not ours are put right", () =>
  withFolder((folder) => {
    const source = writeSource(`${folder}/source`);
    const directory = unpack(source, `${folder}/data`);
    const damages: readonly (() => void)[] = [
      () => Deno.removeSync(`${directory}/tea/tea.sh`),
      () => Deno.removeSync(`${directory}/tea`, { recursive: true }),
      () => Deno.writeTextFileSync(`${directory}/tea/data/words`, "one tw0"),
      () => Deno.truncateSync(`${directory}/song/agent.json`, 1),
      () => Deno.chmodSync(`${directory}/tea/tea.sh`, 0o644),
      () => Deno.chmodSync(`${directory}/tea/tea.sh`, 0o777),
      () => Deno.mkdirSync(`${directory}/other/deep`, { recursive: true }),
      () => Deno.writeTextFileSync(`${directory}/tea/extra.sh`, "#!/bin/sh\n"),
      () => {
        Deno.removeSync(`${directory}/tea/tea.sh`);
        Deno.symlinkSync("/bin/sh", `${directory}/tea/tea.sh`);
      },
      () => {
        Deno.removeSync(`${directory}/tea`, { recursive: true });
        Deno.symlinkSync(source, `${directory}/tea`);
      },
      () => {
        Deno.removeSync(`${directory}/tea/tea.sh`);
        Deno.mkdirSync(`${directory}/tea/tea.sh/deep`, { recursive: true });
      },
      () => {
        Deno.removeSync(directory, { recursive: true });
        Deno.writeTextFileSync(directory, "a file in its place");
      },
    ];
    for (const damage of damages) {
      damage();
      unpack(source, `${folder}/data`);
      assertEquals(treeOf(directory), WHOLE, String(damage));
    }
    // What a symlink led to is untouched.
    assertEquals(Deno.readTextFileSync(`${source}/song/agent.json`), "{}");
  }));

Deno.test("another version has a copy of its own", () =>
  withFolder((folder) => {
    const source = writeSource(`${folder}/source`);
    const directory = unpack(source, `${folder}/data`);
    unpackEmbedded(source, `${folder}/data`, "0.2.0");
    assertEquals(treeOf(directory), WHOLE);
    assertEquals(treeOf(`${folder}/data/bundled/0.2.0/agents`), WHOLE);
  }));

Deno.test("where it cannot be written there is one sentence", () =>
  withFolder((folder) => {
    const source = writeSource(`${folder}/source`);
    Deno.writeTextFileSync(`${folder}/file`, "");
    const unpacked = unpackEmbedded(source, `${folder}/file`, "0.1.0");
    assert("problem" in unpacked);
    assertMatch(
      unpacked.problem,
      /^cannot unpack the bundled agents to [^ ]*\/file\/bundled\/0\.1\.0\/agents: not a directory - mend that, or set XDG_DATA_HOME to another directory$/,
    );
  }));

Deno.test("many processes that start at once all find a whole copy", () =>
  withFolder(async (folder) => {
    const source = writeSource(`${folder}/source`);
    const worker = fromFileUrl(new URL("unpack_in_process.ts", import.meta.url));
    const runs = Array.from({ length: 6 }, () =>
      new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--quiet",
          "--no-check",
          "--allow-read",
          "--allow-write",
          worker,
          source,
          `${folder}/data`,
        ],
      }).output());
    for (const { stdout, stderr } of await Promise.all(runs)) {
      assertEquals(new TextDecoder().decode(stderr), "");
      assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
        directory: `${folder}/data/bundled/0.1.0/agents`,
      });
    }
    assertEquals(treeOf(`${folder}/data/bundled/0.1.0/agents`), WHOLE);
    assertEquals([...Deno.readDirSync(`${folder}/data/bundled/0.1.0`)].length, 1);
  }));
