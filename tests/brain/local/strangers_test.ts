import { assertEquals, assertStringIncludes } from "@std/assert";
import { bundled, calls, exchange, invented, only, words } from "./catalogs.ts";
import type { Request } from "./sentences.ts";

const CATALOG = [...bundled(), ...invented("strangers")]
  .sort((a, b) => a.manifest.id < b.manifest.id ? -1 : 1);

/** SPEC's tea agent beside agents that lack a parameter when only their topic is named. */
const HOUSE = [
  ...bundled(),
  ...only(
    {
      id: "tea",
      description:
        "Announce that the kettle is on. Use when the user mentions tea, kettle, or a hot drink.",
      params: [{
        name: "kind",
        enum: ["tea", "coffee"],
        default: "tea",
        description: "which drink",
      }],
    },
    {
      id: "weather",
      description: "Get the weather forecast for a city. Use when the user asks about the weather.",
      params: [{ name: "city", required: true, description: "name of the city" }],
    },
    {
      id: "timer",
      description: "Set a timer. Use when the user wants a countdown or a timer.",
      params: [{ name: "minutes", type: "int", required: true, description: "how many minutes" }],
    },
    {
      id: "roll",
      description: "Roll dice. Use when the user wants to roll a die.",
      params: [
        { name: "sides", type: "int", default: 6, description: "sides of the die" },
        { name: "count", type: "int", default: 1, description: "how many dice" },
      ],
    },
  ),
];

const REQUESTS: readonly Request[] = [
  ["start a 40 minute pomodoro", 'pomodoro {"minutes":"40"}'],
  ["help me focus", "pomodoro {}"],
  ["how do you say thank you in japanese", 'translator {"text":"thank you","to":"japanese"}'],
  ["make a qr code for https://example.org", 'qr {"content":"https://example.org"}'],
  ["what is my public ip", "myip {}"],
  ["do I have enough disk space", "disk {}"],
  ["how is apple doing", 'stocks {"symbol":"apple"}'],
  ["make the screen brighter", 'brightness {"direction":"up"}'],
  ["put bread and butter on the shopping list", 'shopping {"item":"bread and butter","op":"add"}'],
  ["what's on my shopping list", 'shopping {"op":"show"}'],
  [
    "make me a 12 character password without symbols",
    'passgen {"length":"12","symbols":"false"}',
  ],
  ["days till new year", 'countdown {"event":"new year"}'],
  ["is it a full moon", "moon {}"],
  ["what's the uptime", "uptime {}"],
  ["what does ubiquitous mean", 'dictionary {"word":"ubiquitous"}'],
  [
    "remind me to take the pills at 5pm",
    'reminder {"what":"take the pills","when":"at 5pm"}',
  ],
  ["switch the wifi off please", 'wifi {"state":"off"}'],
  ["ping example.org", 'ping {"host":"example.org"}'],
  ["when does the sun set", "sun {}"],
  ["sunset in Madrid", 'sun {"city":"Madrid"}'],
  ["which bluetooth devices are paired", 'bluetooth {"op":"show"}'],
  ["I want a new wallpaper with mountains", 'wallpaper {"theme":"mountains"}'],
  ["calculate my bmi, height 180 and weight 75", 'bmi {"height":"180","weight":"75"}'],
  ["I'm looking for a file named budget", 'find_file {"name":"budget"}'],
  ["turn the music off", 'media_control {"cmd":"stop"}'],
  ["play moon river", 'play_song {"query":"moon river"}'],
  ["the disk jockey was great", ""],
  ["what a full moon party", ""],
  ["my password is secret", ""],
  ["I am going shopping", ""],
  ["you are my sunshine", ""],
  ["what's up", ""],
];

Deno.test("agents as strangers write them are called for what they do, and for nothing else", async () => {
  const wrong: string[] = [];
  for (const [message, expected] of REQUESTS) {
    const got = (await calls(message, CATALOG)).join(" + ");
    if (got !== expected) {
      wrong.push(`${message}: ${got || "nothing"}, not ${expected || "nothing"}`);
    }
  }
  assertEquals(wrong, []);
});

Deno.test("an agent that lacks a parameter is asked for, and no other one takes its place", async () => {
  for (const message of ["weather", "forecast", "the weather please", "what's the weather"]) {
    assertEquals(await calls(message, HOUSE), [], message);
    assertEquals(await words(message, HOUSE), "Which city?", message);
  }
  assertEquals(await calls("hot", HOUSE), []);
  assertEquals(await words("timer", HOUSE), "How many minutes?");
});

Deno.test("dice are rolled as players write them", async () => {
  assertEquals(await calls("roll a d20", HOUSE), ['roll {"sides":"20"}']);
  assertEquals(await calls("3 d6", HOUSE), ['roll {"count":"3","sides":"6"}']);
  assertEquals(await calls("roll 3d6", HOUSE), ['roll {"count":"3","sides":"6"}']);
  assertEquals(await calls("roll two dice", HOUSE), ['roll {"count":"2"}']);
});

Deno.test("an answer to her question completes the call, in whatever words", async () => {
  const asked = { message: "weather", reply: "Which city?", calls: [] };
  for (const answer of ["Paris", "in Paris please", "i'm in Paris"]) {
    assertEquals(await calls(answer, HOUSE, [asked]), ['weather {"city":"Paris"}'], answer);
  }
  assertEquals(await calls("yes", HOUSE, [asked]), []);
  assertEquals(await calls("pause", HOUSE, [asked]), ['media_control {"cmd":"pause"}']);
  const timer = { message: "set a timer", reply: "How many minutes?", calls: [] };
  assertEquals(await calls("an hour", HOUSE, [timer]), ['timer {"minutes":"60"}']);
});

Deno.test("a pick among offered names can be made by letter and changed to the other one", async () => {
  const failed = exchange("play bach", "play_song", { query: "bach" }, {
    ok: false,
    message: "no match for 'bach' (closest: Air, Fugue)",
  });
  assertEquals(await calls("b", HOUSE, [failed]), ['play_song {"query":"Fugue"}']);
  const first = exchange("the first one", "play_song", { query: "Air" });
  assertEquals(await calls("no, the other one", HOUSE, [failed, first]), [
    'play_song {"query":"Fugue"}',
  ]);
  const jazz = exchange("play some jazz", "play_song", { query: "jazz" });
  assertEquals(await calls("something else", HOUSE, [jazz]), ["play_song {}"]);
});

Deno.test("she does not repeat a reply while she has another one", async () => {
  const said: { message: string; reply: string; calls: [] }[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const reply = await words("thanks", HOUSE, said);
    assertEquals(said.some((earlier) => earlier.reply === reply), false, reply);
    said.push({ message: "thanks", reply, calls: [] });
  }
  assertStringIncludes(await words("what can you do?", HOUSE, said), "play music");
});
