import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { compile } from "../../scripts/compile.ts";
import { buildDeb } from "../../scripts/deb.ts";
import { debianChangelog } from "../../scripts/deb/changelog.ts";
import { settingsTemplate } from "../../scripts/deb/template.ts";
import { parseIni } from "../../src/config/ini.ts";
import { SETTINGS } from "../../src/config/table.ts";
import { isTool, run } from "./tools.ts";

const HAS_DPKG = await isTool("dpkg-deb");
const HAS_OBJDUMP = await isTool("objdump");
const HAS_LINTIAN = HAS_DPKG && await isTool("lintian");

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  try {
    await use(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test({
  name: "a package is the same bytes twice, owned by root, and holds what is declared",
  ignore: !HAS_DPKG,
  fn: () =>
    inFolder(async (folder) => {
      const sums: string[] = [];
      for (const name of ["one", "two"]) {
        const deb = await buildDeb({ folder: join(folder, name), compression: "none" });
        sums.push((await run("sha256sum", [deb])).out.slice(0, 64));
        if (name === "two") {
          const { out } = await run("dpkg-deb", ["--contents", deb]);
          assert(out.split("\n").every((line) => line === "" || line.includes(" root/root ")));
          assertStringIncludes(out, "./usr/bin/onidia-chat -> /opt/onidia/bin/onidia-chat");
          for (const path of ["opt/onidia/share/chat-app.ini", "man1/onidia-chat.1.gz"]) {
            assertStringIncludes(out, path);
          }
          assert(!out.includes("_template"));
        }
      }
      assertEquals(sums[0], sums[1]);
    }),
});

Deno.test({
  name: "lintian finds no error in the package",
  ignore: !HAS_LINTIAN,
  fn: () =>
    inFolder(async (folder) => {
      const deb = await buildDeb({ folder, compression: "quick" });
      const asRoot = Deno.uid() === 0 ? ["--allow-root"] : [];
      const { code, out, err } = await run("lintian", [...asRoot, "--fail-on", "error", deb]);
      assertEquals({ code, errors: out.match(/^E: .*/gm), err }, {
        code: 0,
        errors: null,
        err: "",
      });
    }),
});

Deno.test({
  name: "the binary needs no library but those of the packages it depends on",
  ignore: !HAS_OBJDUMP || Deno.build.arch !== "x86_64",
  fn: async () => {
    const { out } = await run("objdump", ["-p", await compile()]);
    const needed = [...out.matchAll(/NEEDED +(\S+)/g)].map((match) => match[1]!);
    const provided = /^(?:lib(?:c|m|dl|rt|pthread|gcc_s)\.so\.\d|ld-linux-x86-64\.so\.2)$/;
    assert(needed.length > 0);
    assertEquals(needed.filter((name) => !provided.test(name)), []);
    const versions = [...out.matchAll(/GLIBC_2\.(\d+)/g)].map((match) => Number(match[1]));
    const control = Deno.readTextFileSync(new URL("../../packaging/control", import.meta.url));
    assertStringIncludes(control, `libc6 (>= 2.${Math.max(...versions)})`);
  },
});

Deno.test("a package for a machine whose runtime is not here is refused with what is needed", async () => {
  const arch = Deno.build.arch === "aarch64" ? "amd64" : "arm64";
  const env = (name: string) => name === "SOURCE_DATE_EPOCH" ? "1" : undefined;
  const error = await assertRejects(() => buildDeb({ arch, env })) as Error;
  assertStringIncludes(error.message, `There is no runtime for ${arch} here: set DENORT_BIN`);
});

Deno.test("a copy of the template changes nothing, and without its # every key is there", () => {
  const text = settingsTemplate();
  assertEquals(parseIni(text), { entries: [], faults: [] });
  const { entries, faults } = parseIni(text.replace(/^#(?! )/gm, ""));
  assertEquals(faults, []);
  assertEquals(
    entries.filter(({ section }) => section === "").map(({ key }) => key),
    SETTINGS.filter((setting) => !("flagOnly" in setting)).map(({ key }) => key as string),
  );
});

Deno.test("Debian's changelog has every version with its day, and the packaged one first", () => {
  const text = debianChangelog(
    "# Changelog\n\n## 0.2.0 (2026-11-30)\n\n- Plays `more`\n  songs.\n",
    "0.2.1",
    new Date("2026-12-01T00:00:00Z"),
  );
  const heads = text.match(/^onidia .*/gm);
  assertEquals(heads, [
    "onidia (0.2.1) unstable; urgency=medium",
    "onidia (0.2.0) unstable; urgency=medium",
  ]);
  assertStringIncludes(text, "  * Plays more songs.\n");
  assertStringIncludes(text, ">  Mon, 30 Nov 2026 00:00:00 +0000\n");
});
