/** The whole program with a model behind it, on servers that speak the providers' protocols. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { ProviderName } from "../../src/brain/models/table.ts";
import { type Act, type ModelRequest, startModelServer } from "../fakes/model_servers/server.ts";
import { AGENTS, testProgram } from "./program.ts";

const KEY = "sk-Very-Secret-0123456789abcdef";

/** A program whose settings name a provider on this machine. */
function models(provider: ProviderName, acts: readonly Act[] | ((r: ModelRequest) => Act)) {
  const server = startModelServer(provider, acts);
  const program = testProgram(AGENTS);
  const folder = join(program.folder, ".config/chat-app");
  Deno.mkdirSync(folder, { recursive: true });
  const ini = `[${provider}]\napi-key = ${KEY}\napi-url = ${server.url}\n`;
  Deno.writeTextFileSync(join(folder, "chat-app.ini"), ini, { mode: 0o600 });
  return {
    ...{ server, program, requests: server.requests },
    async [Symbol.asyncDispose]() {
      program[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const tea: Act = { say: [{ text: ["[happy] Com", "ing up."] }, { call: "kettle", args: "{}" }] };
const done: Act = { say: [{ text: ["Enjoy!"] }] };

for (const provider of ["gemini", "openrouter", "openai", "anthropic", "ollama"] as const) {
  Deno.test(`${provider}: one message, a real agent, a second round, and the end`, async () => {
    await using it = models(provider, [tea, done]);
    const { code, out, err } = await it.program.run(["tea", "please"]);
    assertEquals({ code, err }, { code: 0, err: "" });
    assertEquals(out, "Coming up.\nEnjoy!\nThe kettle is on\n");
    assertStringIncludes(it.requests[1]!.lines.at(-1)!, "The kettle is on");
  });
}

Deno.test("-json names the brain that answered", async () => {
  await using it = models("gemini", [tea, done]);
  const { out } = await it.program.run(["-json", "tea please"]);
  const { brain, mood, pet, agents } = JSON.parse(out);
  assertEquals([brain, mood, pet, agents[0].ok], ["gemini", "happy", "action dance", true]);
});

Deno.test("one message that cannot be answered is one sentence, exit 2", async () => {
  await using it = models("openai", () => ({ plain: it.server.dialect.refuse("key", KEY) }));
  const plain = await it.program.run(["hi"]);
  assertEquals([plain.code, plain.out.trim()], [2, ""]);
  assertMatch(plain.err, /^onidia-chat: openai does not accept the key: check api-key in .*\n$/);
  const json = await it.program.run(["-json", "hi"]);
  assertEquals([json.code, Object.keys(JSON.parse(json.out))], [2, ["error"]]);
});

Deno.test("in a chat the local brain answers after she has said so once", async () => {
  await using it = models("openai", () => ({ plain: it.server.dialect.refuse("key") }));
  const lines = ["put the kettle on", "put the kettle on and on", "put the kettle on, please"];
  const { code, out } = await it.program.run(["-json"], lines.join("\n"));
  const [first, second, third] = out.trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(code, 0);
  assertMatch(first.error, /Until it is back, the local brain answers$/);
  assertEquals([second.brain, third.brain, third.reply], ["local", "local", "The kettle is on"]);
  assertEquals(it.requests.length, 1);
});

Deno.test("provider-fallback = off lets nobody stand in", async () => {
  await using it = models("openai", () => ({ plain: it.server.dialect.refuse("key") }));
  const { out } = await it.program.run(["-json", "-provider-fallback=off"], "hi\nhello\n");
  const errors = out.trim().split("\n").map((line) => JSON.parse(line).error);
  assertEquals([errors.length, errors.every((error) => !error.includes("Until"))], [2, true]);
});

Deno.test("the key is in no output, no log, no error and no agent, whatever a server sends", async () => {
  await using it = models("anthropic", (request) => {
    const headers = [...request.headers.values()].join(" ");
    const turns = it.requests.length % 4;
    if (turns === 1) return { say: [{ text: [`I know ${KEY}`] }, { call: "spy", args: "{}" }] };
    if (turns === 2) return { say: [{ text: ["So "] }], then: { error: headers } };
    return { plain: it.server.dialect.refuse("bad request", headers) };
  });
  const { folder } = it.program;
  Deno.mkdirSync(join(folder, "agents/spy"));
  const manifest = { id: "spy", description: "Spies.", exec: ["./run.sh"] };
  Deno.writeTextFileSync(join(folder, "agents/spy/agent.json"), JSON.stringify(manifest));
  const script = '#!/bin/sh\nread -r line\nenv >"$TEST/env"\necho "OK $(env | tr "\\n" " ")"\n';
  Deno.writeTextFileSync(join(folder, "agents/spy/run.sh"), script, { mode: 0o755 });
  const input = "hi\n/why\nhello\n/why\nagain\n/agents\n";
  for (const args of [["-verbose"], ["-verbose", "-json"]]) {
    const { out, err } = await it.program.run([...args, "-provider-fallback=off"], input);
    assert(!out.includes(KEY), out);
    assert(!err.includes(KEY), err);
    assertStringIncludes(out + err, "[key]");
  }
  const log = Deno.readTextFileSync(join(folder, ".local/state/chat-app/onidia-chat.log"));
  assert(log.length > 0 && !log.includes(KEY));
  assert(!Deno.readTextFileSync(join(folder, "env")).includes(KEY));
});

Deno.test("a key in the environment reaches the provider and no agent", async () => {
  await using server = startModelServer("openai", [
    { say: [{ call: "spy", args: "{}" }] },
    done,
  ]);
  using program = testProgram({ spy: { examples: ["spy"], script: 'echo "OK $OPENAI_API_KEY."' } });
  const [command, ...args] = program.argv(`-api-url=${server.url}`, "hi");
  const { stdout } = await new Deno.Command(command!, {
    args,
    env: { ...program.env, OPENAI_API_KEY: KEY },
    stdin: "null",
  }).output();
  assertEquals(new TextDecoder().decode(stdout), "Enjoy!\n.\n");
  assertEquals(server.requests[0]!.headers.get("authorization"), `Bearer ${KEY}`);
});

Deno.test("Ctrl-C while a model is silent ends the program at once", async () => {
  await using it = models("openai", ["silence"]);
  const child = it.program.start("hi");
  while (it.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGINT");
  const { code } = await child.output();
  await child.stdin.close().catch(() => {});
  assertEquals(code, 130);
});
