/** What goes wrong, over every provider's own protocol: its own sentence, its remedy, no secret. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Refusal } from "../../fakes/model_servers/dialect.ts";
import { startServer } from "../../fakes/https_server.ts";
import { HandClock, settle, turn } from "../turn_fixture.ts";
import { CALL, CATALOG, connection, KEY, pair, type Way, WAYS } from "./fixture.ts";
import { createModelBrain } from "../../../src/brain/models/model_brain.ts";

/** How each refusal reads, and how often the request is made. */
const REFUSALS: readonly (readonly [Refusal, RegExp, number])[] = [
  ["key", /does not accept .*(check|set) /, 1],
  ["access", /refuses access.*check /, 1],
  ["model", /has no model ".+".*set model in the section/, 1],
  ["quota", /asked too often, or the quota .* try again later/, 3],
  ["quota with a time", /try again in 77 s/, 1],
  ["credit", /quota of this key .* is used up.*plan and billing/, 1],
  ["server", /has trouble of its own \(5\d\d\).*try again later/, 3],
  ["context", /the conversation is too long .*\/clear/, 1],
  ["bad request", /refuses the request \(400\)/, 1],
];

for (const way of WAYS) {
  const test = (name: string, body: () => Promise<void>) => Deno.test(`${way.name}: ${name}`, body);

  for (const [refusal, sentence, requests] of REFUSALS) {
    test(`refused for ${refusal}, it says so with the remedy, and never the key`, async () => {
      await using it = pair(way, (request) => {
        // A server that repeats what it was sent.
        const headers = [...request.headers.values()].join(" ");
        return { plain: it.server.dialect.refuse(refusal, headers) };
      });
      const reply = await turn(it.brain, { catalog: CATALOG });
      assertMatch(reply.failure!, sentence);
      assertEquals(it.requests.length, requests);
      assert(!JSON.stringify(reply).includes(KEY), reply.failure);
      assertEquals(reply.text, "");
    });
  }

  test("a server in trouble is asked again, and its second answer is the reply", async () => {
    await using it = pair(
      way,
      (_request) =>
        it.requests.length === 1
          ? { plain: it.server.dialect.refuse("server") }
          : { say: [{ text: ["Here."] }] },
    );
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertEquals([reply.text, reply.failure, it.requests.length], ["Here.", undefined, 2]);
  });

  test("an error in the middle of a stream keeps what was said, and is not tried again", async () => {
    const words = `Overloaded, said ${KEY}`;
    await using it = pair(way, [{ say: [{ text: ["Once upon "] }], then: { error: words } }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertEquals(reply.text, "Once upon");
    assertMatch(reply.failure!, /has trouble of its own \(5\d\d\).*try again later/);
    assertEquals([it.requests.length, JSON.stringify(reply).includes(KEY)], [1, false]);
  });

  test("an error before the first word of a stream is tried again", async () => {
    await using it = pair(way, [
      { say: [], then: { error: "Overloaded" } },
      { say: [{ text: ["Here."] }] },
    ]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertEquals([reply.text, reply.failure], ["Here.", undefined]);
  });

  test("a stream that is not what the protocol says is one sentence", async () => {
    await using it = pair(way, [{ say: [{ text: ["Once "] }], then: "nonsense" }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertMatch(reply.failure!, /^\w+ sent something that is no answer.*: try again/);
  });

  test("a connection that breaks in the middle is one sentence", async () => {
    await using it = pair(way, [{ say: [{ text: ["Once upon "] }], then: "break" }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertEquals(reply.text, "Once upon");
    assertMatch(reply.failure!, /the connection to .* broke off: try again/);
  });

  test("an answer without its end is not taken for a whole one", async () => {
    await using it = pair(way, [{ say: [{ text: ["Once upon "] }], end: "none" }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertMatch(reply.failure!, /ended in the middle of its answer/);
  });

  test("an empty answer is one sentence", async () => {
    await using it = pair(way, [{ say: [{ text: [" "] }] }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertMatch(reply.failure!, /gave an empty answer: say it again/);
  });

  test("an answer that had no room is one sentence", async () => {
    await using it = pair(way, [{ say: [], end: "length" }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertMatch(reply.failure!, /no room left for an answer: \/clear/);
  });

  test("an answer that was stopped by a content filter is one sentence", async () => {
    await using it = pair(way, [{ say: [{ text: ["Well, "] }], end: "filtered" }]);
    const reply = await turn(it.brain, { catalog: CATALOG });
    assertMatch(reply.failure!, /content filter of \w+ stopped the answer: say it in other words/);
  });

  test("a server that refuses tools is asked by tags at once, and never again for tools", async () => {
    await using it = pair(way, (request) => {
      if (Object.keys(request.tools).length > 0) {
        return { plain: it.server.dialect.refuse("tools") };
      }
      const isFirst = !request.lines.some((line) => line.includes("did"));
      return { say: [{ text: isFirst ? ["[AGENT: te", "a kind=coffee] Yes."] : ["On it is."] }] };
    });
    const first = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertEquals(first.calls.map(({ id, args }) => [id, args]), [["tea", { kind: "coffee" }]]);
    assertEquals(first.text, 'Yes.\nOn it is.\ntea did {"kind":"coffee"}');
    assertEquals([first.failure, it.requests.length], [undefined, 3]);
    assertStringIncludes(it.requests[1]!.system, "dice");
    await turn(it.brain, { catalog: CATALOG, call: CALL });
    assert(it.requests.slice(3).every((request) => Object.keys(request.tools).length === 0));
  });

  test("a key that a server says in its answer is not shown, however it is cut", async () => {
    const text = `Your key is ${KEY}, right?`;
    await using it = pair(way, [
      {
        say: [
          { text: text.match(/.{1,5}/g)! },
          { call: "tea", args: JSON.stringify({ kind: KEY }) },
          { call: "dice", args: JSON.stringify({ [KEY]: 1 }) },
        ],
      },
      { say: [{ text: ["Done."] }] },
    ]);
    const reply = await turn(it.brain, { catalog: CATALOG, call: CALL });
    assertStringIncludes(reply.text, "Your key is [key], right?");
    assert(!JSON.stringify(reply).includes(KEY));
  });
}

/** The way that the tests below speak, for it makes no difference to them. */
const WAY: Way = { name: "openai", provider: "openai", more: { isOwnUrl: true } };

async function failureAt(url: string): Promise<string> {
  const brain = createModelBrain({
    connection: connection(WAY, url),
    persona: { name: "Onidia" },
    clock: {
      now: () => 0,
      after: (_ms, run) => (queueMicrotask(() => _ms < 30_000 && run()), () => {}),
    },
  });
  return (await turn(brain)).failure!;
}

Deno.test("a host that does not exist is named, with what to check", async () => {
  const failure = await failureAt("http://no-such-host.invalid/v1");
  assertMatch(failure, /there is no host no-such-host\.invalid: check that this machine is online/);
});

Deno.test("a port where nothing listens is named, with what to check", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const failure = await failureAt(`http://127.0.0.1:${port}/v1`);
  assertMatch(failure, /nothing listens at 127\.0\.0\.1:\d+: check that it runs, and api-url/);
});

/** A server that answers every request in the same way. */
function answering(response: () => Response): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, response);
}

for (
  const [name, response, sentence] of [
    [
      "a redirect is not followed, as the key would go along",
      () => new Response(null, { status: 307, headers: { location: "http://127.0.0.1:9/v1" } }),
      /points elsewhere instead of answering: check the address, and api-url/,
    ],
    [
      "a web page is no model",
      () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } }),
      /answers with a web page: check the address, and api-url/,
    ],
    [
      "a wrong path says what to check",
      () => new Response("404 page not found", { status: 404 }),
      /has no model .* or check api-url, which often ends in \/v1/,
    ],
    [
      "an answer without end is cut off",
      () => {
        const piece = new TextEncoder().encode(`: ${"x".repeat(2 ** 20)}\n\n`);
        const body = new ReadableStream({ pull: (controller) => controller.enqueue(piece) });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      },
      /sent more than any answer is long/,
    ],
  ] as const
) {
  Deno.test(name, async () => {
    await using server = answering(response);
    assertMatch(await failureAt(`http://127.0.0.1:${server.addr.port}/v1`), sentence);
  });
}

Deno.test("a server without TLS behind https is one sentence", async () => {
  await using server = answering(() => new Response("x"));
  const failure = await failureAt(`https://127.0.0.1:${server.addr.port}/v1`);
  assertMatch(failure, /no secure connection to 127\.0\.0\.1:\d+ .*check this machine's clock/);
});

for (
  const [name, scheme, answer, sentence] of [
    ["a certificate that nobody vouches for", "https", "", /no secure connection to localhost/],
    ["a connection that closes without a word", "http", "", /the connection to .* broke off/],
    ["something that speaks no HTTP", "http", "SSH-2.0-x\r\n", /does not speak HTTP/],
  ] as const
) {
  Deno.test(`${name} is one sentence`, async () => {
    await using server = startServer(scheme, (_request, connection) => connection.send(answer));
    assertMatch(await failureAt(`${server.origin}/v1`), sentence);
  });
}

for (const way of WAYS) {
  Deno.test(`${way.name}: silence in the middle of an answer ends it after a minute`, async () => {
    const clock = new HandClock();
    await using it = pair(way, [{ say: [{ text: ["Once upon"] }], then: "stall" }], { clock });
    const heard = Promise.withResolvers<void>();
    const reply = turn(it.brain, { onEvent: () => heard.resolve() });
    await heard.promise;
    while (it.requests.length === 0) await settle();
    await clock.pass(59_000);
    await clock.pass(2_000);
    assertMatch((await reply).failure!, /stopped in the middle of its answer: try again/);
  });
}

Deno.test("a server that never answers is left after a minute", async () => {
  const clock = new HandClock();
  await using it = pair(WAY, ["silence"], { clock });
  const reply = turn(it.brain);
  while (it.requests.length === 0) await settle();
  await clock.pass(61_000);
  assertMatch((await reply).failure!, /did not answer in time: try again later/);
  assertEquals(it.requests.length, 1);
});

Deno.test("Ctrl-C during a wait between two tries ends it at once", async () => {
  const clock = new HandClock();
  const cancel = new AbortController();
  await using it = pair(WAY, () => ({ plain: it.server.dialect.refuse("server") }), { clock });
  const reply = turn(it.brain, { signal: cancel.signal });
  while (it.requests.length === 0) await settle();
  await settle();
  cancel.abort();
  const { cancelled, failure } = await reply;
  assertEquals([cancelled, failure, it.requests.length], [true, undefined, 1]);
});

Deno.test("waits between tries grow, differ, and heed Retry-After", async () => {
  const waits: number[] = [];
  const clock = {
    now: () => 0,
    after(ms: number, run: () => void) {
      if (ms < 30_000) {
        waits.push(ms);
        queueMicrotask(run);
      }
      return () => {};
    },
  };
  const refusal = { status: 429, headers: { "retry-after": "3" }, body: "{}" };
  await using it = pair(WAY, [{ plain: { ...refusal, headers: {} } }], {
    clock,
    random: () => 0.5,
  });
  await turn(it.brain);
  assertEquals(waits, [375, 750]);
  await using other = pair(WAY, [{ plain: refusal }], { clock, random: () => 0.5 });
  await turn(other.brain);
  assertEquals(waits.slice(2), [3000, 3000]);
});
