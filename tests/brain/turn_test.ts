import { assert, assertEquals, assertRejects } from "@std/assert";
import type { CallAgent, CallResult } from "../../src/agents/agent.ts";
import type { BrainEvent } from "../../src/brain/brain.ts";
import type { TurnEvent } from "../../src/brain/turn.ts";
import { UserError } from "../../src/errors.ts";
import { answering, ask, offered, result, say, scripted, settle, turn } from "./turn_fixture.ts";

Deno.test("talk without agents is the reply, streamed as it comes", async () => {
  const brain = scripted(() => [say("Hello "), say("there."), { type: "mood", mood: "happy" }]);
  const reply = await turn(brain);
  assertEquals(reply.text, "Hello there.");
  assertEquals(reply.pieces, ["Hello", " there."]);
  assertEquals(reply.mood, "happy");
  assertEquals(reply.pet, null);
  assertEquals(reply.brain, "scripted");
  assertEquals([reply.failed, reply.cancelled, reply.rounds], [false, false, 1]);
});

Deno.test("OK messages join as lines of their own, in the order asked", async () => {
  const brain = scripted(() => [say("At once."), ask("slow"), ask("quick")]);
  const order: string[] = [];
  const call: CallAgent = async (id) => {
    if (id === "slow") await settle();
    order.push(id);
    return result(id, { message: `${id} is done` });
  };
  const reply = await turn(brain, { call });
  assertEquals(order, ["quick", "slow"]);
  assertEquals(reply.text, "At once.\nslow is done\nquick is done");
  assertEquals(reply.calls.map((call) => call.id), ["slow", "quick"]);
  assertEquals(reply.events.map((event) => event.type === "calling" ? event.id : event.text), [
    ...["At once.", "slow", "quick", "\nslow is done", "\nquick is done"],
  ]);
});

Deno.test("an OK message the text already holds is not said twice", async () => {
  const call = answering({ tea: { message: "The kettle is on" }, too: { message: "14" } });
  const twice = scripted(() => [say("Fine. The  kettle\nis on."), ask("tea")]);
  assertEquals((await turn(twice, { call })).text, "Fine. The  kettle\nis on.");
  const same = scripted(() => [ask("a"), ask("b")]);
  const done = answering({ a: { message: "Done." }, b: { message: "Done." } });
  assertEquals((await turn(same, { call: done })).text, "Done.");
});

Deno.test("a message is held by the text only as whole words", async () => {
  const brain = scripted(() => [say("I roll 14 dice."), ask("dice")]);
  const reply = await turn(brain, { call: answering({ dice: { message: "4" } }) });
  assertEquals(reply.text, "I roll 14 dice.\n4");
});

Deno.test("an empty OK adds nothing, a failure is appended in parentheses", async () => {
  const brain = scripted(() => [ask("quiet"), ask("tea"), ask("song")]);
  const timedOut = { ok: false, message: "agent tea: timed out after 5000" };
  const reply = await turn(brain, { call: answering({ quiet: { message: "" }, tea: timedOut }) });
  assertEquals(reply.text, "(agent tea: timed out after 5000)\nsong");
  assertEquals(reply.failed, false);
});

Deno.test("a reply has failed when every agent it called failed", async () => {
  const no = { ok: false, message: "no" };
  const brain = scripted(() => [say("I try."), ask("a"), ask("b")]);
  const reply = await turn(brain, { call: answering({ a: no, b: no }) });
  assertEquals([reply.text, reply.failed, reply.failure], ["I try.\n(no)", true, undefined]);
  assertEquals((await turn(brain, { call: answering({ a: no }) })).failed, false);
});

Deno.test("the same agent with the same arguments is never called twice", async () => {
  const text = { required: false, description: "" } as const;
  const catalog = [
    offered("roll", [
      { ...text, name: "sides", type: "int", default: "6" },
      { ...text, name: "loud", type: "bool" },
      { ...text, name: "who", type: "string" },
    ]),
  ];
  const called: unknown[] = [];
  const call: CallAgent = (id, args) => {
    called.push(args);
    return Promise.resolve(result(id));
  };
  const same = [{}, { sides: 6 }, { sides: "6" }, { sides: " 6" }, { sides: 6.0, who: null }];
  const others = [{ sides: 7 }, { who: "me" }, { who: "Me" }, { nonsense: [1] }, { loud: true }];
  const brain = scripted(() => [...same, ...others, ...same].map((args) => ask("roll", args)));
  const reply = await turn(brain, { call, catalog });
  assertEquals(called, [{}, ...others]);
  assertEquals(reply.calls.length, 1 + others.length);
});

Deno.test("at most 4 agents run at a time", async () => {
  let running = 0, most = 0;
  const call: CallAgent = async (id) => {
    most = Math.max(most, ++running);
    await settle();
    running--;
    return result(id);
  };
  const ids = Array.from({ length: 11 }, (_, index) => `agent_${index}`);
  const reply = await turn(scripted(() => ids.map((id) => ask(id))), { call });
  assertEquals(most, 4);
  assertEquals(reply.text, ids.join("\n"));
});

Deno.test("a brain that goes on gets the results of each round, three rounds at most", async () => {
  const brain = scripted([
    () => [
      say("Let me look. "),
      ask("weather", { city: "Oslo" }),
      ask("weather", { city: "Oslo" }),
    ],
    () => [say("And tomorrow?"), ask("weather", { day: "tomorrow" })],
    () => [say("Fine days: 5 degrees."), ask("weather", { day: "friday" })],
  ]);
  const weather = (args: Readonly<Record<string, unknown>>) =>
    args.city ? "5 degrees" : args.day === "friday" ? "rain" : "6 degrees";
  const call: CallAgent = (id, args) => Promise.resolve(result(id, { message: weather(args) }));
  const reply = await turn(brain, { call });
  assertEquals(
    reply.text,
    "Let me look.\nAnd tomorrow?\nFine days: 5 degrees.\n6 degrees\nrain",
  );
  const heard = brain.asked.map((request) => request.rounds.map((it) => it.map((r) => r.message)));
  assertEquals(heard, [[], [["5 degrees", "5 degrees"]], [["5 degrees", "5 degrees"], [
    "6 degrees",
  ]]]);
  assertEquals(reply.rounds, 3);
});

Deno.test("a brain that goes on ends with the first round that calls nothing", async () => {
  const brain = scripted([() => [ask("tea")], () => [say("The tea is on.")]]);
  const reply = await turn(brain, { call: answering({ tea: { message: "tea is on" } }) });
  assertEquals([reply.text, reply.rounds], ["The tea is on.", 2]);
});

Deno.test("the brain's own pet command wins, else the first agent that asked, in the order asked", async () => {
  const pets: Record<string, Partial<CallResult>> = {
    wave: { pet: { kind: "action", name: "wave" } },
    love: { ok: false, pet: { kind: "event", name: "love" } },
  };
  const own: BrainEvent = { type: "pet", command: { kind: "move", name: "jump" } };
  const second: BrainEvent = { type: "pet", command: { kind: "move", name: "hop" } };
  const call = answering(pets);
  const chosen = await turn(scripted(() => [ask("wave"), own, second]), { call });
  assertEquals(chosen.pet, { kind: "move", name: "jump" });
  const first = await turn(scripted(() => [ask("plain"), ask("love"), ask("wave")]), { call });
  assertEquals(first.pet, { kind: "event", name: "love" });
});

Deno.test("a brain that cannot answer says why, and what its agents did still joins", async () => {
  const lost: BrainEvent = { type: "failure", reason: "no network:\ncheck\x1b[2J it" };
  const brain = scripted(() => [say("One moment."), ask("song"), lost]);
  const reply = await turn(brain);
  assertEquals(reply.failure, "no network: check it");
  assertEquals([reply.text, reply.failed], ["One moment.\nsong", true]);
});

Deno.test("a brain that throws is one sentence, never a crash", async () => {
  const broken = scripted(() => {
    throw new TypeError("x is not\n a function\x07");
  });
  const reply = await turn(broken);
  assertEquals(reply.failure, "the scripted brain failed: x is not  a function");
  const user = scripted(function* () {
    yield ask("song");
    throw new UserError("the key is refused: check api-key");
  });
  const told = await turn(user);
  assertEquals([told.text, told.failure], ["song", "the key is refused: check api-key"]);
});

Deno.test("a call that throws is a failed call, never a crash", async () => {
  const call = () => Promise.reject(new Error("bug\x1b]0;x\x07"));
  const reply = await turn(scripted(() => [ask("tea")]), { call });
  assertEquals([reply.text, reply.failed], ["(agent tea: could not be called: bug)", true]);
});

Deno.test("nothing a brain says reaches the screen with control characters", async () => {
  const hostile = "ok\x1b]0;title\x07\x9b31m\r\nnext\x00 \x1b[2Jline\u202e \u{1f600}!\x1b[";
  for (let cut = 0; cut <= hostile.length; cut++) {
    const pieces = [say(hostile.slice(0, cut)), say(hostile.slice(cut))];
    const reply = await turn(scripted(() => pieces));
    assertEquals(reply.text, "ok\nnext line \u{1f600}!");
    assert(reply.pieces.every((piece) => piece.isWellFormed()));
  }
  const drip = await turn(scripted(() => [...hostile].map(say)));
  assertEquals(drip.text, "ok\nnext line \u{1f600}!");
});

Deno.test("space around a reply is not shown, space inside it is kept", async () => {
  const brain = scripted(() => ["\n ", "\n a", "  b\n", "\n", "  c ", "\n\n"].map(say));
  assertEquals((await turn(brain)).text, "a  b\n\n  c");
});

Deno.test("when the listener fails, the agents are stopped and the error comes out", async () => {
  let stopped = false;
  const call: CallAgent = (id, _args, signal) =>
    new Promise((resolve) =>
      signal.addEventListener("abort", () => {
        stopped = true;
        resolve(result(id, { ok: false }));
      })
    );
  const onEvent = (event: TurnEvent) => {
    if (event.type === "text") throw new Error("broken pipe");
  };
  const brain = scripted(async function* () {
    yield ask("slow");
    await settle();
    yield say("Hello");
  });
  await assertRejects(() => turn(brain, { call, onEvent }), Error, "broken pipe");
  assert(stopped);
});
