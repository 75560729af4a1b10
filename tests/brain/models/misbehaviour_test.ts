/** Models and servers that do what none should. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { cleanLine } from "../../../src/text/clean.ts";
import type { Part } from "../../fakes/model_servers/dialect.ts";
import { turn } from "../turn_fixture.ts";
import { CALL, CATALOG, pair, WAYS } from "./fixture.ts";

const done = { say: [{ text: ["Done."] }] };

for (const way of WAYS) {
  const test = (name: string, body: () => Promise<void>) => Deno.test(`${way.name}: ${name}`, body);

  for (
    const [what, args] of [
      ["an array", "[1]"],
      ["a text", '"tea"'],
      ["a number", "7"],
      ["no JSON at all", "kind=tea"],
    ] as const
  ) {
    test(`arguments that are ${what} never reach an agent as something else`, async () => {
      await using it = pair(way, [{ say: [{ call: "dice", args }] }, done]);
      const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
      assertEquals(reply.failure, undefined);
      assertEquals(reply.calls.map(({ id }) => id), ["dice"]);
      // Where a library turns them into an empty object, the agent is asked with that.
      assertEquals(Object.keys(reply.calls[0]!.args), []);
      assertMatch(reply.text, /^Done\.\n/);
    });
  }

  test("arguments that would change what all objects are reach no agent", async () => {
    const args = '{"sides": 6, "__proto__": {"sides": 7}}';
    await using it = pair(way, [{ say: [{ call: "dice", args }] }, done]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertEquals(reply.calls.filter((call) => call.ok), []);
    assert(reply.failure ?? /not a JSON object/.test(reply.text));
  });

  test("a name that is none is told in harmless letters, to the user and to the model", async () => {
    const name = `functions.tea\x1b[2J\u009b${"x".repeat(100_000)}`;
    await using it = pair(way, [{ say: [{ call: name, args: "{}" }] }, done]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertEquals(reply.failure, undefined);
    const [call] = reply.calls;
    assertEquals([call!.ok, cleanLine(call!.id)], [false, call!.id]);
    assert(call!.id.length <= 64 && reply.text.length < 200);
    const line = it.requests[1]!.lines.find((line) => line.startsWith("call: "))!;
    assertMatch(line, /^call: [\w-]{1,64} \{\}/);
  });

  test("blank text beside a call is not sent back, for no provider takes it", async () => {
    const parts: Part[] = [{ text: ["\n", "\n"] }, { call: "tea", args: "{}" }];
    await using it = pair(way, [{ say: parts }, done]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertEquals(reply.text, "Done.\ntea did {}");
    const lines = it.requests[1]!.lines;
    assertEquals(lines.filter((line) => /^assistant: \s*$/.test(line)), []);
  });

  test("a megabyte of words is a reply like any other", async () => {
    const text = "tea ".repeat(250_000).trim();
    await using it = pair(way, [{ say: [{ text: text.match(/[^]{1,20000}/g)! }] }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertEquals([reply.text.length, reply.failure], [text.length, undefined]);
  });

  test("a hundred calls at once are made four at a time, each once", async () => {
    const parts: Part[] = Array.from({ length: 100 }, (_, index) => ({
      ...{ call: "dice", args: JSON.stringify({ sides: index % 50 }) },
    }));
    let [running, most] = [0, 0];
    await using it = pair(way, [{ say: parts }, done]);
    const reply = await turn(it.brain, {
      catalog: CATALOG,
      async call(id, args, signal) {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running--;
        return await CALL(id, args, signal);
      },
    });
    assertEquals([reply.calls.length, most, reply.failure], [50, 4, undefined]);
    const results = it.requests[1]!.lines.filter((line) => line.startsWith("result: "));
    assertEquals(results.length, 100);
  });

  test("too many agents for its tools are described in words", async () => {
    const words = "Invalid 'tools': array too long. Expected at most 128.";
    await using it = pair(way, (request) => {
      if (Object.keys(request.tools).length === 0) return done;
      return { plain: it.server.dialect.refuse("bad request", words) };
    });
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertEquals([reply.text, it.requests.length], ["Done.", 2]);
    assertStringIncludes(it.requests[1]!.system, "dice");
  });
}
