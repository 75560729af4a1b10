import { assert, assertEquals } from "@std/assert";
import type { CallAgent } from "../../src/agents/agent.ts";
import { ask, HandClock, result, say, scripted, settle, turn } from "./turn_fixture.ts";

/** Calls that never end by themselves; they end when told to, as the host's do. */
function endless(stopped: string[]): CallAgent {
  return (id, _args, signal) =>
    new Promise((resolve) =>
      signal.addEventListener("abort", () => {
        stopped.push(id);
        resolve(result(id, { args: { a: "b" }, ok: false, message: "killed", info: ["was here"] }));
      })
    );
}

/** Calls that never end, whatever they are told. */
const deaf: CallAgent = () => new Promise(() => {});

Deno.test("a cancelled reply keeps what was said and stops its agents", async () => {
  const stopped: string[] = [];
  const cancel = new AbortController();
  const brain = scripted(() => [say("On it."), ...["a", "b", "c", "d", "e"].map((id) => ask(id))]);
  const running = turn(brain, { call: endless(stopped), signal: cancel.signal });
  await settle();
  cancel.abort();
  const reply = await running;
  assertEquals([reply.text, reply.cancelled, reply.failure], ["On it.", true, undefined]);
  assertEquals(stopped, ["a", "b", "c", "d"]);
  assertEquals(reply.calls.map((call) => call.message), [
    ...["a", "b", "c", "d", "e"].map((id) => `agent ${id}: cancelled`),
  ]);
  assertEquals(reply.calls[0]?.info, ["was here"]);
  const started = reply.events.flatMap((event) => event.type === "calling" ? [event.id] : []);
  assertEquals(started, ["a", "b", "c", "d"]);
});

Deno.test("what an agent had done before the reply was cancelled is still told", async () => {
  const cancel = new AbortController();
  const brain = scripted([
    () => [ask("song")],
    async function* () {
      yield say("It is ");
      await new Promise(() => {});
    },
  ]);
  const running = turn(brain, { signal: cancel.signal });
  await settle();
  cancel.abort();
  assertEquals((await running).text, "It is\nsong");
});

Deno.test("a brain that does not heed the cancelling is left alone", async () => {
  const cancel = new AbortController();
  const brain = scripted(async function* () {
    yield say("Well");
    await new Promise(() => {});
    yield say(" never");
  });
  const running = turn(brain, { signal: cancel.signal });
  await settle();
  cancel.abort();
  assertEquals((await running).text, "Well");
});

Deno.test("a brain whose request is aborted by the cancelling has not failed", async () => {
  const cancel = new AbortController();
  const brain = scripted(async function* ({ signal }) {
    yield say("Well");
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const running = turn(brain, { signal: cancel.signal });
  await settle();
  cancel.abort();
  const reply = await running;
  assertEquals([reply.text, reply.cancelled, reply.failed], ["Well", true, false]);
});

Deno.test("a reply cancelled before it began says nothing and asks nobody", async () => {
  const brain = scripted(() => [say("Hello")]);
  const reply = await turn(brain, { signal: AbortSignal.abort() });
  assertEquals([reply.text, reply.cancelled, reply.calls], ["", true, []]);
});

Deno.test("an agent that does not end when cancelled is given up", async () => {
  const clock = new HandClock();
  const cancel = new AbortController();
  const running = turn(scripted(() => [ask("deaf")]), { call: deaf, clock, signal: cancel.signal });
  await settle();
  cancel.abort();
  await clock.pass(1_000);
  const reply = await running;
  assertEquals(reply.calls.map((call) => call.message), ["agent deaf: cancelled"]);
});

Deno.test("after 60 seconds the agents that still run are stopped, and say so", async () => {
  const clock = new HandClock();
  const stopped: string[] = [];
  const endlessly = endless(stopped);
  const call: CallAgent = (id, args, signal) =>
    id === "quick" ? Promise.resolve(result(id)) : endlessly(id, args, signal);
  const ids = ["quick", "a", "b", "c", "d", "e"];
  const running = turn(scripted(() => ids.map((id) => ask(id))), { call, clock });
  await clock.pass(59_999);
  assertEquals(stopped, []);
  await clock.pass(1);
  assertEquals(stopped, ["a", "b", "c", "d"]);
  const reply = await running;
  assertEquals(
    reply.text.split("\n"),
    [
      "quick",
      ..."abcd".split("").map((id) =>
        `(agent ${id}: stopped: the 60 seconds for all agents of one reply are over)`
      ),
      "(agent e: not started: the 60 seconds for all agents of one reply are over)",
    ],
  );
  assertEquals([reply.cancelled, reply.failed], [false, false]);
  assertEquals(reply.calls[1]?.args, { a: "b" });
});

Deno.test("the 60 seconds are one budget over all rounds, and thinking does not use them up", async () => {
  const clock = new HandClock();
  const stopped: string[] = [];
  const brain = scripted([
    () => [ask("first")],
    async function* () {
      await clock.pass(100_000); // the model thinks
      yield ask("second");
    },
    () => [ask("third"), say("Enough.")],
  ]);
  const started: string[] = [];
  const call: CallAgent = async (id, args, signal) => {
    started.push(id);
    if (id !== "first") return await endless(stopped)(id, args, signal);
    await clock.pass(40_000);
    return result(id);
  };
  const running = turn(brain, { call, clock });
  while (!started.includes("second")) await settle();
  await clock.pass(19_000);
  assertEquals(stopped, []);
  await clock.pass(1_000);
  const reply = await running;
  assertEquals(stopped, ["second"]);
  assertEquals(reply.calls.map((call) => call.ok), [true, false, false]);
  assert(reply.calls[2]?.message.includes("not started"));
});
