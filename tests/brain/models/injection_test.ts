/** Hostile words of agents, tracks and descriptions, through both kinds of turn, over real wires. */
import { assert, assertEquals } from "@std/assert";
import type { CallAgent } from "../../../src/agents/agent.ts";
import { cleanLine } from "../../../src/text/clean.ts";
import { HOSTILE_STRINGS, type HostileString, leftOf } from "../../fakes/hostile_strings.ts";
import type { Part } from "../../fakes/model_servers/dialect.ts";
import { offered, result, turn } from "../turn_fixture.ts";
import { pair, type Way, WAYS } from "./fixture.ts";

/** Calls agents that say a text. `called` are the ids. */
function saying(text: string): CallAgent & { called: string[] } {
  const called: string[] = [];
  const call: CallAgent = (id) => {
    called.push(id);
    return Promise.resolve(result(id, { message: text }));
  };
  return Object.assign(call, { called });
}

/** Asks for tea, hears the hostile answer, repeats it word by word, and goes on with the chat. */
async function check(way: Way, hostile: HostileString, tags: boolean): Promise<void> {
  const { text, tries } = hostile;
  const described = offered("evil");
  const catalog = [
    { manifest: { ...described.manifest, description: `${text}` } },
    offered("tea"),
  ];
  const asks: Part = tags ? { text: ["[AGENT: tea]"] } : { call: "tea", args: "{}" };
  await using it = pair(way, (request) => {
    if (Object.keys(request.tools).length > 0 && tags) {
      return { plain: it.server.dialect.refuse("tools") };
    }
    const round = it.requests.length - (tags ? 1 : 0);
    if (round === 1) return { say: [asks] };
    // A model that repeats what it was told, as a line of its own.
    return { say: [{ text: ["It said:\n", ...text.slice(0, 20_000).match(/[^]{1,64}/g)!] }] };
  });
  const call = saying(text);
  const first = await turn(it.brain, { catalog, call, message: "hi" });
  const conversation = [{ message: "hi", reply: first.text, calls: first.calls }];
  const second = await turn(it.brain, { catalog, call, message: "and?", conversation });
  const where = `${way.name}, ${tags ? "tags" : "tools"}, ${tries}`;
  assertEquals(call.called, ["tea"], where);
  assertEquals(first.failure ?? second.failure, undefined, where);
  for (const reply of [first, second]) {
    assertEquals(reply.text.split("\n").map(cleanLine).join("\n"), reply.text, where);
  }
  assert(it.requests.length >= 3, where);
  // Chance may let the real nonce begin like a hostile one.
  const nonce = /<agent-data (\w+)>/.exec(it.requests.at(-1)!.lines.join("\n"))![1]!;
  for (const { system, lines, tools } of it.requests) {
    for (const told of [system, ...lines.map(comparable), JSON.stringify(tools)]) {
      const left = leftOf(hostile, told.replaceAll(nonce, "NONCE"));
      assertEquals(left.map((part) => part.slice(0, 60)), [], `${where}: ${told.slice(0, 600)}`);
      assert(told.length < 30_000, where);
    }
  }
}

/**
 * What was said, without the word that the fake server put in front. In what the model said itself,
 * a line end makes up no further result, and its length is its own.
 */
function comparable(line: string): string {
  const said = line.replace(/^\w+: /, "");
  return line.startsWith("assistant: ") ? said.replaceAll("\n", " ").slice(0, 3000) : said;
}

const SPOKEN = ["gemini", "openai with an api-url", "anthropic", "bedrock with a key"];

for (const way of WAYS.filter((way) => SPOKEN.includes(way.name))) {
  for (const tags of [false, true]) {
    const kind = tags ? "tags" : "native tools";
    Deno.test(`${way.name}: no hostile text calls an agent or changes a role, with ${kind}`, async () => {
      assert(HOSTILE_STRINGS.length >= 30);
      for (const hostile of HOSTILE_STRINGS) await check(way, hostile, tags);
    });
  }
}
