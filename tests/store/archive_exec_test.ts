import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { looksExecutable, makeExecutable } from "../../src/store/archive_exec.ts";
import { withTempFolder } from "./folders.ts";

const modeOf = (path: string) => Deno.statSync(path).mode! & 0o7777;

Deno.test("scripts and ELF programs look executable, all else does not", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  assertEquals(["#!/bin/sh", "\x7fELF\x02"].map(bytes).map(looksExecutable), [true, true]);
  const others = ["", "#", "# !", "\x7fEL", "MZ\x90", "PK\x03\x04", "print('hi')"];
  assertEquals(others.map(bytes).some(looksExecutable), false);
});

Deno.test("a script becomes executable for those who may read it", () =>
  withTempFolder((folder) => {
    Deno.mkdirSync(join(folder, "bin"));
    for (const [mode, expected] of [[0o644, 0o755], [0o600, 0o700], [0o640, 0o750]] as const) {
      const path = join(folder, "bin", `${mode}.sh`);
      Deno.writeTextFileSync(path, "#!/bin/sh\n");
      Deno.chmodSync(path, mode);
      assertEquals(makeExecutable(folder, `./bin/${mode}.sh`), true);
      assertEquals(modeOf(path), expected);
    }
  }));

Deno.test("what is no program, is elsewhere or is a link keeps its mode", () =>
  withTempFolder(async (folder) => {
    const agent = join(folder, "agent");
    Deno.mkdirSync(join(agent, "folder"), { recursive: true });
    Deno.writeTextFileSync(join(agent, "text"), "hello", { mode: 0o644 });
    Deno.writeTextFileSync(join(folder, "mine.sh"), "#!/bin/sh\n", { mode: 0o644 });
    Deno.writeTextFileSync(join(folder, "agent.sh"), "#!/bin/sh\n", { mode: 0o644 });
    Deno.symlinkSync(join(folder, "mine.sh"), join(agent, "link"));
    await new Deno.Command("mkfifo", { args: [join(agent, "pipe")] }).output();
    const programs = ["text", "folder", "nothing", "link", "pipe", ".", ""];
    const outside = ["../mine.sh", "folder/../../mine.sh", join(folder, "mine.sh"), "../agent.sh"];
    for (const program of [...programs, ...outside]) {
      assertEquals(makeExecutable(agent, program), false, program);
    }
    assertEquals(["agent/text", "mine.sh", "agent.sh"].map((name) => modeOf(join(folder, name))), [
      0o644,
      0o644,
      0o644,
    ]);
  }));
