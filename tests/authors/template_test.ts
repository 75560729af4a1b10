import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { LANGUAGES, writeTemplate } from "../../src/authors/template.ts";
import { UserError } from "../../src/errors.ts";
import { inHome } from "../cli/cli.ts";
import { isInstalled } from "../e2e/program.ts";
import { withTempFolder, writeFiles } from "../store/folders.ts";

const TEMPLATES = new URL("../../agents/_template/", import.meta.url);

/** What an agent in a language needs on PATH. */
const NEEDS = { sh: "sh", python: "python3", deno: "deno" } as const;

for (const language of LANGUAGES) {
  Deno.test({
    name: `a new agent in ${language} is valid, needs no advice and passes its own test at once`,
    ignore: !isInstalled(NEEDS[language]),
    fn: () =>
      inHome(async (home) => {
        const folder = join(home.folder, "word_count");
        writeTemplate(TEMPLATES, language, "word_count", folder);
        assertEquals(await home.run("-agents-validate", folder), {
          code: 0,
          out: "word_count is valid\n",
          err: "",
        });
        assertEquals(await home.run("-agents-test", folder), {
          code: 0,
          out: "ok     tests/letters.txt:2\nok     tests/letters.txt:7\n2 passed, 0 failed\n",
          err: "",
        });
        assertEquals((await home.run("-agents-install", folder)).code, 0);
        const called = await home.run("-agents-run", "word_count", "text=tea time");
        assertEquals(called, {
          code: 0,
          out: "tea time has 7 letters\n",
          err: "INFO counting: goes to the log, never shown\nPET action juggle\n",
        });
      }, { PATH: Deno.env.get("PATH") ?? "" }),
  });
}

Deno.test("a new agent overwrites nothing, and a bad id makes nothing", () =>
  withTempFolder((parent) => {
    writeFiles(parent, { "tea/agent.json": "mine" });
    const make = (id: string) => writeTemplate(TEMPLATES, "sh", id, join(parent, id));
    assertThrows(() => make("tea"), UserError, "is there already");
    assertEquals(Deno.readTextFileSync(join(parent, "tea/agent.json")), "mine");
    for (const id of ["Tea", "t", "../up", "1tea", "te a", ""]) {
      assertThrows(() => make(id), UserError, "is no agent id");
    }
    assertEquals([...Deno.readDirSync(parent)].map(({ name }) => name), ["tea"]);
  }));

Deno.test("an unknown language is refused with those there are", () =>
  inHome(async (home) => {
    const { code, err } = await home.run("-agents-new", "-lang", "perl", "tea");
    assertEquals({ code, err }, {
      code: 2,
      err: 'onidia-chat: -lang: expected one of sh, python, deno, not "perl"\n',
    });
  }));
