import { assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { runCommand } from "../../src/chat/commands.ts";
import type { KeptExchange } from "../../src/chat/conversation.ts";
import { toMarkdown } from "../../src/chat/markdown.ts";
import { ChatSession } from "../../src/chat/session.ts";
import { answering, say, scripted } from "../brain/turn_fixture.ts";
import { keepingLog } from "../pet/pet_fixture.ts";

const plain = { signal: new AbortController().signal };

function open(home: string): ChatSession {
  const brain = scripted(({ message }) => [say(`You said ${message}.`)]);
  const env = (name: string) => name === "HOME" ? home : undefined;
  const log = keepingLog();
  return new ChatSession({ brain, catalog: [], call: answering({}), pet: undefined, log, env });
}

async function inFolder(body: (folder: string, session: ChatSession) => Promise<void> | void) {
  const folder = Deno.makeTempDirSync({ prefix: "onidia-save-" });
  const session = open(folder);
  await session.say("hello", plain);
  try {
    await body(folder, session);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("/save writes the conversation for the user alone, and replaces only with /save!", () =>
  inFolder(async (folder, session) => {
    const path = join(folder, "my talk.md");
    assertEquals(runCommand("/save ~/my talk.md", session), {
      type: "text",
      text: `Saved as ${path}.`,
    });
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
    const first = Deno.readTextFileSync(path);
    assertMatch(first, /> hello\n\nYou said hello\.\n/);

    await session.say("and more", plain);
    assertEquals(runCommand(`/save "${path}"`, session), {
      type: "failure",
      reason: `${path} is there already: /save! ${path} replaces it`,
    });
    assertEquals(Deno.readTextFileSync(path), first);
    Deno.chmodSync(path, 0o644);
    assertEquals(runCommand(`/SAVE! ${path}`, session)?.type, "text");
    assertMatch(Deno.readTextFileSync(path), /> and more\n/);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["my talk.md"]);
  }));

Deno.test("what cannot be saved is said in a sentence, and nothing is harmed", () =>
  inFolder((folder, session) => {
    const other = join(folder, "other");
    const link = join(folder, "link");
    Deno.writeTextFileSync(other, "mine");
    Deno.symlinkSync(other, link);
    const reasons = [
      ["/save", "name the file: /save FILE"],
      ["/save ~", "~ cannot be written: it is a folder, name a file in it"],
      [`/save ${folder}/none/x`, `${folder}/none/x cannot be written: there is no such folder`],
      [`/save! ${link}`, `${link} cannot be written: it is no ordinary file`],
      ["/save! /dev/full", "/dev/full cannot be written: it is no ordinary file"],
    ];
    for (const [line, reason] of reasons) {
      assertEquals(runCommand(line!, session), { type: "failure", reason: reason! });
    }
    assertEquals(runCommand(`/save ${folder}/${"x".repeat(300)}`, session)?.type, "failure");
    assertEquals(Deno.readTextFileSync(other), "mine");
    session.clear();
    assertEquals(runCommand("/save ~/x", session), {
      type: "failure",
      reason: "nothing was said yet",
    });
    assertEquals(runCommand("/quit!", session)?.type, "failure");
  }));

function exchange(message: string, reply: string): KeptExchange {
  return { message, reply, calls: [], brain: "local", time: 0 };
}

Deno.test("nothing in a reply acts as markup", () => {
  const text = toMarkdown([exchange(
    "# not a title\n</blockquote><script>alert(1)</script>",
    "![pixel](http://x.example/p.png)\n\n1. one\n- two\n---\n===\n> three\n## four\n" +
      "\x1b[31mred\x1b[0m &lt; *five* _six_ `seven` a|b ~~no~~",
  )]);
  const lines = text.split("\n").slice(4);
  for (const line of lines.filter((line) => line !== "*local brain*")) {
    assertNotMatch(line.replace(/\\./g, "x").replace(/^> /, ""), /[*_`[\]<>|~]|^[-+=#]|^\d+[.)]/);
  }
  // deno-lint-ignore no-control-regex
  assertNotMatch(text, /\x1b|(?<!\\)&lt;/);
  assertMatch(text, /^> \\# not a title\\\n> \\<\/blockquote\\>/m);
});

Deno.test("code stays code, and cannot end before it ends", () => {
  const text = toMarkdown([exchange(
    "code?",
    "Look:\n```sh\nif true; then\n\techo '*'\n    ````\nfi\n~~~\nopen <b>end</b>\n",
  )]);
  // A fence indented by four is code itself, so is one of another kind; the end closes it.
  const code = "`````\nif true; then\n\techo '*'\n    ````\nfi\n~~~\nopen <b>end</b>\n\n`````";
  assertStringIncludes(text, `Look:\n\n${code}\n\n*local brain*`);
});

Deno.test("an agent's arguments and answer stay in their line", () => {
  const args = { text: "a ` b\n# c" };
  const call = { id: "say_it", args, ok: false, message: "no\n# way", info: [], ms: 1 };
  const text = toMarkdown([{ ...exchange("say", ""), calls: [call] }]);
  assertMatch(text, /^- say\\_it `` \{"text":"a ` b\\n# c"\} `` failed: no # way$/m);
  assertMatch(text, /^\*\(no words\)\*$/m);
});
