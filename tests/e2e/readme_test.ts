import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { onMachine, run } from "./program.ts";

const README = Deno.readTextFileSync(new URL("../../README.md", import.meta.url));

/** One thing a reader does, or sees. */
interface Block {
  /** The sentence before it. */
  readonly before: string;
  readonly language: string;
  readonly text: string;
}

/** The blocks of a chapter, in order. */
function blocksOf(chapter: string): Block[] {
  const from = README.indexOf(`\n## ${chapter}\n`);
  assert(from >= 0, `no chapter ${chapter}`);
  const text = README.slice(from + 1).split(/\n## |\n### /)[0]!;
  return [...text.matchAll(/([^\n]*)\n\n```(\w+)\n(.*?)```/gs)].map((
    [, before, language, text],
  ) => ({
    before: before!,
    language: language!,
    text: text!,
  }));
}

Deno.test("the chapter 'Write an agent in five minutes' works when it is followed word for word", () =>
  onMachine(async ({ home, folder, program, env }) => {
    const bin = join(folder, "bin");
    Deno.mkdirSync(bin);
    Deno.symlinkSync(program, join(bin, "onidia-chat"));
    const environment = env({ PATH: `${bin}:/usr/local/bin:/usr/bin:/bin` });
    let printed = "";
    const done = { files: 0, commands: 0, outputs: 0 };
    for (const { before, language, text } of blocksOf("Write an agent in five minutes")) {
      const file = /`([\w./]+)`:$/.exec(before)?.[1];
      if (file !== undefined) {
        // As an editor does: the file keeps its mode.
        Deno.writeTextFileSync(join(home, file), text);
        done.files++;
      } else if (language === "sh") {
        const ended = await run(["/bin/sh", "-e", "-c", text], { cwd: home, env: environment });
        assertEquals({ code: ended.code, err: ended.err }, { code: 0, err: "" }, text);
        printed = ended.out;
        done.commands++;
      } else {
        assertEquals(printed.replaceAll(home, "/home/me"), text);
        done.outputs++;
      }
    }
    assertEquals(done, { files: 3, commands: 3, outputs: 3 });
  }));
