import { assertEquals } from "@std/assert";
import { bundled, calls, invented, only, words } from "./catalogs.ts";
import { OTHER_REQUESTS, OTHER_TALK, type Request, REQUESTS, TALK } from "./sentences.ts";

const FIVE = bundled();
const INVENTED = [...FIVE, ...invented()];
const OTHERS = [...FIVE, ...invented("others")];

async function assertCalls(rows: readonly Request[], catalog: typeof FIVE): Promise<void> {
  const wrong: string[] = [];
  for (const [message, expected] of rows) {
    const got = (await calls(message, catalog)).join(" + ");
    if (got !== expected) {
      wrong.push(`${message}: ${got || "nothing"}, not ${expected || "nothing"}`);
    }
  }
  assertEquals(wrong, []);
}

const nothing = (messages: readonly string[]): Request[] =>
  messages.map((message) => [message, ""]);

Deno.test("music is played from many ways to ask for it", () =>
  assertCalls([
    ["play some jazz", 'play_song {"query":"jazz"}'],
    ["PLAY SOME JAZZ", 'play_song {"query":"JAZZ"}'],
    ["paly some jazz", 'play_song {"query":"jazz"}'],
    ["onidia, play some jazz", 'play_song {"query":"jazz"}'],
    ["hey google play adele", 'play_song {"query":"adele"}'],
    ["could you please put on some Nina Simone", 'play_song {"query":"Nina Simone"}'],
    ["i want to hear the latest album by bowie on spotify", 'play_song {"query":"bowie"}'],
    ["if you could play some jazz that would be great", 'play_song {"query":"jazz"}'],
    ["play simon and garfunkel", 'play_song {"query":"simon and garfunkel"}'],
    ['play "Stop" by Pink Floyd', 'play_song {"query":"Stop Pink Floyd"}'],
    ["Play The Song Remains The Same", 'play_song {"query":"The Song Remains The Same"}'],
    ["play music from 1972", "play_song {}"],
    ["music please", "play_song {}"],
    ["shuffle something", "play_song {}"],
  ], FIVE));

Deno.test("films are played, in a window when the user says so", () =>
  assertCalls([
    ["put on the marathon", 'play_movie {"query":"the marathon"}'],
    ["watch Alien in a window", 'play_movie {"fullscreen":"false","query":"Alien"}'],
    ["play the movie Blade Runner", 'play_movie {"query":"Blade Runner"}'],
    ["let's watch a film", "play_movie {}"],
    ["show me the video of our wedding", 'play_movie {"query":"wedding"}'],
  ], FIVE));

Deno.test("what plays is paused, resumed, stopped and named", () =>
  assertCalls([
    ["pause", 'media_control {"cmd":"pause"}'],
    ["puase", 'media_control {"cmd":"pause"}'],
    ["can you pause that for a second", 'media_control {"cmd":"pause"}'],
    ["wait, pause the song", 'media_control {"cmd":"pause","target":"song"}'],
    ["keep playing", 'media_control {"cmd":"resume"}'],
    ["stop that", 'media_control {"cmd":"stop"}'],
    ["turn the music off", 'media_control {"cmd":"stop"}'],
    ["stop the film", 'media_control {"cmd":"stop","target":"movie"}'],
    ["whats playing", 'media_control {"cmd":"status"}'],
    ["do you know what song this is", 'media_control {"cmd":"status"}'],
    ["who sings this", 'media_control {"cmd":"status"}'],
  ], FIVE));

Deno.test("the buddy does what she is told, by everyday names", () =>
  assertCalls([
    ["do a happy dance", 'pet_control {"kind":"action","name":"dance"}'],
    ["show me how you juggle", 'pet_control {"kind":"action","name":"juggle"}'],
    ["give me a heart", 'pet_control {"kind":"event","name":"love"}'],
    ["party time, throw confetti", 'pet_control {"kind":"event","name":"celebration"}'],
    ["make a sad face", 'pet_control {"kind":"expression","name":"sad"}'],
    ["walk to the left", 'pet_control {"kind":"move","name":"walk left"}'],
    ["jump!", 'pet_control {"kind":"move","name":"jump"}'],
  ], FIVE));

Deno.test("people are greeted, formally when asked", () =>
  assertCalls([
    ["say hello to Ada", 'hello_world {"name":"Ada"}'],
    ["greet Ada formally", 'hello_world {"name":"Ada","style":"formal"}'],
    ["please say hello to Ada in a formal way", 'hello_world {"name":"Ada","style":"formal"}'],
    ["formally greet Dr. Smith", 'hello_world {"name":"Dr Smith","style":"formal"}'],
  ], FIVE));

Deno.test("a message may ask for several things", () =>
  assertCalls([
    [
      "play some jazz and dance for me",
      'play_song {"query":"jazz"} + pet_control {"kind":"action","name":"dance"}',
    ],
    [
      "stop the music, then say hello to Ada",
      'media_control {"cmd":"stop"} + hello_world {"name":"Ada"}',
    ],
    ["I want some music. Play something by Adele.", 'play_song {"query":"Adele"}'],
  ], FIVE));

Deno.test("ordinary talk calls nothing", () =>
  assertCalls(
    nothing([
      "I like jazz",
      "do not play anything",
      "I don't want to hear jazz",
      "she told me to play some jazz",
      "the band played jazz",
      "why did the music stop yesterday",
      "how do I pause a download in firefox",
      "what does resume mean in french",
      "stop worrying so much",
      "I danced all night",
      "jump to conclusions",
      "I love you",
      "hello",
      "hello world",
      "play fair",
      "watch out",
      "what song should I play",
      "skip this song",
      "next to nothing is playing out as planned",
      "",
      "?!",
    ]),
    FIVE,
  ));

Deno.test("agents nobody here knows are reached from their manifests", () =>
  assertCalls(REQUESTS, INVENTED));

Deno.test("talk that holds an agent's words does not fire it", () =>
  assertCalls(nothing(TALK), INVENTED));

Deno.test("seventeen more agents are reached as well", () => assertCalls(OTHER_REQUESTS, OTHERS));

Deno.test("talk around seventeen more agents fires none", () =>
  assertCalls(nothing(OTHER_TALK), OTHERS));

Deno.test("with only the tea agent, the page's sentence reaches it and music reaches nothing", async () => {
  const tea = only({
    id: "tea",
    description:
      "Announce that the kettle is on. Use when the user mentions tea, kettle, or a hot drink.",
    params: [{ name: "kind", enum: ["tea", "coffee"], default: "tea", description: "which drink" }],
  });
  assertEquals(await calls("put the kettle on", tea), ["tea {}"]);
  assertEquals(await calls("play some jazz", tea), []);
});

Deno.test("what a description excludes is not called", async () => {
  const painter = only({
    id: "painter",
    description: "Paint a picture. Use when the user wants a painting. Not for painting walls.",
    params: [{ name: "subject", description: "what to paint" }],
  });
  assertEquals(await calls("paint a picture of a boat", painter), ['painter {"subject":"boat"}']);
  assertEquals(await calls("paint walls", painter), []);
});

Deno.test("a missing required parameter is asked for in a whole question", async () => {
  assertEquals(await calls("take a note", INVENTED), []);
  assertEquals(
    await words("take a note", INVENTED),
    "What should I write down?",
  );
});

Deno.test("an empty catalog calls nothing", async () => {
  assertEquals(await calls("play some jazz", []), []);
});

Deno.test("a message of a megabyte, control characters and other scripts are survived", async () => {
  assertEquals(await calls("la ".repeat(350_000), FIVE), []);
  assertEquals(await calls("play " + "a".repeat(1_000_000), FIVE).then((all) => all.length), 1);
  assertEquals(await calls("\u0000play\u001b[31m jazz\u0007", FIVE), [
    'play_song {"query":"jazz"}',
  ]);
  assertEquals(await calls("Включи музыку", FIVE), []);
  assertEquals(await calls("((((((" + "and ".repeat(500), FIVE), []);
});

Deno.test("lines of a pasted text do not act as commands", async () => {
  const paste = "explain this: " + "the loop runs on\n".repeat(60) + "stop\n";
  assertEquals(await calls(paste, FIVE), []);
});

Deno.test("hostile manifests cost time neither when read nor when matched", async () => {
  const greedy = only({
    id: "greedy",
    description: "Do ".repeat(2000) + "(".repeat(500),
    params: [{ name: "a" }, { name: "b" }],
    examples: Array.from({ length: 16 }, () => "x {a} y {b} x {a} y {b} x {a} y {b} end"),
  });
  assertEquals(await calls("end " + "x y ".repeat(40), greedy), []);
});
