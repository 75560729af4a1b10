import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { downloadBytes } from "../../src/store/fetch.ts";
import { parseAddress } from "../../src/store/url.ts";
import {
  type FakeHandler,
  head,
  serving,
  startServer,
  trustingClient,
} from "../fakes/https_server.ts";
import { assertRefused, BYTES, routes, SHA256, withServer } from "./fetch_fixture.ts";

for (const scheme of ["http", "https"] as const) {
  Deno.test(`a file is downloaded over ${scheme}, hashed, and only for its owner`, async () => {
    await withServer(scheme, serving(BYTES), async ({ get, folder, origin, asked }) => {
      const done = await get("/tea.zip");
      assertEquals(done, {
        sha256: SHA256,
        bytes: BYTES.length,
        finalUrl: new URL(origin + "/tea.zip"),
      });
      assertEquals(Deno.readFileSync(join(folder, "archive")), BYTES);
      assertEquals(Deno.statSync(join(folder, "archive")).mode! & 0o777, 0o600);
      assertEquals(asked[0]!.headers.get("accept-encoding"), "identity");
    });
  });
}

Deno.test("progress is told with the total where the server names it", async () => {
  const withoutLength: FakeHandler = async (_request, { send }) => {
    await send(head(200));
    await send(BYTES);
  };
  const handler = routes({ "/known": serving(BYTES), "/unknown": withoutLength });
  await withServer("http", handler, async ({ get, folder }) => {
    const told: [number, number | undefined][] = [];
    const onProgress = (bytes: number, total: number | undefined) => void told.push([bytes, total]);
    await get("/known", { onProgress });
    assertEquals(told.at(-1), [BYTES.length, BYTES.length]);
    assert(told.every(([bytes], at) => at === 0 || bytes > told[at - 1]![0]));
    told.length = 0;
    Deno.removeSync(join(folder, "archive"));
    await get("/unknown", { onProgress });
    assertEquals(told.at(-1), [BYTES.length, undefined]);
  });
});

Deno.test("a file that exists already is not written to", async () => {
  await withServer("http", serving(BYTES), async ({ get, folder }) => {
    Deno.writeTextFileSync(join(folder, "archive"), "mine");
    await assertRejects(() => get("/tea.zip"), Deno.errors.AlreadyExists);
    assertEquals(Deno.readTextFileSync(join(folder, "archive")), "mine");
  });
});

Deno.test("a right pin is accepted in any case, a wrong one refused with both hashes", async () => {
  await withServer("http", serving(BYTES), async (bench) => {
    const wrong = "0".repeat(64);
    const message = await assertRefused(bench, `/tea.zip#sha256=${wrong}`, wrong);
    assertStringIncludes(message, SHA256);
    const done = await bench.get(`/tea.zip#sha256=${SHA256.toUpperCase()}`);
    assertEquals(done.sha256, SHA256);
  });
});

Deno.test("a declared length over the limit is refused before the body is sent", async () => {
  const handler: FakeHandler = async (_request, { send, hang }) => {
    await send(head(200, { "content-length": 64 * 1024 * 1024 + 1 }));
    await hang();
  };
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/", "it is larger than 64 MiB");
  });
});

Deno.test("without a declared length the bytes are counted, and the limit ends it", async () => {
  const handler: FakeHandler = async (_request, { send }) => {
    await send(head(200));
    while (await send(BYTES)) { /* Until the client has had enough. */ }
  };
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/", "it is larger than 1 MiB", { limit: 1024 * 1024 });
  });
});

Deno.test("a file of exactly the limit is no byte too large", async () => {
  await withServer("http", serving(BYTES), async ({ get }) => {
    assertEquals((await get("/", { limit: BYTES.length })).bytes, BYTES.length);
  });
});

Deno.test("a compressed answer is counted and hashed as what lands", async () => {
  const zeros = new Uint8Array(3 * 1024 * 1024);
  const packed = await new Response(
    new Blob([zeros]).stream().pipeThrough(new CompressionStream("gzip")),
  ).bytes();
  const handler: FakeHandler = async (_request, { send }) => {
    await send(head(200, { "content-encoding": "gzip", "content-length": packed.length }));
    await send(packed);
  };
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/", "it is larger than 1 MiB", { limit: 1024 * 1024 });
    const done = await bench.get("/");
    assertEquals(done.bytes, zeros.length);
    assertEquals(done.sha256, createHash("sha256").update(zeros).digest("hex"));
  });
});

Deno.test("a compressed answer that is cut off is refused", async () => {
  const packed = await new Response(
    new Blob([BYTES]).stream().pipeThrough(new CompressionStream("gzip")),
  ).bytes();
  const handler: FakeHandler = async (_request, { send }) => {
    await send(head(200, { "content-encoding": "gzip" }));
    await send(packed.subarray(0, 30_000));
  };
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/", "it broke off");
  });
});

Deno.test("an encoding nobody asked for and nobody undoes is refused", async () => {
  const handler: FakeHandler = async (_request, { send }) => {
    await send(head(200, { "content-encoding": "zstd", "content-length": 4 }));
    await send("zstd");
  };
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/", 'the server sends it encoded as "zstd"');
  });
});

Deno.test("a body that ends before its declared length is refused, over TLS as well", async () => {
  const handler: FakeHandler = async (_request, { send }) => {
    await send(head(200, { "content-length": BYTES.length }));
    await send(BYTES.subarray(0, 1000));
  };
  for (const scheme of ["http", "https"] as const) {
    await withServer(scheme, handler, async (bench) => {
      await assertRefused(bench, "/", "of 60000 bytes");
    });
  }
});

Deno.test("a body in chunks that breaks off is refused", async () => {
  const handler: FakeHandler = async (_request, { send }) => {
    await send(head(200, { "transfer-encoding": "chunked" }));
    await send("5\r\nhello\r\n");
  };
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/", "it broke off");
  });
});

Deno.test("two lengths that differ, and a length that is none, are refused", async () => {
  const handler = routes({
    "/two": (_request, { send }) =>
      send("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello"),
    "/minus": (_request, { send }) => send(head(200, { "content-length": -5 }) + "hello"),
  });
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/two", "does not speak HTTP");
    await assertRefused(bench, "/minus", "does not speak HTTP");
  });
});

Deno.test("Ctrl-C ends a download at any point with its own reason and leaves nothing", async () => {
  const handler = routes({
    "/silent": (_request, { hang }) => hang(),
    "/drips": async (_request, { send, pause }) => {
      await send(head(200));
      while (await send("drip")) await pause(5);
    },
  });
  await withServer("http", handler, async ({ get, folder }) => {
    for (const path of ["/silent", "/drips"]) {
      for (const ms of [0, 40, 90]) {
        const ended = new AbortController();
        const timer = setTimeout(() => ended.abort(new Error("Ctrl-C")), ms);
        await assertRejects(() => get(path, { signal: ended.signal }), Error, "Ctrl-C");
        clearTimeout(timer);
        assertEquals([...Deno.readDirSync(folder)], []);
      }
    }
    await assertRejects(() => get("/drips", { signal: AbortSignal.abort(new Error("before")) }));
    assertEquals([...Deno.readDirSync(folder)], []);
  });
});

Deno.test("something small is downloaded into memory, within its own limit", async () => {
  await using server = startServer("http", serving(BYTES));
  using client = trustingClient();
  const address = parseAddress(server.origin + "/index.json");
  const { content } = await downloadBytes(address, { limit: BYTES.length, client });
  assertEquals(content, BYTES);
  await assertRejects(
    () => downloadBytes(address, { limit: BYTES.length - 1, client }),
    UserError,
    "it is larger than",
  );
});
