import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { copyFolder } from "../../src/store/copy.ts";
import { exists } from "../../src/store/staging.ts";
import { withTempFolder, writeAgent, writeFiles } from "./folders.ts";

Deno.test("a folder is copied with its modes, without .git and without set-id bits", () =>
  withTempFolder((folder) => {
    const source = writeAgent(folder, "tea");
    writeFiles(source, { ".git/config": "secret", "data/list.txt": "one\n" });
    Deno.chmodSync(join(source, "run.sh"), 0o4755);
    const target = join(folder, "copy");
    copyFolder(source, target);
    assertEquals(Deno.readTextFileSync(join(target, "data/list.txt")), "one\n");
    assertEquals(Deno.statSync(join(target, "run.sh")).mode! & 0o7777, 0o755);
    assertEquals(exists(join(target, ".git")), false);
  }));

Deno.test("what is no plain file is refused by name", async (t) => {
  const hostile: [string, (source: string) => void, string][] = [
    [
      "a symbolic link",
      (s) => Deno.symlinkSync("/etc/hostname", join(s, "link")),
      '"link": a symbolic link',
    ],
    [
      "a pipe",
      (s) => void new Deno.Command("mkfifo", { args: [join(s, "pipe")] }).outputSync(),
      '"pipe": neither a file nor a folder',
    ],
    [
      "a nested agent",
      (s) => writeFiles(s, { "deep/er/agent.json": "{}" }),
      '"deep/er/agent.json": an agent inside an agent',
    ],
  ];
  for (const [name, make, message] of hostile) {
    await t.step(name, () =>
      withTempFolder((folder) => {
        const source = writeAgent(folder, "tea");
        make(source);
        assertThrows(() => copyFolder(source, join(folder, "copy")), UserError, message);
      }));
  }
});

Deno.test("a folder over 64 MiB is refused", () =>
  withTempFolder((folder) => {
    const source = writeAgent(folder, "tea");
    Deno.writeTextFileSync(join(source, "big"), "");
    Deno.truncateSync(join(source, "big"), 65 * 1024 * 1024);
    assertThrows(() => copyFolder(source, join(folder, "copy")), UserError, "over 64 MiB");
  }));

Deno.test("a folder of more than 4,096 entries is refused", () =>
  withTempFolder((folder) => {
    const source = writeAgent(folder, "tea");
    for (let i = 0; i < 4096; i++) Deno.writeTextFileSync(join(source, `f${i}`), "");
    assertThrows(() => copyFolder(source, join(folder, "copy")), UserError, "more than 4096");
  }));
