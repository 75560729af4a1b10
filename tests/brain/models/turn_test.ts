/** One turn, the same over every provider's own protocol. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Part } from "../../fakes/model_servers/dialect.ts";
import { turn } from "../turn_fixture.ts";
import { CALL, CATALOG, KEY, pair, WAYS } from "./fixture.ts";

const hello: Part = { text: ["Hel", "lo ", "the", "re."] };

for (const way of WAYS) {
  const test = (name: string, body: () => Promise<void>) => Deno.test(`${way.name}: ${name}`, body);

  test("a reply streams, and the request holds persona, conversation, message and key", async () => {
    await using it = pair(way, [{ say: [hello] }]);
    const reply = await turn(it.brain, {
      message: "and now?",
      conversation: [{ message: "hi", reply: "hey", calls: [] }],
      catalog: CATALOG,
    });
    assertEquals([reply.text, reply.failure, reply.rounds], ["Hello there.", undefined, 1]);
    assert(reply.pieces.length > 1);
    const [request] = it.requests;
    assertEquals(request!.lines, ["user: hi", "assistant: hey", "user: and now?"]);
    assertStringIncludes(request!.system, "Onidia");
    const [header, before] = it.server.dialect.keyHeader;
    const sent = request!.headers.get(header)!;
    if (way.more?.aws) {
      assertStringIncludes(sent, "AWS4-HMAC-SHA256 Credential=AKIA0123456789ABCDEF/");
      assertStringIncludes(sent, "/eu-west-1/bedrock/aws4_request");
    } else {
      assertEquals(sent, before + KEY);
    }
  });

  test("each agent is one tool with a schema of its parameters", async () => {
    await using it = pair(way, [{ say: [hello] }]);
    await turn(it.brain, { catalog: CATALOG });
    const { tools } = it.requests[0]!;
    assertEquals(Object.keys(tools), ["dice", "tea"]);
    const [dice, tea] = [tools.dice, tools.tea].map((tool) => JSON.stringify(tool).toLowerCase());
    assertStringIncludes(dice!, '"type":"integer"');
    assertStringIncludes(dice!, '"required":["sides"]');
    assertStringIncludes(tea!, '"type":"boolean"');
    assertStringIncludes(tea!, '"enum":["tea","coffee"]');
  });

  test("a call is made, its result goes back as data, and the next round ends the reply", async () => {
    await using it = pair(way, [
      { say: [{ text: ["One moment."] }, { call: "tea", args: '{"kind":"coffee","milk":true}' }] },
      { say: [{ text: ["It is on."] }] },
    ]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL, message: "coffee!" });
    assertEquals(reply.rounds, 2);
    assertEquals(reply.calls.map(({ id, args }) => ({ id, args })), [
      { id: "tea", args: { kind: "coffee", milk: "true" } },
    ]);
    const said = 'tea did {"kind":"coffee","milk":"true"}';
    assertEquals(reply.text, `One moment.\nIt is on.\n${said}`);
    const lines = it.requests[1]!.lines;
    assertEquals(lines.length, 4);
    assertEquals(lines.slice(0, 2), ["user: coffee!", "assistant: One moment."]);
    assert(/^call: tea \{"kind":"coffee","milk":true\}/.test(lines[2]!), lines[2]);
    assert(lines[3]!.startsWith("result: ") && lines[3]!.includes("tea did"), lines[3]);
    // What Gemini signed has to come back with its signature.
    assertEquals(lines[2]!.endsWith(" signed"), way.provider === "gemini");
  });

  test("parallel calls keep their order, and each gets its own result", async () => {
    const calls: Part[] = [
      { call: "dice", args: '{"sides":6}' },
      { call: "tea", args: "{}" },
      { call: "dice", args: '{"sides":20}', fragments: 5 },
      { call: "dice", args: '{"sides":6}' },
    ];
    await using it = pair(way, [{ say: calls }, { say: [{ text: ["Done."] }] }]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    // The same agent with the same arguments runs once.
    assertEquals(reply.calls.map(({ id, args }) => [id, args]), [
      ["dice", { sides: "6" }],
      ["tea", {}],
      ["dice", { sides: "20" }],
    ]);
    const results = it.requests[1]!.lines.filter((line) => line.startsWith("result: "));
    assertEquals(results.length, 4);
    for (const [at, words] of ["sides", "tea did", "20", "sides"].entries()) {
      assertStringIncludes(results[at]!, words);
    }
  });

  test("reasoning is never shown", async () => {
    await using it = pair(way, [{
      say: [{ reasoning: ["I am ", "to be kind"] }, hello],
    }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertEquals(reply.text, "Hello there.");
  });

  test("tags are never shown, moods and animations are read", async () => {
    await using it = pair(way, [{
      say: [{ text: ["[hap", "py] [ACTION: da", "nce]\nHello", ".\n[AGENT: tea kind=tea]"] }],
    }]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertEquals(reply.text, "Hello.");
    assertEquals(reply.mood, "happy");
    assertEquals(reply.pet, { kind: "action", name: "dance" });
    // With native tools a tag calls nothing.
    assertEquals(reply.calls, []);
  });

  test("it is all the same however the bytes fall", async () => {
    for (const pieces of [1, 7, 1000]) {
      await using it = pair(way, [
        {
          say: [{ reasoning: ["hm"] }, { text: ["Ein Käff", "chen 🎉 "] }, {
            call: "tea",
            args: '{"kind":"coffee"}',
          }],
        },
        { say: [hello] },
      ], { pieces });
      const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
      assertEquals(reply.text, 'Ein Käffchen 🎉\nHello there.\ntea did {"kind":"coffee"}');
    }
  });

  test("no part of a tag is ever shown, however the bytes of a stream without tools fall", async () => {
    const text = '[happy][AGENT: tea kind="coffee"]\n<THINKING>hm [AGENT: dice]</THINKING>' +
      "[AGENT: dice sides=6] Yés, [sic] right.\n[EVENT: love]\n[AGENT: dice sides=";
    for (const pieces of [1, 2, 3, 5, 8, 13, 144]) {
      await using it = pair(way, (request) => {
        if (Object.keys(request.tools).length > 0) {
          return { plain: it.server.dialect.refuse("tools") };
        }
        const isFirst = it.requests.length === 2;
        return { say: [{ text: isFirst ? text.match(/[^]{1,7}/g)! : ["Done."] }] };
      }, { pieces });
      const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
      assertEquals(reply.pieces.join("").split("\n").slice(0, 2), ["Yés, [sic] right.", "Done."]);
      assertEquals([reply.mood, reply.pet?.name], ["happy", "love"]);
      assertEquals(reply.calls.map(({ id, args }) => [id, args]), [
        ["tea", { kind: "coffee" }],
        ["dice", { sides: "6" }],
      ]);
    }
  });

  test("arguments that are no JSON fail in a sentence, and the model is told", async () => {
    await using it = pair(way, [
      { say: [{ call: "tea", args: '{"kind": "cof' }, { call: "dice", args: '{"sides":4}' }] },
      { say: [hello] },
    ]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertEquals([reply.failed, reply.rounds], [false, 2]);
    assertEquals(reply.calls.map(({ id, ok }) => [id, ok]), [["tea", false], ["dice", true]]);
    assertStringIncludes(reply.text, "(agent tea: ");
    assertStringIncludes(it.requests[1]!.lines.join("\n"), "not a JSON object");
  });

  test("a call of an unknown tool fails in a sentence, and the model is told", async () => {
    await using it = pair(way, [
      { say: [{ call: "rm_rf", args: '{"path":"/"}' }] },
      { say: [hello] },
    ]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertEquals(reply.text, 'Hello there.\n(no agent called "rm_rf")');
    assertEquals(reply.rounds, 2);
  });

  test("a model that only ever calls is asked three times and no more", async () => {
    let sides = 1;
    await using it = pair(
      way,
      () => ({ say: [{ call: "dice", args: JSON.stringify({ sides: sides++ }) }] }),
    );
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertEquals([it.requests.length, reply.rounds, reply.calls.length], [3, 3, 3]);
    assertEquals(reply.failure, undefined);
  });

  test("a cancelled reply ends at once, and so does its request", async () => {
    await using it = pair(way, [{ say: [{ text: ["Once upon"] }], then: "stall" }]);
    const cancel = new AbortController();
    const reply = await turn(it.brain, {
      catalog: CATALOG,
      signal: cancel.signal,
      onEvent: () => cancel.abort(),
    });
    assertEquals([reply.cancelled, reply.failure], [true, undefined]);
    assertStringIncludes("Once upon", reply.text);
  });

  test("without agents no tools are offered", async () => {
    await using it = pair(way, [{ say: [hello] }]);
    const reply = await turn(it.brain, { catalog: [] });
    assertEquals([reply.text, it.requests[0]!.tools], ["Hello there.", {}]);
  });
}
