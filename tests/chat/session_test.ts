import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Brain } from "../../src/brain/brain.ts";
import { runCommand } from "../../src/chat/commands.ts";
import { ChatSession, type SessionParts } from "../../src/chat/session.ts";
import { answering, ask, say, scripted } from "../brain/turn_fixture.ts";
import { keepingLog, makeFifo, petFolder, Reader } from "../pet/pet_fixture.ts";

function open(brain: Brain, more: Partial<SessionParts> = {}): ChatSession {
  const log = keepingLog();
  return new ChatSession({ brain, catalog: [], call: answering({}), pet: undefined, log, ...more });
}

const plain = { signal: new AbortController().signal };

Deno.test("the brain is told of the last 20 exchanges, oldest first", async () => {
  const brain = scripted((request) => [say(`reply to ${request.message}`)]);
  const session = open(brain);
  for (let index = 0; index < 25; index++) await session.say(`${index}`, plain);
  const told = brain.asked.at(-1)!.conversation;
  assertEquals(told.length, 20);
  const { message, reply, calls } = told[0]!;
  assertEquals({ message, reply, calls }, { message: "4", reply: "reply to 4", calls: [] });
  assertEquals(told[19]?.message, "23");
});

Deno.test("/clear forgets the conversation, /retry says the last message anew", async () => {
  const brain = scripted((request) => [say(request.message), ask("tea")]);
  const session = open(brain);
  await session.say("one", plain);
  await session.say("two", plain);
  assertEquals(runCommand("/retry", session), { type: "say", message: "two" });
  await session.say("two", plain);
  assertEquals(brain.asked.at(-1)?.conversation.map((exchange) => exchange.message), ["one"]);
  assertEquals(runCommand("/clear", session)?.type, "done");
  await session.say("three", plain);
  assertEquals(brain.asked.at(-1)?.conversation, []);
  runCommand("/clear", session);
  assertEquals(runCommand("/retry", session)?.type, "failure");
  assertEquals(session.why(), "There was no reply yet.");
});

Deno.test("a message that got no answer is not part of the conversation", async () => {
  const brain = scripted((request) =>
    request.message === "bad" ? [{ type: "failure", reason: "no network" }] : [say("fine")]
  );
  const log = keepingLog();
  const session = open(brain, { log });
  const reply = await session.say("bad", plain);
  assertEquals([reply.failed, reply.failure], [true, "no network"]);
  assertEquals(log.lines, ["brain scripted: no network"]);
  await session.say("good", plain);
  assertEquals(brain.asked.at(-1)?.conversation, []);
  assertEquals(runCommand("/retry", session), { type: "say", message: "good" });
});

Deno.test("/why shows the brain, the exact RUN line, the INFO lines and how it ended", async () => {
  const call = answering({
    song: {
      args: { query: 'a "b" \u202e\x9b' },
      info: ["812 tracks", "player: mpv"],
      pet: { kind: "action", name: "dance" },
      message: "Playing b",
      ms: 31,
    },
    tea: { ok: false, message: "agent tea: timed out after 5000" },
    mug: { ok: false, message: "agent mug: size: required but missing", ms: 0 },
  });
  const session = open(scripted(() => [ask("song"), ask("tea"), ask("mug")]), { call });
  assertEquals(session.why(), "There was no reply yet.");
  await session.say("play b", plain);
  assertEquals(session.why().replace(/scripted, \d+ ms/, "scripted, N ms").split("\n"), [
    "brain: scripted, N ms",
    "agent: song, 31 ms",
    '  RUN {"query":"a \\"b\\" \\u202e\\u009b"}',
    "  INFO 812 tracks",
    "  INFO player: mpv",
    "  PET action dance",
    "  OK Playing b",
    "agent: tea, 1 ms",
    "  RUN {}",
    "  failed: agent tea: timed out after 5000",
    "agent: mug, not started",
    "  failed: agent mug: size: required but missing",
    "pet: action dance",
  ]);
  assertEquals(runCommand("/why", session), { type: "text", text: session.why() });
});

Deno.test("every reply is shown on the pet", async () => {
  using pet = petFolder();
  makeFifo(pet.pipes.say);
  makeFifo(pet.pipes.command);
  await using said = await Reader.start(pet.pipes.say);
  await using commands = await Reader.start(pet.pipes.command);
  const call = answering({
    song: { message: "Playing b", pet: { kind: "action", name: "dance" } },
  });
  const brain = scripted(() => [{ type: "mood", mood: "happy" }, ask("song")]);
  await open(brain, { call, pet: pet.pipes }).say("play b", plain);
  assertEquals(await said.line(), "[happy] Playing b");
  assertEquals(await commands.line(), "action dance");
});

Deno.test("/help lists every command, /agents the agents in clean text", () => {
  const manifest = {
    ...{ id: "tea", description: "Put the \x1b[31mkettle on.", exec: ["./tea"] as [string] },
    ...{ version: "", timeoutMs: 1, disabled: false, params: [], examples: [] },
  };
  const catalog = [{ manifest, directory: "/x", origin: "user", argv: ["/x/tea"] }] as const;
  const session = open(scripted(() => []), { catalog });
  const help = runCommand("/help", session);
  const names = ["help", "agents", "why", "clear", "retry", "quit"];
  for (const name of names) assertMatch(JSON.stringify(help), new RegExp(`/${name} `));
  assertEquals(runCommand(" /AGENTS ", session), { type: "text", text: "tea  Put the kettle on." });
  const none = runCommand("/agents", open(scripted(() => [])));
  assertStringIncludes(JSON.stringify(none), "no agents");
});

Deno.test("an unknown command names the nearest, a path is a message", () => {
  const session = open(scripted(() => []));
  const failure = (line: string) => {
    const outcome = runCommand(line, session);
    return outcome?.type === "failure" ? outcome.reason : undefined;
  };
  assertEquals(failure("/agnets"), "there is no command /agnets: did you mean /agents?");
  assertEquals(failure("/xylophone"), "there is no command /xylophone: /help lists the commands");
  for (const line of ["/etc/hosts", "what is /help", "/", "//", "/2", "hi"]) {
    assertEquals(runCommand(line, session), undefined);
  }
  assertEquals(runCommand("/quit now", session), { type: "leave" });
});
