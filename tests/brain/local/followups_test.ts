import { assertEquals } from "@std/assert";
import { bundled, calls, exchange, invented, words } from "./catalogs.ts";

const CATALOG = [...bundled(), ...invented()];
const FAILED = exchange("play kraftwerk", "play_song", { query: "kraftwerk" }, {
  ok: false,
  message:
    "no match for 'kraftwerk' (closest: Kraftwerk - Autobahn, Kraftwerk - The Mix, Radio-Activity)",
});
const JAZZ = exchange("play some jazz", "play_song", { query: "jazz" });

for (
  const [message, title] of [
    ["the second one", "Kraftwerk - The Mix"],
    ["number 2", "Kraftwerk - The Mix"],
    ["2", "Kraftwerk - The Mix"],
    ["play the first one please", "Kraftwerk - Autobahn"],
    ["the last one", "Radio-Activity"],
    ["Radio-Activity", "Radio-Activity"],
    ["i meant radio activity", "Radio-Activity"],
    ["autobahn", "Kraftwerk - Autobahn"],
  ] as const
) {
  Deno.test(`after a failure that names the closest, "${message}" plays ${title}`, async () => {
    assertEquals(await calls(message, CATALOG, [FAILED]), [
      `play_song ${JSON.stringify({ query: title })}`,
    ]);
  });
}

Deno.test("yes takes the only name offered, and asks which of several", async () => {
  const single = exchange("play krft", "play_song", { query: "krft" }, {
    ok: false,
    message: "no match for 'krft' (closest: Kraftwerk - Autobahn)",
  });
  assertEquals(await calls("yes please", CATALOG, [single]), [
    'play_song {"query":"Kraftwerk - Autobahn"}',
  ]);
  assertEquals(await calls("yes", CATALOG, [FAILED]), []);
  assertEquals(
    await words("yes", CATALOG, [FAILED]),
    "Which one: Kraftwerk - Autobahn, Kraftwerk - The Mix or Radio-Activity?",
  );
});

Deno.test("a choice that was not offered is told, no and a new wish are taken", async () => {
  assertEquals(await words("the fifth one", CATALOG, [FAILED]), "There were only 3.");
  assertEquals(await calls("no thanks", CATALOG, [FAILED]), []);
  assertEquals(await calls("play adele", CATALOG, [FAILED]), ['play_song {"query":"adele"}']);
});

Deno.test("again and another one repeat the last call, past small talk", async () => {
  const thanks = { message: "thanks", reply: "Any time!", calls: [] };
  for (const message of ["again", "another one", "play it again", "one more please"]) {
    assertEquals(await calls(message, CATALOG, [JAZZ, thanks]), ['play_song {"query":"jazz"}']);
  }
  assertEquals(await calls("roll again", CATALOG, [exchange("roll", "dice", { count: "2" })]), [
    'dice {"count":"2"}',
  ]);
});

Deno.test("stop that stops what plays, and without a conversation nothing is repeated", async () => {
  assertEquals(await calls("stop that", CATALOG, [JAZZ]), ['media_control {"cmd":"stop"}']);
  assertEquals(await calls("again", CATALOG), []);
  assertEquals(await calls("the second one", CATALOG, [JAZZ]), []);
});

Deno.test("another value of the last call's parameters can be asked for", async () => {
  const tea = exchange("make tea", "tea", { kind: "tea" });
  assertEquals(await calls("what about coffee?", CATALOG, [tea]), ['tea {"kind":"coffee"}']);
  assertEquals(await calls("coffee", CATALOG, [tea]), ['tea {"kind":"coffee"}']);
  const paris = exchange("weather in Paris", "weather", { city: "Paris" });
  assertEquals(await calls("and in Oslo?", CATALOG, [paris]), ['weather {"city":"Oslo"}']);
  assertEquals(await calls("what about tomorrow", CATALOG, [paris]), [
    'weather {"city":"Paris","day":"tomorrow"}',
  ]);
  assertEquals(await calls("and you?", CATALOG, [paris]), []);
});

Deno.test("the answer to her question completes the call, unless the user lets it be", async () => {
  const asked = {
    message: "set a timer",
    reply: "How many minutes?",
    calls: [],
  };
  assertEquals(await calls("ten minutes", CATALOG, [asked]), ['timer {"minutes":"10"}']);
  assertEquals(await calls("never mind", CATALOG, [asked]), []);
  assertEquals(await calls("hello", CATALOG, [asked]), []);
});

Deno.test("an agent that is gone is not called again", async () => {
  assertEquals(await calls("again", bundled(), [exchange("make tea", "tea", {})]), []);
  assertEquals(await calls("again", [], [JAZZ]), []);
});
