import { assert, assertEquals, assertMatch } from "@std/assert";
import { AGENTS, isAlive, testProgram } from "./program.ts";

Deno.test("one message, one reply, and the end", async () => {
  using program = testProgram(AGENTS);
  const { code, out, err } = await program.run(["put", "the", "kettle", "on"]);
  assertEquals({ code, out, err }, { code: 0, out: "The kettle is on\n", err: "" });
});

Deno.test("-json gives the reply as one object", async () => {
  using program = testProgram(AGENTS);
  const { code, out, err } = await program.run(["-json", "put the kettle on"]);
  assertEquals([code, err], [0, ""]);
  const reply = JSON.parse(out);
  assertEquals(reply, {
    reply: "The kettle is on",
    brain: "local",
    mood: null,
    pet: "action dance",
    agents: [{
      ...{ id: "kettle", args: { kind: "tea" }, ok: true, message: "The kettle is on" },
      ms: reply.agents[0].ms,
    }],
  });
  assert(Number.isInteger(reply.agents[0].ms));
  assertEquals(out, JSON.stringify(reply) + "\n");
});

Deno.test("a reply has failed, exit 2, when every agent she called failed", async () => {
  using program = testProgram(AGENTS);
  const { code, out, err } = await program.run(["balance the ledger"]);
  assertEquals({ code, out, err }, { code: 2, out: "(the ledger is locked)\n", err: "" });
});

Deno.test("the word - stands for standard input, which is not read without it", async () => {
  using program = testProgram(AGENTS);
  const { out } = await program.run(["put the", "-", "on"], "kettle\n\n");
  assertEquals(out, "The kettle is on\n");
  const child = program.start("put the kettle on");
  assertEquals((await child.status).code, 0); // its standard input is still open
  await Promise.all([child.stdin.close(), child.stdout.cancel(), child.stderr.cancel()]);
  const { code, out: none, err } = await program.run(["explain -", "-"], "x".repeat(2 ** 20 + 1));
  assertEquals([code, none], [2, ""]);
  assertMatch(err, /^onidia-chat: standard input is over 1 MiB.*\n$/);
});

Deno.test("an empty message is refused in one sentence", async () => {
  using program = testProgram(AGENTS);
  for (const args of [[""], [" ", ""], ["-"]]) {
    const { code, out, err } = await program.run(args);
    assertEquals([code, out], [2, ""]);
    assertMatch(err, /^onidia-chat: the message is empty.*\n$/);
  }
});

Deno.test("agents-off leaves her nothing to call", async () => {
  using program = testProgram(AGENTS);
  const { code, out } = await program.run(["-json", "-agents-off", "put the kettle on"]);
  assertEquals([code, JSON.parse(out).agents], [0, []]);
});

Deno.test("a provider without its key is one sentence that says what to set", async () => {
  using program = testProgram(AGENTS);
  const { code, out, err } = await program.run(["-provider=gemini", "put the kettle on"]);
  assertEquals([code, out], [2, ""]);
  assertMatch(
    err,
    /^onidia-chat: provider = gemini needs a key: .*\[gemini\].*GEMINI_API_KEY.*\n$/,
  );
});

Deno.test("a directory of agents that cannot be read is told beside the reply", async () => {
  using program = testProgram(AGENTS);
  Deno.writeTextFileSync(`${program.folder}/file`, "");
  const { code, err } = await program.run(["-agents-dir", `${program.folder}/file`, "hi"]);
  assertEquals(code, 0);
  assertMatch(err, /^onidia-chat: .*\/file.*\n$/);
});

Deno.test("a reader that has had enough is a quiet end, and the agents end too", async () => {
  using program = testProgram(AGENTS);
  const child = program.start();
  await child.stdout.cancel();
  const input = child.stdin.getWriter();
  await input.write(new TextEncoder().encode("put the kettle on\nput the kettle on\n"));
  const [{ code }, err] = await Promise.all([child.status, new Response(child.stderr).text()]);
  await input.close().catch(() => {});
  assertEquals([code, err], [0, ""]);
});

Deno.test("stream = false prints the same reply", async () => {
  using program = testProgram(AGENTS);
  const { code, out } = await program.run(["-stream=false", "put the kettle on"]);
  assertEquals([code, out], [0, "The kettle is on\n"]);
});

Deno.test("what an agent says reaches the terminal without control characters", async () => {
  using program = testProgram(AGENTS);
  const { out } = await program.run(["open the weird parcel"]);
  assertEquals(out, "parcel is open now\n");
});

for (const [signal, expected] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(`${signal} during a reply kills the agent and exits ${expected}`, async () => {
    using program = testProgram(AGENTS);
    const child = program.start("fetch the annual report");
    const agent = Number(await program.appears("report.pid"));
    assert(isAlive(agent));
    child.kill(signal);
    const { code, stdout } = await child.output();
    await child.stdin.close().catch(() => {});
    assertEquals([code, new TextDecoder().decode(stdout).trim()], [expected, ""]);
    assert(!isAlive(agent));
  });
}
