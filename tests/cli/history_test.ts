/** The history through the program itself, run from its sources. */
import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { parseCommandLine } from "../../src/cli/flags.ts";
import { UserError } from "../../src/errors.ts";
import { AGENTS, type TestProgram, testProgram } from "../chat/program.ts";

const LOCAL = "-provider=local";

/** Every byte of the state directory, as text. */
function stateOf({ folder }: TestProgram): string {
  const directory = join(folder, ".local/state/chat-app");
  const files = [...Deno.readDirSync(directory)].map(({ name }) => join(directory, name));
  return files.map((file) => new TextDecoder("latin1").decode(Deno.readFileSync(file))).join("\n");
}

async function history(program: TestProgram): Promise<Record<string, unknown>[]> {
  const { out } = await program.run(["-json", "-history"]);
  return JSON.parse(out).conversations;
}

Deno.test("-history alone is the mode, with on or off it is the setting", () => {
  assertEquals(parseCommandLine(["-history"]).mode?.name, "history");
  assertEquals(parseCommandLine(["-json", "-history"]).mode?.name, "history");
  for (const off of [["-history", "off"], ["-history=off"], ["--history=off"]]) {
    const { mode, flags, words } = parseCommandLine([...off, "off", "we", "go"]);
    assertEquals([mode, flags.get("history"), words], [undefined, "off", ["off", "we", "go"]]);
  }
  const both = parseCommandLine(["-history=off", "-agents-list"]);
  assertEquals([both.mode?.name, both.flags.get("history")], ["agents-list", "off"]);
  assertThrows(() => parseCommandLine(["-history", "lesson"]), UserError, "takes no words");
});

Deno.test("-continue gives the last conversation back, so that she knows what again means", async () => {
  using program = testProgram(AGENTS);
  await program.run([LOCAL, "boil some water for coffee"]);
  const { out, err } = await program.run([LOCAL, "-json", "-continue", "again"]);
  assertEquals(err, "");
  const [call] = JSON.parse(out).agents;
  assertEquals([call.id, call.args], ["kettle", { kind: "coffee" }]);
  const [only, ...others] = await history(program);
  assertEquals([only!.messages, only!.title, others], [2, "boil some water for coffee", []]);
});

Deno.test("-continue with nothing to continue says so and begins anew", async () => {
  using program = testProgram(AGENTS);
  const sentence = "so there is none to continue: a new one begins\n";
  const first = await program.run([LOCAL, "-continue", "put the kettle on"]);
  assertEquals([first.code, first.out], [0, "The kettle is on\n"]);
  assertEquals(first.err, `onidia-chat: no conversation was kept, ${sentence}`);
  const off = await program.run([LOCAL, "-history=off", "-continue", "put the kettle on"]);
  assertEquals(off.err, `onidia-chat: history is off, ${sentence}`);
});

Deno.test("a piped chat is one conversation, the modes show it, newest first", async () => {
  using program = testProgram(AGENTS);
  await program.run([LOCAL], "put the kettle on\nopen the weird parcel\n");
  await program.run([LOCAL, "balance the ledger"]);
  const list = await program.run(["-history"]);
  assertMatch(
    list.out,
    /^ID {2}LAST +MESSAGES {2}BEGINS WITH\n2 .* 1 +balance the ledger\n1 .* 2 +put the kettle on\n$/,
  );
  const shown = await program.run(["-history-show", "1"]);
  assertMatch(
    shown.out,
    /> put the kettle on\n\nThe kettle is on\n\n- kettle `\{"kind":"tea"\}` did/,
  );
  const object = JSON.parse((await program.run(["-json", "-history-show", "2"])).out);
  assertEquals(object.exchanges[0].agents[0].ok, false);
  const none = await program.run(["-history-show", "7"]);
  assertEquals([none.code, none.out], [2, ""]);
  assertMatch(none.err, /there is no conversation "7": onidia-chat -history lists/);
});

Deno.test("words are found as words, as beginnings, and whatever signs they hold", async () => {
  using program = testProgram(AGENTS);
  const said = [
    "I met Zoë at the café",
    "is C++ better than 100% rust_lang",
    "今日は音楽を聴きたい",
    'he said "NEAR OR NOT" and left',
  ];
  await program.run([LOCAL], said.join("\n/clear\n") + "\n");
  const find = async (...words: string[]) => {
    const { code, out, err } = await program.run(["-json", "-history-search", "--", ...words]);
    assertEquals([code, err], [0, ""]);
    return JSON.parse(out).found.map((it: { conversation: number }) => it.conversation);
  };
  assertEquals(await find("zoe"), [1]);
  // What is found stands in the excerpt, however long the text.
  const long = await program.run([LOCAL, `${"so ".repeat(200)}c# ${"and on ".repeat(50)}`]);
  assertEquals(long.code, 0);
  assertMatch((await program.run(["-history-search", "C#"])).out, /… so .* c# and .* …$/m);
  assertEquals(await find("CAF", "met"), [1]);
  assertEquals(await find("met caf"), [1]);
  assertEquals(await find("c++"), [2]);
  assertEquals(await find("0%"), [2]);
  assertEquals(await find("t_l"), [2]);
  assertEquals(await find("音楽"), [3]);
  assertEquals(await find('"NEAR', "OR", 'NOT"'), [4]);
  for (
    const hostile of ['"', "*", "NEAR(", "message:x", "^", "-", "(", "'; DROP TABLE exchanges; --"]
  ) {
    await find(hostile);
  }
  assertEquals(await find("met", "rust"), []);
  assertEquals(
    (await program.run(["-history-search", "nowhere"])).out.trim().split("\n").length,
    1,
  );
});

Deno.test("history = off writes nothing", async () => {
  using program = testProgram(AGENTS);
  await program.run([LOCAL, "-history", "off", "put the kettle on"]);
  await program.run([LOCAL, "-history=off"], "put the kettle on\n/retry\n/clear\n");
  const state = join(program.folder, ".local/state/chat-app");
  const files = [...Deno.readDirSync(state)].map(({ name }) => name);
  assertEquals(files, ["onidia-chat.log"]);
  assertEquals((await program.run(["-history"])).out, "No conversation was kept.\n");
  assertEquals([...Deno.readDirSync(state)].length, 1);
});

Deno.test("what is deleted is gone from every file", async () => {
  using program = testProgram(AGENTS);
  await program.run([LOCAL, "remember the word quixotic"]);
  await program.run([LOCAL], "remember the word zephyrous\n");
  await program.run([LOCAL, "hello there"]);
  assert(/quixotic/.test(stateOf(program)) && /zephyrous/.test(stateOf(program)));
  const one = await program.run(["-history-delete", "1"]);
  assertEquals([one.code, one.out, one.err], [
    0,
    "deleted conversation 1: remember the word quixotic\n",
    "",
  ]);
  assert(!/quixotic/.test(stateOf(program)));
  assertStringIncludes(stateOf(program), "zephyrous");
  const again = await program.run(["-history-delete", "1"]);
  assertEquals([again.code, again.out], [2, ""]);
  assertEquals((await history(program)).map(({ id }) => id), [3, 2]);

  const typed = join(program.folder, ".local/state/chat-app/input-history");
  Deno.writeTextFileSync(typed, "remember the word zephyrous\n");
  const all = await program.run(["-history-delete", "all"]);
  assertEquals([all.code, all.out], [
    0,
    "deleted 2 conversations and the lines the arrow keys offer\n",
  ]);
  assert(!/zephyrous|hello/.test(stateOf(program)));
});

Deno.test("a word is deleted under a chat that goes on, and the chat keeps what comes", async () => {
  using program = testProgram(AGENTS);
  const child = program.start(LOCAL);
  const input = child.stdin.getWriter();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const say = async (text: string) => {
    await input.write(new TextEncoder().encode(`${text}\n`));
    let reply = "";
    while (!reply.endsWith("\n")) reply += (await output.read()).value ?? "\n";
  };
  await say("remember the word quixotic");
  // Answers in order: behind the second reply the first message is kept.
  await say("put the kettle on");
  const deleted = await program.run(["-history-delete", "all"]);
  assertEquals([deleted.code, deleted.err], [0, ""]);
  assert(!/quixotic/.test(stateOf(program)));
  await say("open the weird parcel");
  await input.close();
  assertEquals([(await output.read()).done, (await child.status).code], [true, 0]);
  await child.stderr.cancel();
  assertStringIncludes(JSON.stringify(await history(program)), "open the weird parcel");
});

Deno.test("a history that cannot be used is named with the reason, and stops no chat", async () => {
  using program = testProgram(AGENTS);
  Deno.mkdirSync(join(program.folder, ".local/state/chat-app/history.db"), { recursive: true });
  const { code, out, err } = await program.run([LOCAL, "put the kettle on"]);
  assertEquals([code, out, err], [0, "The kettle is on\n", ""]);
  for (const mode of [["-history"], ["-history-search", "kettle"], ["-history-delete", "all"]]) {
    const failed = await program.run(mode);
    assertEquals([failed.code, failed.out], [2, ""]);
    assertMatch(failed.err, /^onidia-chat: the history \S+ cannot be used: \S+ is not a file\n$/);
  }
});

Deno.test("a damaged history costs a sentence, not the reply", async () => {
  using program = testProgram(AGENTS);
  const state = join(program.folder, ".local/state/chat-app");
  Deno.mkdirSync(state, { recursive: true });
  Deno.writeTextFileSync(join(state, "history.db"), "quixotic rubbish ".repeat(400));
  const { code, out, err } = await program.run([LOCAL, "put the kettle on"]);
  assertEquals([code, out], [0, "The kettle is on\n"]);
  assertMatch(
    err,
    /^onidia-chat: \S+history\.db is damaged: it is kept as history\.db\.damaged-.*\n$/,
  );
  assertEquals((await history(program)).length, 1);
  const { err: note } = await program.run(["-history-delete", "all"]);
  assertMatch(note, /history\.db\.damaged-\S+ was set aside and is still there/);
});

Deno.test("without a home she answers all the same", async () => {
  using program = testProgram(AGENTS);
  const [command, ...args] = program.argv(LOCAL, "put the kettle on");
  const { stdout, code } = await new Deno.Command(command!, {
    args,
    env: { ...program.env, HOME: "" },
  }).output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, "The kettle is on\n"]);
});
