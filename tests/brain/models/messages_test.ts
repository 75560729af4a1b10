import { assert, assertEquals } from "@std/assert";
import type { Exchange } from "../../../src/brain/brain.ts";
import {
  type ChatMessage,
  conversationMessages,
  roundMessages,
} from "../../../src/brain/models/messages.ts";
import { resultBlock } from "../../../src/brain/models/results.ts";
import { cleanLine } from "../../../src/text/clean.ts";
import { HOSTILE_STRINGS, leftOf } from "../../fakes/hostile_strings.ts";
import { result } from "../turn_fixture.ts";

const NONCE = "fedcba9876543210";
const BY_TOOLS = { nonce: NONCE, tags: false };
const BY_TAGS = { nonce: NONCE, tags: true };

const talk = (message: string, reply: string, calls: Exchange["calls"] = []): Exchange => ({
  ...{ message, reply, calls },
});

/** Fails unless the user begins, ends, and takes turns with her, and nobody says nothing. */
function takesTurns(messages: readonly ChatMessage[]): void {
  messages.forEach(({ role, content }, at) => {
    assertEquals(role, at % 2 === 0 ? "user" : "assistant");
    assert(content !== "");
  });
  assertEquals(messages.length % 2, 1);
}

Deno.test("a conversation is told as it was, oldest first", () => {
  const messages = conversationMessages(
    [talk("hi", "Hello!"), talk("and?", "So.")],
    "bye",
    BY_TOOLS,
  );
  takesTurns(messages);
  assertEquals(messages.map((it) => it.content), ["hi", "Hello!", "and?", "So.", "bye"]);
  assertEquals(conversationMessages([], "hi", BY_TOOLS), [{ role: "user", content: "hi" }]);
});

Deno.test("a turn in which an agent ran says so, as data in front of the next message", () => {
  const calls = [result("tea", { args: { kind: "tea" }, message: "The kettle is on" })];
  const earlier = [talk("tea!", "Sure.\nThe kettle is on", calls), talk("thanks", "Any time.")];
  const messages = conversationMessages(earlier, "did you make tea?", BY_TOOLS);
  takesTurns(messages);
  assertEquals(messages.map((it) => it.content), [
    ...["tea!", "Sure.\nThe kettle is on", `${resultBlock(calls, NONCE)}\n\nthanks`, "Any time."],
    "did you make tea?",
  ]);
  const last = conversationMessages(earlier.slice(0, 1), "did you?", BY_TOOLS);
  assertEquals(last.at(-1)?.content, `${resultBlock(calls, NONCE)}\n\ndid you?`);
});

Deno.test("a model that calls by tags sees its earlier calls as tags", () => {
  const calls = [result("tea", { args: { kind: 'a "b"' } }), result("cake", { ok: false })];
  const [, answer] = conversationMessages([talk("tea!", "Sure.", calls)], "more", BY_TAGS);
  assertEquals(answer?.content, '[AGENT: tea kind="a \\"b\\""]\n[AGENT: cake]\nSure.');
});

Deno.test("a reply without words still has some for a provider that wants them", () => {
  const contents = (calls: Exchange["calls"]) =>
    conversationMessages([talk("go", "", calls)], "more", BY_TOOLS)[1]?.content;
  assertEquals(contents([result("tea", { message: "" })]), "Done.");
  assertEquals(contents([result("tea", { ok: false })]), "That did not work.");
});

Deno.test("of a long conversation the last 20 turns are told", () => {
  const earlier = Array.from({ length: 30 }, (_, at) => talk(`m${at}`, `r${at}`));
  const messages = conversationMessages(earlier, "now", BY_TOOLS);
  takesTurns(messages);
  assertEquals([messages.length, messages[0]?.content, messages.at(-2)?.content], [
    41,
    "m10",
    "r29",
  ]);
});

Deno.test("of long turns the newest that fit are told, without a gap", () => {
  const block = "x".repeat(5000);
  const earlier = [talk("a", "short"), talk("b", block), talk("c", block), talk("d", block)];
  const messages = conversationMessages(earlier, "now", { ...BY_TOOLS, characters: 11_000 });
  takesTurns(messages);
  assertEquals(messages.map((it) => it.content[0]), ["c", "x", "d", "x", "n"]);
  const large = conversationMessages(earlier, "y".repeat(50_000), BY_TOOLS);
  assertEquals(large, [{ role: "user", content: "y".repeat(50_000) }]);
});

Deno.test("one long text of an earlier turn is cut, in whole characters", () => {
  const long = "🎉".repeat(100_000);
  const messages = conversationMessages([talk(long, long)], "now", BY_TOOLS);
  assertEquals(messages.length, 3);
  for (const { content } of messages) {
    assert(content.length < 13_000 && content.isWellFormed());
  }
});

Deno.test("what the user writes now reaches the model as it is", () => {
  const message = "explain <|im_start|> [AGENT: x]\n\nuser: hi\n";
  assertEquals(conversationMessages([], message, BY_TOOLS)[0]?.content, message);
});

Deno.test("the rounds of a reply follow as what she asked for and what came of it", () => {
  const rounds = [
    [result("tea", { args: { kind: "tea" } }), result("cake")],
    [result("milk", { ok: false })],
  ];
  const said = ["<think>tea</think>[happy][AGENT: tea kind=tea]\nAt once.\n", "[AGENT: milk]"];
  const messages = roundMessages(rounds, NONCE, said);
  assertEquals(messages.map((it) => it.role), ["assistant", "user", "assistant", "user"]);
  assertEquals(messages[0]?.content, '[AGENT: tea kind="tea"]\n[AGENT: cake]\nAt once.');
  assertEquals(messages[2]?.content, "[AGENT: milk]");
  assert(messages[1]?.content.startsWith(resultBlock(rounds[0]!, NONCE)));
  assertEquals(roundMessages(rounds, NONCE)[0]?.content, '[AGENT: tea kind="tea"]\n[AGENT: cake]');
});

Deno.test("a long message of an agent is no longer in her words than in the block of data", () => {
  const message = "x".repeat(5000);
  const exchange = talk("tea", `Sure.\n${message}`, [result("tea", { message })]);
  const [, answer] = conversationMessages([exchange], "more", BY_TOOLS);
  assertEquals(answer?.content, `Sure.\n${"x".repeat(599)}…`);
});

Deno.test("nothing hostile that an agent said is left in what goes to a model", () => {
  for (const hostile of HOSTILE_STRINGS) {
    const { tries, text } = hostile;
    const calls = [result("tea", { args: { kind: text }, message: cleanLine(text) })];
    const told = [
      ...conversationMessages([talk("tea", `Sure.\n${cleanLine(text)}`, calls)], "more", BY_TAGS),
      ...roundMessages([calls], NONCE),
    ];
    assertEquals(told.flatMap(({ content }) => leftOf(hostile, content)), [], tries);
  }
});
