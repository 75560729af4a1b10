import { assertEquals, assertLessOrEqual, assertMatch, assertThrows } from "@std/assert";
import { SILENT_LOG } from "../../src/config/log.ts";
import { UserError } from "../../src/errors.ts";
import { petPipes, type PetShow, showOnPet } from "../../src/pet/bridge.ts";
import { keepingLog, makeFifo, petFolder, Reader } from "./pet_fixture.ts";

const NOTHING: PetShow = { text: "", mood: null, pet: null };

Deno.test("auto finds the pipes of the display", () => {
  const on = (display?: string) => petPipes("auto", (name) => name === "DISPLAY" ? display : "x");
  const expected = { say: "/tmp/desktop-pet--0.say", command: "/tmp/desktop-pet--0.cmd" };
  assertEquals(on(":0"), expected);
  assertEquals(on("localhost:10.0")?.say, "/tmp/desktop-pet-localhost-10-0.say");
  assertEquals(on("/run/x/../org.x:0")?.say, "/tmp/desktop-pet--run-x----org-x-0.say");
  assertEquals(on(undefined), undefined);
  assertEquals(on(""), undefined);
});

Deno.test("pet-pipe = off opens nothing, a path is the say pipe, a relative path is refused", () => {
  const env = () => ":0";
  assertEquals(petPipes("off", env), undefined);
  assertEquals(petPipes("/run/p.say", env), { say: "/run/p.say", command: "/run/p.cmd" });
  assertEquals(petPipes("/run/pet", env), { say: "/run/pet", command: "/run/pet.cmd" });
  assertThrows(() => petPipes("pet.say", env), UserError, 'not "pet.say"');
});

Deno.test("a reply reaches the say pipe as one line with its mood, the action the other pipe", async () => {
  using pet = petFolder();
  makeFifo(pet.pipes.say);
  makeFifo(pet.pipes.command);
  await using say = await Reader.start(pet.pipes.say);
  await using command = await Reader.start(pet.pipes.command);
  const log = keepingLog();
  showOnPet(pet.pipes, {
    text: "Playing\n\nSo What\x1b[31m",
    mood: "happy",
    pet: { kind: "action", name: "dance" },
  }, log);
  assertEquals(await say.line(), "[happy] Playing So What");
  assertEquals(await command.line(), "action dance");
  showOnPet(pet.pipes, { ...NOTHING, pet: { kind: "event", name: "love" } }, log);
  assertEquals(await command.line(), "event love");
  for (const name of ["walk left", "go right", "move", "stop", "l"]) {
    showOnPet(pet.pipes, { ...NOTHING, pet: { kind: "move", name } }, log);
    assertEquals(await command.line(), name);
  }
  assertEquals(log.lines, []);
});

Deno.test("without a mood she speaks neutrally, and an expression is a line of its own", async () => {
  using pet = petFolder();
  makeFifo(pet.pipes.say);
  await using say = await Reader.start(pet.pipes.say);
  const smile = { kind: "expr", name: "happy" } as const;
  showOnPet(pet.pipes, { ...NOTHING, text: "Hello.", pet: smile }, SILENT_LOG);
  assertEquals(await say.line(), "[neutral] Hello.");
  assertEquals(await say.line(), "[happy]");
  showOnPet(pet.pipes, { ...NOTHING, pet: smile }, SILENT_LOG);
  assertEquals(await say.line(), "[happy]");
  showOnPet(pet.pipes, { ...NOTHING, mood: "sad" }, SILENT_LOG);
  assertEquals(await say.line(), "[sad]");
});

Deno.test("names the pet does not know are left out with a log line, the text still arrives", async () => {
  using pet = petFolder();
  makeFifo(pet.pipes.say);
  makeFifo(pet.pipes.command);
  await using say = await Reader.start(pet.pipes.say);
  await using command = await Reader.start(pet.pipes.command);
  const log = keepingLog();
  const unknown = { kind: "action", name: "fly" } as const;
  showOnPet(pet.pipes, { text: "Up!", mood: "giddy", pet: unknown }, log);
  showOnPet(pet.pipes, { ...NOTHING, pet: { kind: "move", name: "walk up" } }, log);
  showOnPet(pet.pipes, { ...NOTHING, pet: { kind: "event", name: "dance" } }, log);
  assertEquals(await say.line(), "[neutral] Up!");
  assertEquals(log.lines.map((line) => /"(.*)"/.exec(line)?.[1] ?? line), [
    "action fly",
    "giddy",
    "walk up",
    "event dance",
  ]);
  showOnPet(pet.pipes, { ...NOTHING, pet: { kind: "action", name: "wave" } }, log);
  assertEquals(await command.line(), "action wave");
});

Deno.test("a long text is cut to what a pipe takes at once, at the border of a character", async () => {
  using pet = petFolder();
  makeFifo(pet.pipes.say);
  await using say = await Reader.start(pet.pipes.say);
  for (const character of ["ä", "語", "😀", "x"]) {
    const smile = { kind: "expr", name: "happy" } as const;
    showOnPet(pet.pipes, { text: character.repeat(5000), mood: null, pet: smile }, SILENT_LOG);
    const line = await say.line();
    const size = new TextEncoder().encode(line).length;
    assertMatch(line, new RegExp(`^\\[neutral\\] (?:${character})+$`, "u"));
    assertLessOrEqual(size + "\n[happy]\n".length, 4096);
    assertLessOrEqual(4096 - 4, size + "\n[happy]\n".length);
    assertEquals(await say.line(), "[happy]");
  }
});

const skipped: Record<string, (path: string) => void> = {
  "no pipe": () => {},
  "no folder": () => {},
  "a pipe that nobody reads": makeFifo,
  "a regular file": (path) => Deno.writeTextFileSync(path, "mine"),
  "a folder": (path) => Deno.mkdirSync(path),
};
for (const [what, make] of Object.entries(skipped)) {
  Deno.test(`${what} is skipped with a log line`, () => {
    using pet = petFolder();
    const say = what === "no folder" ? `${pet.folder}/gone/pet.say` : pet.pipes.say;
    make(say);
    const log = keepingLog();
    showOnPet({ ...pet.pipes, say }, { ...NOTHING, text: "Hello." }, log);
    assertEquals(log.lines.length, 1);
    assertMatch(log.lines[0]!, /^pet: skipped .*pet\.say: ./);
    if (what === "a regular file") assertEquals(Deno.readTextFileSync(say), "mine");
  });
}

Deno.test("a symlink is refused, even to a good pipe with a reader", async () => {
  using pet = petFolder();
  const real = `${pet.folder}/real`;
  makeFifo(real);
  Deno.symlinkSync(real, pet.pipes.say);
  await using reader = await Reader.start(real);
  const log = keepingLog();
  showOnPet(pet.pipes, { ...NOTHING, text: "by the link" }, log);
  showOnPet({ ...pet.pipes, say: real }, { ...NOTHING, text: "straight" }, log);
  assertEquals(await reader.line(), "[neutral] straight");
  assertMatch(log.lines.join("\n"), /^pet: skipped .*pet\.say: not a named pipe$/);
});

Deno.test({
  name: "a pipe of another user is refused",
  ignore: Deno.uid() !== 0, // only root can give files away
  async fn() {
    using pet = petFolder();
    makeFifo(pet.pipes.say);
    Deno.chownSync(pet.pipes.say, 65534, 65534);
    await using reader = await Reader.start(pet.pipes.say);
    const log = keepingLog();
    showOnPet(pet.pipes, { ...NOTHING, text: "to a stranger" }, log);
    assertMatch(log.lines.join("\n"), /it belongs to another user$/);
    Deno.chownSync(pet.pipes.say, 0, 0);
    showOnPet(pet.pipes, { ...NOTHING, text: "to me" }, log);
    assertEquals(await reader.line(), "[neutral] to me");
  },
});

Deno.test("a reader that stalls costs the line, never a wait", async () => {
  using pet = petFolder();
  makeFifo(pet.pipes.say);
  await using _stalled = await Reader.start(pet.pipes.say, "stalls");
  const log = keepingLog();
  // 64 KiB is what a pipe of Linux holds; a line more would block a writer that waits.
  for (let line = 0; line < 40; line++) {
    showOnPet(pet.pipes, { ...NOTHING, text: "x".repeat(5000) }, log);
  }
  assertMatch(log.lines.join("\n"), /it is full, its reader stalls$/);
});

Deno.test("a pet that went away is skipped, and found again when it is back", async () => {
  using pet = petFolder();
  makeFifo(pet.pipes.say);
  const log = keepingLog();
  {
    await using first = await Reader.start(pet.pipes.say);
    showOnPet(pet.pipes, { ...NOTHING, text: "one" }, log);
    assertEquals(await first.line(), "[neutral] one");
  }
  showOnPet(pet.pipes, { ...NOTHING, text: "two" }, log);
  assertMatch(log.lines.join("\n"), /nobody reads it$/);
  await using second = await Reader.start(pet.pipes.say);
  showOnPet(pet.pipes, { ...NOTHING, text: "three" }, log);
  assertEquals(await second.line(), "[neutral] three");
});
