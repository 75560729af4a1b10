import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { compileFolder } from "../../scripts/compile.ts";
import { carve, extractDenort, findDenort } from "../../scripts/denort.ts";

/** The smallest 64-bit ELF file whose section header table ends at `end`, and what follows. */
function elf(end: number, after: string): Uint8Array {
  const bytes = new Uint8Array(end + after.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2]);
  view.setBigUint64(0x28, BigInt(end - 2 * 64), true);
  view.setUint16(0x3a, 64, true);
  view.setUint16(0x3c, 2, true);
  bytes.set(new TextEncoder().encode(after), end);
  return bytes;
}

Deno.test("what comes before a compiled program's own part is the runtime", () => {
  assertEquals(carve(elf(256, "d3n0l4nd and the program")).length, 256);
});

Deno.test("a file that deno compile did not make is no source of a runtime", () => {
  const cases: [Uint8Array, string][] = [
    [new Uint8Array(), "no 64-bit ELF"],
    [new TextEncoder().encode("#!/bin/sh\n".repeat(20)), "no 64-bit ELF"],
    [elf(256, ""), "did not make it"],
    [elf(256, "d3n0"), "did not make it"],
    [elf(256, "something else"), "did not make it"],
  ];
  for (const [bytes, reason] of cases) assertThrows(() => carve(bytes), Error, reason);
});

Deno.test("an unknown runtime is refused and nothing of it is written", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const path = join(folder, "cache/denort");
    await assertRejects(() => extractDenort(elf(256, "d3n0l4nd"), path), Error, "SHA-256");
    assertEquals([...Deno.readDirSync(folder)], []);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("a DENORT_BIN that is no file is named", async () => {
  const env = (name: string) => name === "DENORT_BIN" ? "/nowhere/denort" : undefined;
  await assertRejects(() => findDenort(env), Error, "DENORT_BIN names /nowhere/denort");
});

Deno.test("the runtime of a program compiled here is carved out unchanged", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(join(folder, "in"));
    Deno.writeTextFileSync(join(folder, "in/main.js"), "console.log(1);\n");
    await compileFolder(join(folder, "in"), "main.js", join(folder, "one"));
    const first = carve(Deno.readFileSync(join(folder, "one")));
    const denort = await findDenort();
    if (denort) assertEquals(first.length, Deno.statSync(denort).size);
    // And it is one: a program compiled with it runs.
    Deno.writeFileSync(join(folder, "denort"), first, { mode: 0o755 });
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["compile", "--quiet", "--no-config", "--output", join(folder, "two"), "main.js"],
      cwd: join(folder, "in"),
      env: { DENORT_BIN: join(folder, "denort") },
    }).output();
    assertEquals(success, true);
    const { stdout } = await new Deno.Command(join(folder, "two")).output();
    assertEquals(new TextDecoder().decode(stdout), "1\n");
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
