import { assertEquals, assertThrows } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { copyPinned } from "../../src/store/local_copy.ts";
import { withTempFolder } from "./folders.ts";

const BYTES = crypto.getRandomValues(new Uint8Array(60_000));
const SHA256 = createHash("sha256").update(BYTES).digest("hex");

Deno.test("a pinned archive of this machine is copied for its owner alone", async () => {
  await withTempFolder((folder) => {
    const [from, to] = [join(folder, "tea.zip"), join(folder, "copy")];
    Deno.writeFileSync(from, BYTES);
    copyPinned(from, to, SHA256);
    assertEquals(Deno.readFileSync(to), BYTES);
    assertEquals(Deno.statSync(to).mode! & 0o777, 0o600);
  });
});

Deno.test("another hash, a missing file, a pipe and a folder are refused and leave no copy", async () => {
  await withTempFolder((folder) => {
    const [zip, pipe, to] = ["tea.zip", "pipe", "copy"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    Deno.writeFileSync(zip, BYTES);
    new Deno.Command("mkfifo", { args: [pipe] }).outputSync();
    for (
      const [from, words] of [
        [zip, `its SHA-256 is ${SHA256}, not ${"0".repeat(64)} as pinned`],
        [join(folder, "none"), "No such file"],
        [pipe, "it is not a file"],
        [folder, "it is not a file"],
      ] as const
    ) {
      assertThrows(() => copyPinned(from, to, "0".repeat(64)), UserError, words);
      assertThrows(() => Deno.lstatSync(to), Deno.errors.NotFound);
    }
  });
});
