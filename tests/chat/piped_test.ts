import { assert, assertEquals, assertMatch } from "@std/assert";
import { AGENTS, isAlive, testProgram } from "./program.ts";

Deno.test("each line gets a reply, blank lines none, and a failure does not end it", async () => {
  using program = testProgram(AGENTS);
  const input = "put the kettle on\r\n\n   \nbalance the ledger\n/clear\nopen the weird parcel";
  const { code, out, err } = await program.run([], input);
  const expected = "The kettle is on\n(the ledger is locked)\nparcel is open now\n";
  assertEquals({ code, out, err }, { code: 0, out: expected, err: "" });
});

Deno.test("a reply is out before the next line is there, so a program can talk to her", async () => {
  using program = testProgram(AGENTS);
  const child = program.start();
  const input = child.stdin.getWriter();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const line = async () => {
    let text = "";
    while (!text.endsWith("\n")) text += (await output.read()).value ?? "\n";
    return text;
  };
  for (
    const [message, reply] of [
      ["put the kettle on", "The kettle is on\n"],
      ["balance the ledger", "(the ledger is locked)\n"],
    ]
  ) {
    await input.write(new TextEncoder().encode(`${message}\n`));
    assertEquals(await line(), reply);
  }
  await input.write(new TextEncoder().encode("/quit\nput the kettle on\n"));
  assertEquals((await output.read()).done, true);
  assertEquals((await child.status).code, 0);
  await Promise.all([input.close().catch(() => {}), child.stderr.cancel()]);
});

Deno.test("slash commands work in a pipe, an unknown one names the nearest", async () => {
  using program = testProgram(AGENTS);
  const { code, out, err } = await program.run([], "put the kettle on\n/why\n/agnets\n/agents\n");
  assertEquals(code, 0);
  assertMatch(out, /^The kettle is on\nbrain: local, \d+ ms\nagent: kettle, \d+ ms\n/);
  assertMatch(out, /^ {2}RUN \{"kind":"tea"\}\n {2}INFO asked for tea\n/m);
  assertMatch(out, /^ {2}PET action dance\n {2}OK The kettle is on\n/m);
  assertMatch(out, /^ledger {2}Use when/m);
  assertEquals(err, "onidia-chat: there is no command /agnets: did you mean /agents?\n");
});

Deno.test("with -json every line is one object", async () => {
  using program = testProgram(AGENTS);
  const input = "balance the ledger\n/clear\n/agnets\n/agents\n";
  const { code, out, err } = await program.run(["-json"], input);
  const [ledger, unknown, agents, ...rest] = out.trim().split("\n").map((line) => JSON.parse(line));
  assertEquals([code, err, rest], [0, "", []]);
  assertEquals([ledger.reply, ledger.agents[0].ok], ["(the ledger is locked)", false]);
  assertEquals(unknown, { error: "there is no command /agnets: did you mean /agents?" });
  assertMatch(agents.text, /^kettle/);
});

Deno.test("Ctrl-C ends a pipe, whether she answers or waits", async () => {
  using program = testProgram(AGENTS);
  const child = program.start();
  const input = child.stdin.getWriter();
  await input.write(new TextEncoder().encode("fetch the annual report\n"));
  const agent = Number(await program.appears("report.pid"));
  child.kill("SIGINT");
  assertEquals((await child.status).code, 130);
  assert(!isAlive(agent));
  await Promise.all([input.close().catch(() => {}), child.stdout.cancel(), child.stderr.cancel()]);

  const waiting = program.start();
  const output = waiting.stdout.getReader();
  const more = waiting.stdin.getWriter();
  await more.write(new TextEncoder().encode("put the kettle on\n"));
  await output.read();
  waiting.kill("SIGINT");
  assertEquals((await waiting.status).code, 130);
  await Promise.all([more.close().catch(() => {}), output.cancel(), waiting.stderr.cancel()]);
});
