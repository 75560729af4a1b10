import { assertEquals } from "@std/assert";
import { isMood, petChoice } from "../../../src/brain/models/moods.ts";
import { ACTIONS, EVENTS, MOODS } from "../../../src/pet/vocabulary.ts";

Deno.test("every mood, action and event of the pet can be chosen by a model", () => {
  for (const mood of MOODS) assertEquals(isMood(mood), true);
  for (const name of ACTIONS) assertEquals(petChoice("action", name), { kind: "action", name });
  for (const name of EVENTS) {
    assertEquals(petChoice("event", name.toUpperCase()), { kind: "event", name });
  }
});

Deno.test("a movement is an action to a model", () => {
  assertEquals(petChoice("action", "Walk  left"), { kind: "move", name: "walk left" });
  assertEquals(petChoice("action", "jump"), { kind: "move", name: "jump" });
  assertEquals(petChoice("action", "jump left"), undefined);
});

Deno.test("what the pet does not know is no choice, so that an agent's wish still counts", () => {
  assertEquals(isMood("sadly"), false);
  assertEquals(petChoice("action", "love"), undefined);
  assertEquals(petChoice("event", "dance"), undefined);
  assertEquals(petChoice("event", "constructor"), undefined);
});
