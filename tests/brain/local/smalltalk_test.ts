import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { ACTIONS, EVENTS, MOODS } from "../../../src/pet/vocabulary.ts";
import { bundled, events, invented, only, words } from "./catalogs.ts";

const FIVE = bundled();

Deno.test("she answers every kind of small talk with words and without a call", async () => {
  for (
    const message of [
      "hi",
      "good morning",
      "good night",
      "bye",
      "thanks!",
      "how are you",
      "are you a robot",
      "how old are you",
      "who are you",
      "tell me a joke",
      "you are great",
      "you're stupid",
      "i love you",
      "I went to the zoo",
      "what is the capital of France",
      "asdf",
      "sorry",
      "haha",
      "do you have pets",
      "who made you",
      "I am sad",
      "nice to meet you",
      "",
      "!!!",
    ]
  ) {
    const said = await events(message, FIVE);
    assertEquals(said.filter(({ type }) => type === "call"), [], message);
    assert(said.some((event) => event.type === "text" && event.text.length > 3), message);
  }
});

Deno.test("her moods and animations are ones the pet knows, and she never vanishes unasked", async () => {
  for (const message of ["hi", "good night", "bye", "i love you", "what is the meaning of life"]) {
    for (const event of await events(message, FIVE)) {
      if (event.type === "mood") assert((MOODS as readonly string[]).includes(event.mood));
      if (event.type !== "pet") continue;
      const { name } = event.command;
      assert([...ACTIONS, ...EVENTS].some((known) => known === name), name);
      assert(name !== "disappear" && name !== "appear");
    }
  }
});

Deno.test("the same question asked again gets another answer, the same conversation the same", async () => {
  const before = [{ message: "how are you", reply: "Fine.", calls: [] }];
  const first = await words("how are you", FIVE);
  assertEquals(await words("how are you", FIVE), first);
  assertNotEquals(await words("how are you", FIVE, before), first);
});

Deno.test("what can you do names what is installed now, in words", async () => {
  const five = await words("what can you do?", FIVE);
  assertStringIncludes(five, "play music");
  assertStringIncludes(five, "greet someone by name");
  assertEquals(five.includes("play_song"), false);
  const weather = only({ id: "sky", description: "Weather report for a town." });
  assertStringIncludes(
    await words("what can you do", weather),
    "help with weather report for a town",
  );
  assertStringIncludes(await words("what can you do", [...FIVE, ...invented()]), "more things");
});

Deno.test("without agents she says how to add one", async () => {
  assertStringIncludes(await words("what can you do", []), "onidia-chat -agents-install");
});

Deno.test("she knows her name and, when it is set, her age", async () => {
  const mia = { name: "Mia", age: "forty-two" };
  assertStringIncludes(await words("what's your name", FIVE, [], mia), "Mia");
  assertStringIncludes((await words("how old are you", FIVE, [], mia)).toLowerCase(), "forty-two");
});

Deno.test("a request she cannot fulfil names something she can do", async () => {
  assertStringIncludes(await words("book a flight to Rome", FIVE), "I can ");
});

Deno.test("other languages are declined kindly", async () => {
  for (const message of ["hola, como estas", "Привет, как дела", "你好"]) {
    assertStringIncludes(await words(message, FIVE), "English");
  }
});

Deno.test("a name with signs of a regular expression does no harm", async () => {
  assert((await words("hello", FIVE, [], { name: "A(i+)*[" })).length > 3);
});
