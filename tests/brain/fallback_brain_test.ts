import { assert, assertEquals, assertMatch } from "@std/assert";
import type { BrainEvent } from "../../src/brain/brain.ts";
import { createFallbackBrain } from "../../src/brain/fallback_brain.ts";
import { ask, HandClock, say, scripted, turn } from "./turn_fixture.ts";

const away: BrainEvent = { type: "failure", reason: "it is away", away: true };
const odd: BrainEvent = { type: "failure", reason: "that was odd" };

/** A pair of brains, of which the first says what the test sets. */
function pair() {
  const state: { says: readonly BrainEvent[] } = { says: [say("first")] };
  const first = { ...scripted([() => state.says]), name: "first" };
  const other = { ...scripted(() => [say("other")]), name: "other" };
  const clock = new HandClock();
  const brain = createFallbackBrain(first, other, clock);
  const tell = async (message: string) => {
    const { text, failure, brain: name } = await turn(brain, { message });
    return [name, text, failure] as const;
  };
  return { state, first, other, clock, tell, brain };
}

Deno.test("while all is well the other brain is never asked", async () => {
  const { tell, other } = pair();
  assertEquals(await tell("a"), ["first", "first", undefined]);
  assertEquals(await tell("b"), ["first", "first", undefined]);
  assertEquals(other.asked.length, 0);
});

Deno.test("it is said once that a brain is away, then the other answers, also after a minute", async () => {
  const { state, tell, clock, first } = pair();
  state.says = [away];
  const [name, text, failure] = await tell("a");
  assertEquals([name, text], ["first", ""]);
  assertMatch(failure!, /^it is away\. Until it is back, the other brain answers$/);
  assertEquals(await tell("b"), ["other", "other", undefined]);
  assertEquals(await tell("c"), ["other", "other", undefined]);
  assertEquals(first.asked.length, 1);
  await clock.pass(60_001);
  assertEquals(await tell("d"), ["other", "other", undefined]);
  assertEquals(first.asked.length, 2);
});

Deno.test("a brain that is back answers again after a minute, and its next absence is said again", async () => {
  const { state, tell, clock } = pair();
  state.says = [away];
  await tell("a");
  await tell("b");
  state.says = [say("back")];
  assertEquals((await tell("c"))[0], "other");
  await clock.pass(60_001);
  assertEquals(await tell("d"), ["first", "back", undefined]);
  state.says = [away];
  assert((await tell("e"))[2] !== undefined);
});

Deno.test("the message that failed, said again, asks the first brain at once", async () => {
  const { state, tell } = pair();
  state.says = [away];
  await tell("a");
  assert((await tell("a"))[2] !== undefined);
  state.says = [say("back")];
  assertEquals(await tell("a"), ["first", "back", undefined]);
  assertEquals((await tell("b"))[0], "first");
});

Deno.test("a failure of one message alone sends nobody away", async () => {
  const { state, tell, other } = pair();
  state.says = [odd];
  assertEquals(await tell("a"), ["first", "", "that was odd"]);
  state.says = [say("fine")];
  assertEquals(await tell("b"), ["first", "fine", undefined]);
  assertEquals(other.asked.length, 0);
});

Deno.test("who began a reply ends it, and an absence in the middle counts", async () => {
  const first = { ...scripted([() => [ask("tea")], () => [away]]), name: "first" };
  const other = { ...scripted(() => [say("other")]), name: "other" };
  const brain = createFallbackBrain(first, other, new HandClock());
  const reply = await turn(brain, { message: "a" });
  assertEquals([reply.brain, reply.text], ["first", "tea"]);
  assertMatch(reply.failure!, /^it is away\. Until/);
  assertEquals((await turn(brain, { message: "b" })).brain, "other");
});
