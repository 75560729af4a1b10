import { createHash } from "node:crypto";
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { packAgent } from "../../src/store/pack.ts";
import { treeOf, unpackFile } from "./archive_fixture.ts";
import { withTempFolder } from "./folders.ts";

/** Writes an agent with all that may be packed. Gives its folder. */
function writeTea(parent: string, name = "tea"): string {
  const tea = join(parent, name);
  Deno.mkdirSync(join(tea, "doc", "empty"), { recursive: true });
  const files: Record<string, string> = {
    "doc/é.txt": "tea\n".repeat(1000),
    "tea.sh": "#!/bin/sh\n",
    "agent.json": '{"id":"tea"}',
    ".hidden": "",
  };
  for (const [path, text] of Object.entries(files)) {
    Deno.writeTextFileSync(join(tea, path), text);
  }
  Deno.chmodSync(join(tea, "tea.sh"), 0o755);
  return tea;
}

Deno.test("what is packed can be unpacked, with names, contents and modes", () =>
  withTempFolder(async (folder) => {
    const tea = writeTea(folder);
    const out = join(folder, "tea.zip");
    const { sha256, bytes } = await packAgent(tea, out);
    const zip = Deno.readFileSync(out);
    assertEquals(bytes, zip.length);
    assertEquals(sha256, createHash("sha256").update(zip).digest("hex"));
    assert(zip.length < 1500, "it is compressed");
    const { result, refusal, tree } = await unpackFile(out, join(folder, "out"));
    assertEquals(refusal, undefined);
    assertEquals(tree, treeOf(tea));
    assertEquals(result!.root, "");
    assertEquals(result!.files.map(({ path, mode }) => [path, mode.toString(8)]), [
      [".hidden", "644"],
      ["agent.json", "644"],
      ["doc/é.txt", "644"],
      ["tea.sh", "755"],
    ]);
  }));

Deno.test("the same agent gives the same bytes, whenever, wherever and by whomever packed", () =>
  withTempFolder(async (folder) => {
    const first = await packAgent(writeTea(folder), join(folder, "a.zip"));
    const copy = writeTea(join(folder, "elsewhere"), "another name");
    Deno.utimeSync(join(copy, "agent.json"), 1e9, 1e9);
    Deno.chmodSync(join(copy, "agent.json"), 0o600);
    Deno.chmodSync(join(copy, "tea.sh"), 0o700);
    for (const litter of [".git", "__MACOSX"]) {
      Deno.mkdirSync(join(copy, litter));
      Deno.writeTextFileSync(join(copy, litter, "x"), "x");
    }
    Deno.writeTextFileSync(join(copy, "doc", ".DS_Store"), "x");
    const again = await packAgent(copy, join(folder, "b.zip"));
    assertEquals(again, first);
    assertEquals(
      first.sha256,
      // Written down once: another version of the program must not change it unnoticed.
      "65e6eb4765f41769b1ed58108e75d2e1c382ba96b9c790e7cb60be4d25d0a33c",
    );
    Deno.chmodSync(join(copy, "tea.sh"), 0o644);
    assertNotEquals((await packAgent(copy, join(folder, "b.zip"))).sha256, first.sha256);
  }));

Deno.test("the time zone does not change an archive", () =>
  withTempFolder(async (folder) => {
    const tea = writeTea(folder);
    const here = await packAgent(tea, join(folder, "a.zip"));
    const program = `import { packAgent } from ${
      JSON.stringify(new URL("../../src/store/pack.ts", import.meta.url))
    };
      console.log((await packAgent(${JSON.stringify(tea)}, ${
      JSON.stringify(join(folder, "b.zip"))
    })).sha256);`;
    Deno.writeTextFileSync(join(folder, "pack.ts"), program);
    for (const TZ of ["Asia/Tokyo", "America/Los_Angeles"]) {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--quiet",
          "--no-lock",
          "--config",
          new URL("../../deno.json", import.meta.url).pathname,
          "--allow-read",
          "--allow-write",
          join(folder, "pack.ts"),
        ],
        env: { TZ },
      }).output();
      assertEquals(new TextDecoder().decode(stdout).trim(), here.sha256);
    }
  }));

Deno.test("an archive that lies in the packed folder is replaced, not packed", () =>
  withTempFolder(async (folder) => {
    const tea = writeTea(folder);
    const first = await packAgent(tea, join(tea, "tea.zip"));
    assertEquals(await packAgent(tea, join(tea, "tea.zip")), first);
    assertEquals([...Deno.readDirSync(tea)].filter(({ name }) => name.endsWith(".part")), []);
  }));

Deno.test("a folder that could not be installed is not packed, and nothing is written", () =>
  withTempFolder(async (folder) => {
    const spoil: readonly (readonly [string, (tea: string) => void])[] = [
      ['"link" is a symbolic link', (tea) => Deno.symlinkSync("/etc", join(tea, "link"))],
      ['"doc/p" is neither a file', (tea) => {
        new Deno.Command("mkfifo", { args: [join(tea, "doc", "p")] }).outputSync();
      }],
      ["backslash", (tea) => Deno.writeTextFileSync(join(tea, "a\\b"), "")],
      ["control", (tea) => Deno.writeTextFileSync(join(tea, "a\nb"), "")],
      ["in case", (tea) => Deno.writeTextFileSync(join(tea, "TEA.sh"), "")],
      ["several agents", (tea) => Deno.writeTextFileSync(join(tea, "doc", "agent.json"), "")],
      ["it holds no agent.json", (tea) => Deno.removeSync(join(tea, "agent.json"))],
      [
        "must lie in it",
        (tea) => Deno.renameSync(join(tea, "agent.json"), join(tea, "doc", "agent.json")),
      ],
      ["64 MiB", (tea) => {
        Deno.writeTextFileSync(join(tea, "big"), "");
        Deno.truncateSync(join(tea, "big"), 64 * 2 ** 20);
      }],
    ];
    for (const [index, [says, change]] of spoil.entries()) {
      const tea = writeTea(folder, `tea${index}`);
      change(tea);
      await assertRejects(() => packAgent(tea, join(folder, "a.zip")), UserError, says);
    }
    const { name } = [...Deno.readDirSync(folder)].find(({ isFile }) => isFile) ?? {};
    assertEquals(name, undefined);
  }));

Deno.test("a folder or a file that cannot be is one sentence", () =>
  withTempFolder(async (folder) => {
    const tea = writeTea(folder);
    await assertRejects(() => packAgent(join(folder, "no"), "x.zip"), UserError, "cannot be read");
    await assertRejects(
      () => packAgent(tea, join(folder, "no", "x.zip")),
      UserError,
      "Cannot write",
    );
  }));
