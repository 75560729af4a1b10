/** The history with real files, and real processes where two of them meet. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { DatabaseSync } from "node:sqlite";
import { History } from "../../src/chat/history.ts";
import { openHistoryFile } from "../../src/chat/history_file.ts";
import { addExchange, listConversations, readConversation } from "../../src/chat/history_store.ts";
import type { KeptExchange } from "../../src/chat/conversation.ts";

/** A state directory, histories in it, and what they said. */
interface Kept extends Disposable {
  readonly directory: string;
  readonly path: string;
  readonly told: string[];
  readonly logged: string[];
  open(): History;
  /** The titles of what is kept, newest first. */
  titles(): string[];
}

function kept(directory = Deno.makeTempDirSync({ prefix: "onidia-history-" })): Kept {
  const path = join(directory, "history.db");
  const told: string[] = [];
  const logged: string[] = [];
  const note = (text: string) => void logged.push(text);
  return {
    ...{ directory, path, told, logged },
    open: () =>
      new History({
        directory,
        log: { info: note, warn: note },
        tell: (sentence) => void told.push(sentence),
      }),
    titles() {
      const { database } = openHistoryFile(path, () => {});
      const titles = listConversations(database).map(({ title }) => title);
      database.close();
      return titles;
    },
    [Symbol.dispose]: () => Deno.removeSync(directory, { recursive: true }),
  };
}

function exchange(message: string, reply = "Aha."): KeptExchange {
  const args = { track: "So What" };
  const call = { id: "play_song", args, ok: true, message: "Playing", info: ["secret"], ms: 12 };
  return { message, reply, calls: [call], brain: "local", time: 1_750_000_000_000 };
}

function listing(directory: string): string[] {
  return [...Deno.readDirSync(directory)].map(({ name }) => name).sort();
}

Deno.test("nothing is written before there is something to keep", async () => {
  using it = kept();
  const history = it.open();
  await history.goOn();
  history.beginAnew();
  await history.flush();
  assertEquals(listing(it.directory), []);
});

Deno.test("the file and its journals are for the user alone, whatever the umask", async () => {
  using it = kept();
  const before = Deno.umask(0);
  try {
    const history = it.open();
    history.add(exchange("hello"));
    await history.flush();
  } finally {
    Deno.umask(before);
  }
  assertEquals(listing(it.directory), ["history.db", "history.db-shm", "history.db-wal"]);
  for (const name of listing(it.directory)) {
    assertEquals((Deno.statSync(join(it.directory, name)).mode! & 0o777).toString(8), "600");
  }
});

Deno.test("a history that others can read is taken from them", async () => {
  using it = kept();
  Deno.writeTextFileSync(it.path, "");
  Deno.chmodSync(it.path, 0o644);
  const history = it.open();
  history.add(exchange("hello"));
  await history.flush();
  assertEquals(Deno.statSync(it.path).mode! & 0o777, 0o600);
});

Deno.test("a conversation comes back as it was said, agent calls and all but their INFO", async () => {
  using it = kept();
  const first = it.open();
  first.add(exchange("play so what", 'Playing\n"So What" \u{1f3b5}'));
  first.add(exchange("louder"));
  await first.flush();
  const second = it.open();
  const continued = await second.goOn();
  const [one, two] = continued!.exchanges;
  const { calls, ...said } = exchange("play so what", 'Playing\n"So What" \u{1f3b5}');
  assertEquals(one, { ...said, calls: [{ ...calls[0]!, info: [] }] });
  assertEquals(two!.message, "louder");
  // And it is the same conversation that goes on.
  second.add(exchange("stop"));
  await second.flush();
  assertEquals(it.titles(), ["play so what"]);
});

Deno.test("a reply that is asked for again takes the place of the first", async () => {
  using it = kept();
  const history = it.open();
  history.add(exchange("hello", "first"));
  await history.flush();
  history.takeBack();
  history.add(exchange("hello", "second"));
  await history.flush();
  history.add(exchange("never written"));
  history.takeBack();
  await history.flush();
  const { exchanges } = (await it.open().goOn())!;
  assertEquals(exchanges.map(({ reply }) => reply), ["second"]);
});

Deno.test("what was cleared stays kept, and another conversation begins", async () => {
  using it = kept();
  const history = it.open();
  history.add(exchange("one"));
  history.beginAnew();
  history.add(exchange("two"));
  await history.flush();
  assertEquals(it.titles(), ["two", "one"]);
});

Deno.test("a title is one clean line, cut between characters", async () => {
  using it = kept();
  const history = it.open();
  history.add(exchange(`\x1b[31mred\x1b[0m\n${"\u{1f3b5}".repeat(80)}`));
  await history.flush();
  assertEquals(it.titles(), [`red ${"\u{1f3b5}".repeat(56)}…`]);
});

for (
  const [what, spoil] of [
    ["rubbish", (path: string) => Deno.writeTextFileSync(path, "no database ".repeat(500))],
    ["cut off", (path: string) => Deno.truncateSync(path, 5000)],
    ["another program's tables", (path: string) => {
      const database = new DatabaseSync(path);
      database.exec("DROP TABLE exchanges");
      database.close();
    }],
    ["overwritten in the middle", (path: string) => {
      const bytes = Deno.readFileSync(path);
      Deno.writeFileSync(path, bytes.fill(0x41, 4096));
    }],
  ] as const
) {
  Deno.test(`a damaged history (${what}) is set aside with one sentence, and a new one begins`, async () => {
    using it = kept();
    const { database } = openHistoryFile(it.path, () => {});
    addExchange(database, undefined, exchange("before"));
    database.close();
    spoil(it.path);
    const history = it.open();
    await history.goOn();
    history.add(exchange("after"));
    await history.flush();
    assertEquals([it.told.length, it.titles()], [1, ["after"]]);
    assertMatch(it.told[0]!, /history\.db is damaged: it is kept as history\.db\.damaged-\d{4}-/);
    const aside = listing(it.directory).filter((name) => name.includes(".damaged-"));
    assertEquals(aside.filter((name) => !/-(wal|shm)$/.test(name)).length, 1);
    assertEquals(it.logged, []);
  });
}

Deno.test("two chats that find the same damage set it aside once, and go on in one new history", async () => {
  using it = kept();
  const [one, two] = [it.open(), it.open()];
  for (const history of [one, two]) {
    history.add(exchange("before"));
    await history.flush();
  }
  const spoiler = new DatabaseSync(it.path);
  spoiler.exec("DROP TABLE exchanges");
  spoiler.close();
  for (const [history, message] of [[one, "one"], [two, "two"], [one, "three"]] as const) {
    history.add(exchange(message));
    await history.flush();
  }
  assertEquals([it.told.length, it.logged], [1, []]);
  assertEquals(it.titles(), ["one", "two"]);
  assertEquals((await it.open().goOn())!.exchanges.map(({ message }) => message), ["one", "three"]);
});

Deno.test("a history of a newer program is left as it is, and the chat says so once", async () => {
  using it = kept();
  const database = new DatabaseSync(it.path);
  database.exec("PRAGMA user_version = 999; CREATE TABLE tomorrow (a)");
  database.close();
  const bytes = Deno.readFileSync(it.path);
  const history = it.open();
  for (const message of ["one", "two"]) {
    history.add(exchange(message));
    await history.flush();
  }
  assertEquals(it.told.length, 1);
  assertMatch(it.told[0]!, /newer onidia-chat.*this conversation is not kept/);
  assertEquals(Deno.readFileSync(it.path), bytes);
});

for (
  const [what, place] of [
    ["a link", (path: string) => Deno.symlinkSync("/etc/hostname", path)],
    ["a folder", (path: string) => Deno.mkdirSync(path)],
    ["a pipe", (path: string) => void new Deno.Command("mkfifo", { args: [path] }).outputSync()],
  ] as const
) {
  Deno.test(`${what} in its place is left alone, with one line in the log`, async () => {
    using it = kept();
    place(it.path);
    const history = it.open();
    for (const message of ["one", "two"]) {
      history.add(exchange(message));
      await history.flush();
    }
    assertEquals([it.told, it.logged.length, listing(it.directory)], [[], 1, ["history.db"]]);
    assertStringIncludes(it.logged[0]!, "history.db is not a file");
  });
}

Deno.test("a state directory that cannot be made stops nothing", async () => {
  using it = kept();
  const file = join(it.directory, "file");
  Deno.writeTextFileSync(file, "");
  const below = kept(join(file, "state"));
  const history = below.open();
  history.add(exchange("one"));
  await history.flush();
  assertEquals([below.told, below.logged.length], [[], 1]);
});

Deno.test({
  name: "a full disk stops nothing, and what was kept before is still there",
  ignore: !canMount(),
  async fn() {
    using it = kept();
    const disk = join(it.directory, "disk");
    Deno.mkdirSync(disk);
    command("mount", "-t", "tmpfs", "-o", "size=400k", "none", disk);
    try {
      const full = kept(disk);
      const history = full.open();
      history.add(exchange("first"));
      await history.flush();
      history.add(exchange("too much", "long ".repeat(100_000)));
      await history.flush();
      history.add(exchange("later"));
      await history.flush();
      assertEquals([full.told, full.logged.length], [[], 1]);
      assertMatch(full.logged[0]!, /full|I\/O/);
      assertEquals((await full.open().goOn())!.exchanges.map(({ message }) => message), ["first"]);
    } finally {
      command("umount", "--lazy", disk);
    }
  },
});

Deno.test("programs that write at once do not lock each other out, not even while it is made", async () => {
  using it = kept();
  const source = new URL("../../src/chat/history.ts", import.meta.url).href;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const script = join(it.directory, "writer.ts");
  Deno.writeTextFileSync(
    script,
    `import { History } from "${source}";
    const [directory, name] = Deno.args;
    const warn = (text) => { console.log(text); };
    const history = new History({ directory, log: { info: warn, warn }, tell: warn });
    for (let at = 0; at < 25; at++) {
      history.add({ message: name, reply: String(at), calls: [], brain: "local", time: at });
      await history.flush();
    }`,
  );
  const state = join(it.directory, "state");
  const ended = await Promise.all(
    ["one", "two", "three"].map((name) =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "--no-check", "-A", "--config", config, script, state, name],
      }).output()
    ),
  );
  for (const { stdout, code } of ended) {
    assertEquals([code, new TextDecoder().decode(stdout)], [0, ""]);
  }
  const { database } = openHistoryFile(join(state, "history.db"), () => {});
  const all = listConversations(database);
  assertEquals(all.map(({ title }) => title).sort(), ["one", "three", "two"]);
  for (const { id } of all) {
    const replies = readConversation(database, id).map(({ reply }) => Number(reply));
    assertEquals(replies, Array.from({ length: 25 }, (_, at) => at));
  }
  database.close();
});

Deno.test("what another process holds for long is kept with the next reply", async () => {
  using it = kept();
  const history = it.open();
  history.add(exchange("one"));
  await history.flush();
  const other = new DatabaseSync(it.path);
  other.exec("BEGIN IMMEDIATE");
  history.add(exchange("two"));
  await history.flush();
  other.exec("ROLLBACK");
  other.close();
  assertMatch(it.logged.join(), /in use by another process/);
  history.add(exchange("three"));
  await history.flush();
  const { exchanges } = (await it.open().goOn())!;
  assertEquals(exchanges.map(({ message }) => message), ["one", "two", "three"]);
});

Deno.test("calls someone has tampered with do not come back", async () => {
  using it = kept();
  const history = it.open();
  for (const message of ["one", "two"]) history.add(exchange(message));
  await history.flush();
  const database = new DatabaseSync(it.path);
  database.exec(`UPDATE exchanges SET calls = '{"id": ' WHERE message = 'one'`);
  database.exec(
    `UPDATE exchanges SET calls = '[null, 3, {"id": 1}, {"id": "a", "args": {"b": 2, "c": "d"},
     "ok": true, "message": "e"}]' WHERE message = 'two'`,
  );
  database.close();
  const { exchanges } = (await it.open().goOn())!;
  const a = { id: "a", args: { c: "d" }, ok: true, message: "e", info: [], ms: 0 };
  assertEquals(exchanges.map(({ calls }) => calls), [[], [a]]);
});

function command(name: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command(name, { args }).outputSync();
  assert(success, new TextDecoder().decode(stderr));
}

function canMount(): boolean {
  if (Deno.uid() !== 0) return false;
  const place = Deno.makeTempDirSync({ prefix: "onidia-history-" });
  try {
    command("mount", "-t", "tmpfs", "-o", "size=64k", "none", place);
    command("umount", place);
    return true;
  } catch {
    return false;
  } finally {
    Deno.removeSync(place);
  }
}
