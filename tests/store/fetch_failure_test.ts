import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { download, downloadBytes } from "../../src/store/fetch.ts";
import { parseAddress } from "../../src/store/url.ts";
import { makeCertificate } from "../fakes/certificate.ts";
import {
  type FakeHandler,
  head,
  serving,
  startServer,
  trustingClient,
} from "../fakes/https_server.ts";
import { assertRefused, BYTES, routes, withServer } from "./fetch_fixture.ts";

Deno.test("silence ends a download: before the answer, and in the middle of the body", async () => {
  const handler = routes({
    "/silent": (_request, { hang }) => hang(),
    "/stalls": async (_request, { send, hang }) => {
      await send(head(200, { "content-length": BYTES.length }));
      await send(BYTES.subarray(0, 1000));
      await hang();
    },
  });
  await withServer("http", handler, async (bench) => {
    for (const path of ["/silent", "/stalls"]) {
      await assertRefused(bench, path, "nothing arrived for 0.2 seconds", { silenceMs: 200 });
    }
  });
});

Deno.test("a server that listens but never shakes hands is silence too", async () => {
  const folder = Deno.makeTempDirSync();
  // The kernel accepts connections for it; nobody ever answers.
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = parseAddress(`https://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/`);
  try {
    await assertRejects(
      () => download(address, join(folder, "archive"), { silenceMs: 200 }),
      UserError,
      "nothing arrived",
    );
    assertEquals([...Deno.readDirSync(folder)], []);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("a slow drip is waited for, however long it takes in all", async () => {
  const handler: FakeHandler = async (_request, { send, pause }) => {
    await send(head(200, { "content-length": 6 }));
    for (const letter of "slowly") {
      await pause(300);
      await send(letter);
    }
  };
  await withServer("http", handler, async ({ get }) => {
    // The whole lasts longer than the silence that would end it.
    assertEquals((await get("/", { silenceMs: 1500 })).bytes, 6);
  });
});

Deno.test("every status but 200 has its sentence", async () => {
  const handler: FakeHandler = ({ path }, { send }) =>
    send(head(Number(path.slice(1)), { "content-length": 2 }) + "no");
  await withServer("http", handler, async (bench) => {
    for (
      const [status, words] of [
        [404, "there is no such file: check the address (HTTP 404)"],
        [410, "there is no such file"],
        [401, "the server refuses access (HTTP 401)"],
        [403, "the server refuses access (HTTP 403)"],
        [429, "try again later"],
        [500, "the server failed: try again later (HTTP 500)"],
        [503, "the server failed"],
        [418, "the server refuses the request (HTTP 418)"],
        [206, "something other than a file"],
        [204, "something other than a file"],
        [304, "does not say where"],
        [302, "does not say where"],
      ] as const
    ) await assertRefused(bench, `/${status}`, words);
  });
});

Deno.test("a connection that is cut before the answer, or speaks something else, is named", async () => {
  const handler = routes({
    "/cut": () => {},
    "/noise": (_request, { send }) => send("220 mail.example ESMTP\r\n\r\n"),
  });
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/cut", "closed before an answer came");
    await assertRefused(bench, "/noise", "does not speak HTTP");
  });
});

Deno.test("a server that speaks no TLS is named as such", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const answering = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(4096));
    await connection.write(new TextEncoder().encode(head(400)));
  })();
  await withServer("http", serving(BYTES), async (bench) => {
    await assertRefused(bench, `https://127.0.0.1:${port}/`, "does not speak https");
  });
  await answering;
});

Deno.test("a connection that is reset in the middle of the body is refused", async () => {
  const folder = Deno.makeTempDirSync();
  using client = trustingClient();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    const connection = await listener.accept();
    await connection.write(new TextEncoder().encode(head(200, { "content-length": 9 }) + "he"));
    // Long enough for the answer to be read; closing with the request unread is a reset.
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.close();
  })();
  try {
    const address = parseAddress(`http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/`);
    await assertRejects(
      () => download(address, join(folder, "archive"), { client }),
      UserError,
      "it broke off after 2 of 9 bytes",
    );
    assertEquals([...Deno.readDirSync(folder)], []);
  } finally {
    await serving;
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("nothing listening, and an unknown host, each have their sentence", async () => {
  const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = gone.addr as Deno.NetAddr;
  gone.close();
  await withServer("http", serving(BYTES), async (bench) => {
    await assertRefused(bench, `http://127.0.0.1:${port}/?key=s3cret`, "nothing listens there");
    const message = await assertRefused(bench, "https://host.invalid/?key=s3cret", "no such host");
    assertEquals(message.includes("s3cret"), false);
  });
});

Deno.test("a certificate of an unknown authority is refused with the remedy", async () => {
  await withServer("https", serving(BYTES), async (bench) => {
    using stranger = Deno.createHttpClient({});
    await assertRefused(bench, "/", "DENO_CERT=FILE.pem", { client: stranger });
    assertEquals(bench.asked.length, 0);
  });
});

Deno.test("a certificate that is for another name or another time is refused", async () => {
  for (
    const [certificate, words] of [
      [makeCertificate([-1, 1], "other.invalid"), "its certificate is for another name"],
      [makeCertificate([-3, -2]), "its certificate has expired: check this machine's clock"],
      [makeCertificate([2, 3]), "its certificate is not valid yet: check this machine's clock"],
    ] as const
  ) {
    await using server = startServer("https", serving(BYTES), certificate);
    using client = trustingClient(certificate);
    const address = parseAddress(server.origin);
    await assertRejects(() => downloadBytes(address, { limit: 1, client }), UserError, words);
  }
});
