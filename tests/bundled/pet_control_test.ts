import { assert, assertEquals, assertThrows } from "@std/assert";
import { parsePet } from "../../src/agents/protocol.ts";
import { petControl } from "../../src/bundled/pet_control.ts";
import * as words from "../../src/bundled/pet_words.ts";
import { UserError } from "../../src/errors.ts";
import * as vocabulary from "../../src/pet/vocabulary.ts";

/** Asks the agent; gives its PET and OK texts. */
async function ask(kind: string, name: string): Promise<[pet: string, ok: string]> {
  const pets: string[] = [];
  const io = { env: () => undefined, info: () => {}, random: () => 0 };
  const pet = (command: string) => void pets.push(command);
  const ok = await petControl({ ...io, params: { kind, name }, pet });
  assertEquals(pets.length, 1);
  return [pets[0]!, ok];
}

function refusal(kind: string, name: string): string {
  const io = { env: () => undefined, info: () => {}, random: () => 0, pet: () => {} };
  return assertThrows(() => petControl({ ...io, params: { kind, name } }), UserError).message;
}

Deno.test("every name of the pet is understood and keeps to the grammar", async () => {
  const kinds = [
    ["expression", words.EXPRESSIONS],
    ["event", words.EVENTS],
    ["action", words.ACTIONS],
    ["move", words.MOVES],
  ] as const;
  for (const [kind, names] of kinds) {
    for (const { name, does } of names) {
      const [pet, ok] = await ask(kind, name);
      const parsed = parsePet(pet);
      assert("command" in parsed, pet);
      assertEquals(parsed.command.name, name);
      assertEquals(ok, `She ${does}.`);
    }
  }
});

Deno.test("the pet's own vocabulary is complete", () => {
  const names = (list: readonly words.PetName[]) => list.map((one) => one.name).sort();
  assertEquals(names(words.EXPRESSIONS), [...vocabulary.MOODS].sort());
  assertEquals(names(words.EVENTS), [...vocabulary.EVENTS].sort());
  assertEquals(names(words.ACTIONS), [...vocabulary.ACTIONS].sort());
  // The others are short for one of these: they are everyday words of theirs.
  const moves = new Set(words.MOVES.flatMap((one) => [one.name, ...one.words.split(" ")]));
  for (const move of [...vocabulary.MOVES, ...vocabulary.WALKS]) assert(moves.has(move), move);
});

Deno.test("no everyday word means two things of one kind", () => {
  for (const list of [words.EXPRESSIONS, words.EVENTS, words.ACTIONS, words.MOVES]) {
    const all = list.flatMap((one) => [one.name, ...one.words.split(" ")]).filter((word) => word);
    const twice = all.filter((word, at) => all.indexOf(word) !== at);
    assertEquals(twice, []);
  }
});

Deno.test("everyday words become the pet's names", async () => {
  const asked: [string, string, string, string][] = [
    ["action", "juggling", "action juggle", "She is juggling."],
    ["action", "a happy dance", "action dance", "She is dancing."],
    ["event", "Hearts!", "event love", "She sends hearts."],
    ["event", "throw confetti", "event celebration", "She celebrates."],
    ["expression", "Joyful", "expr happy", "She looks happy."],
    ["expression", "scared", "expr fear", "She looks afraid."],
    ["move", "walk to the left", "walk left", "She walks to the left."],
    ["move", "go right", "walk right", "She walks to the right."],
    ["move", "hop", "hop", "She hops."],
    ["action", "ride a bike", "action ride", "She is riding."],
    ["move", "ride", "ride", "She rides along."],
  ];
  for (const [kind, name, pet, ok] of asked) assertEquals(await ask(kind, name), [pet, ok]);
});

Deno.test("what is unknown is refused with the names that are valid", () => {
  assertEquals(
    refusal("action", "fly"),
    "unknown action 'fly' - try skip, juggle, dance, eat, work, guitar, sneeze, sixseven, " +
      "basketball, drive, ride, kitten, wave",
  );
  assertEquals(
    refusal("mood", "happy"),
    "kind: expected expression, event, action, move, not 'mood'",
  );
});

Deno.test("what could mean two things is refused with both", () => {
  assertEquals(
    refusal("expression", "happy and sad"),
    "'happy and sad' could be happy or sad - say which",
  );
});

Deno.test("she does not disappear unless that is what was asked for", async () => {
  assertEquals(await ask("event", "vanish"), ["event disappear", "She disappears."]);
  const others = words.EVENTS.filter((one) => !/appear/.test(one.name));
  for (const { name } of others) assert(!(await ask("event", name))[0].includes("appear"));
});
