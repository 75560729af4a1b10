import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { completion, type Shell, SHELLS } from "../../scripts/completions.ts";
import { MODES } from "../../src/cli/modes.ts";
import { SETTINGS } from "../../src/config/table.ts";

async function has(program: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: ["--version"] }).output()).success;
  } catch {
    return false;
  }
}

const THERE = new Map<Shell, boolean>();
for (const shell of SHELLS) THERE.set(shell, await has(shell));

/** Gives a folder with the completion, a program that lists two agents, a file and a folder. */
async function inFolder(shell: Shell, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(join(folder, "completion"), completion(shell));
    const agents = [{ id: "tea", description: 'say "id":"no" to it' }, { id: "hello_world" }];
    Deno.writeTextFileSync(
      join(folder, "onidia-chat"),
      `#!/bin/sh\n[ "$*" = "-json -agents-list" ] && printf '%s\\n' '${
        JSON.stringify({ agents })
      }'\n`,
      { mode: 0o755 },
    );
    Deno.mkdirSync(join(folder, "x folder"));
    Deno.writeTextFileSync(join(folder, "x file"), "");
    await use(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function sh(folder: string, program: string, args: string[]): Promise<string[]> {
  const { stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: folder,
    env: { PATH: `${folder}:${Deno.env.get("PATH")}`, HOME: folder },
    stdin: "null",
  }).output();
  assertEquals(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "").sort();
}

/** Presses Tab behind the last of the words. */
function tab(folder: string, ...words: string[]): Promise<string[]> {
  const script = `source ./completion
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    function=$(complete -p onidia-chat | sed 's/.*-F \\([^ ]*\\).*/\\1/')
    "$function" "$1" "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return sh(folder, "bash", ["--norc", "-c", script, "bash", "onidia-chat", ...words]);
}

Deno.test("Tab in bash completes flags, agents, files and folders, and leaves messages alone", () =>
  inFolder("bash", async (folder) => {
    assertEquals(await tab(folder, "-agents-li"), ["-agents-list"]);
    assertEquals(await tab(folder, "--agents-li"), ["--agents-list"]);
    assertEquals(await tab(folder, "-agents-remove", ""), ["hello_world", "tea"]);
    assertEquals(await tab(folder, "-agents-info", "t"), ["tea"]);
    assertEquals(await tab(folder, "-agents-disabled", "tea,h"), ["tea,hello_world"]);
    assertEquals(await tab(folder, "-agents-new", ""), []);
    assertEquals(await tab(folder, "-music-dir", "x"), ["x folder"]);
    assertEquals(await tab(folder, "-agents-install", "x"), ["x file", "x folder"]);
    assertEquals(await tab(folder, "-provider", "o"), ["ollama", "openai", "openrouter"]);
    assertEquals(await tab(folder, "-provider", "=", "ol"), ["ollama"]);
    assertEquals(await tab(folder, "-provider", "="), [
      ...["anthropic", "auto", "bedrock", "gemini", "local", "ollama", "openai", "openrouter"],
    ]);
    assertEquals(await tab(folder, "-provider", "local", "-ver"), ["-verbose", "-version"]);
    assertEquals(await tab(folder, "-agents-update", "-dry"), ["-dry-run"]);
    assertEquals(await tab(folder, "-dry"), []);
    assertEquals(await tab(folder, "-agents-new", "tea", "-lang", "p"), ["python"]);
    assertEquals(await tab(folder, "hello", "-agents-li"), []);
    assertEquals(await tab(folder, "--", "-agents-li"), []);
  }));

Deno.test("a Tab in bash on a bare command offers every flag of the tables", () =>
  inFolder("bash", async (folder) => {
    const names = [...MODES.filter((mode) => !mode.hidden).map((mode) => mode.name)];
    const all = new Set([...names, ...SETTINGS.map((setting) => setting.key)]);
    assertEquals(await tab(folder, ""), [...all].map((name) => `-${name}`).sort());
  }));

for (const shell of SHELLS) {
  Deno.test({
    name: `${shell} can read its completion`,
    ignore: !THERE.get(shell),
    fn: () =>
      inFolder(shell, async (folder) => {
        assertEquals(await sh(folder, shell, ["-n", "completion"]), []);
      }),
  });
}

Deno.test({
  name: "Tab in fish completes flags, agents, files and folders",
  ignore: !THERE.get("fish"),
  fn: () =>
    inFolder("fish", async (folder) => {
      const ask = async (line: string) =>
        (await sh(folder, "fish", [
          "--no-config",
          "-c",
          `source ./completion; complete -C ${JSON.stringify(line)}`,
        ])).map((found) => found.split("\t")[0]!);
      assertEquals(await ask("onidia-chat -agents-remove "), ["hello_world", "tea"]);
      assertEquals(await ask("onidia-chat -agents-disabled tea,h"), ["tea,hello_world"]);
      assertEquals(await ask("onidia-chat -provider ol"), ["ollama"]);
      assertEquals(await ask("onidia-chat -agents-li"), ["-agents-list"]);
      assertEquals(await ask("onidia-chat -music-dir x"), ["x folder/"]);
      assert((await ask("onidia-chat -agents-update -dry")).includes("-dry-run"));
      assertEquals(await ask("onidia-chat -dry"), []);
    }),
});
