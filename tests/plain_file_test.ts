import { assertEquals, assertThrows } from "@std/assert";
import { closeSync, readSync } from "node:fs";
import { join } from "@std/path";
import { openPlainFile } from "../src/plain_file.ts";
import { withTempFolder } from "./store/folders.ts";

Deno.test("a plain file is opened", async () => {
  await withTempFolder((folder) => {
    const path = join(folder, "tea");
    Deno.writeTextFileSync(path, "tea");
    const file = openPlainFile(path)!;
    const buffer = new Uint8Array(9);
    assertEquals(new TextDecoder().decode(buffer.subarray(0, readSync(file, buffer))), "tea");
    closeSync(file);
  });
});

Deno.test("links, dangling ones too, pipes, devices and folders are not opened", async () => {
  await withTempFolder((folder) => {
    Deno.writeTextFileSync(join(folder, "tea"), "tea");
    Deno.symlinkSync("tea", join(folder, "link"));
    Deno.symlinkSync("nowhere", join(folder, "dangling"));
    new Deno.Command("mkfifo", { args: [join(folder, "pipe")] }).outputSync();
    for (const name of ["link", "dangling", "pipe", ".", "/dev/null"]) {
      assertEquals(openPlainFile(name.startsWith("/") ? name : join(folder, name)), undefined);
    }
  });
});

Deno.test("a file that is not there is the system's error", () => {
  const error = assertThrows(() => openPlainFile("/none/at/all")) as Error & { code?: string };
  assertEquals(error.code, "ENOENT");
});
