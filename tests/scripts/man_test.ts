import { assert, assertEquals } from "@std/assert";
import { manPage } from "../../scripts/man.ts";
import { MODES } from "../../src/cli/modes.ts";
import { SETTINGS } from "../../src/config/table.ts";

const PAGE = manPage("0.1.0", new Date("2026-12-01T00:00:00Z"));

async function has(program: string): Promise<boolean> {
  try {
    await new Deno.Command(program, { args: ["-h"], stdin: "null" }).output();
    return true;
  } catch {
    return false;
  }
}

Deno.test("the manual page tells of every flag there is", () => {
  const flags = [
    ...MODES.filter((mode) => !mode.hidden).flatMap((mode) => [mode, ...mode.flags ?? []])
      .map(({ name }) => name),
    ...SETTINGS.map((setting) => setting.key),
  ];
  const told = new Set([...PAGE.matchAll(/^\.BI (\S+)/gm)].map((match) => match[1]!));
  assertEquals(
    flags.filter((name) => !told.has(`-${name}`.replaceAll("-", "\\-"))),
    [],
  );
});

Deno.test("the manual page has the sections that pages have", () => {
  assertEquals([...PAGE.matchAll(/^\.SH "?([A-Z ]+)"?$/gm)].map((match) => match[1]), [
    ...["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "FILES", "ENVIRONMENT", "EXIT STATUS"],
    ...["EXAMPLES", "AGENTS"],
  ]);
});

Deno.test({
  name: "mandoc has nothing to say against the manual page",
  ignore: !await has("mandoc"),
  fn: async () => {
    const file = Deno.makeTempFileSync({ suffix: ".1" });
    try {
      Deno.writeTextFileSync(file, PAGE);
      const { stdout, code } = await new Deno.Command("mandoc", {
        args: ["-Tlint", "-Wwarning", file],
      }).output();
      assertEquals(new TextDecoder().decode(stdout), "");
      assert(code === 0);
    } finally {
      Deno.removeSync(file);
    }
  },
});
