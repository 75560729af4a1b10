import { makeCertificate, type TestCertificate } from "./certificate.ts";

/** What a client asked for. */
export interface FakeRequest {
  /** As in `/tea.zip?x=1`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Answers one request, byte by byte if it likes; the connection is closed behind it. */
export type FakeHandler = (request: FakeRequest, connection: FakeConnection) => unknown;

/** The server's end of a connection. */
export interface FakeConnection {
  /** Sends bytes as they are; false once the client is gone. */
  send(bytes: string | Uint8Array): Promise<boolean>;
  /** Waits, or until the server stops. */
  pause(ms: number): Promise<void>;
  /** Never ends before the server stops. */
  hang(): Promise<void>;
}

/** A web server on this machine that can do everything wrong, over TLS or without. */
export interface FakeServer extends AsyncDisposable {
  /** As in `https://localhost:1234`. */
  readonly origin: string;
  /** Every request so far. */
  readonly requests: readonly FakeRequest[];
}

/** A certificate for all servers of a test file; made when first needed. */
let certificate: TestCertificate | undefined;
export function testCertificate(): TestCertificate {
  return certificate ??= makeCertificate();
}

/** A client that trusts the fake servers. Close it. */
export function trustingClient(certificate = testCertificate()): Deno.HttpClient {
  return Deno.createHttpClient({ caCerts: [certificate.authority], poolMaxIdlePerHost: 0 });
}

/** Starts a server. It speaks raw HTTP/1.1, so that answers may break every rule. */
export function startServer(
  scheme: "http" | "https",
  handler: FakeHandler,
  { certificate, key }: TestCertificate = testCertificate(),
): FakeServer {
  const address = { hostname: "127.0.0.1", port: 0 };
  const listener = scheme === "http" ? Deno.listen(address) : Deno.listenTls({
    ...address,
    cert: certificate,
    key,
  });
  const requests: FakeRequest[] = [];
  const stopped = Promise.withResolvers<void>();
  const pending = new Set<Promise<void>>();
  const accepting = (async () => {
    while (true) {
      let connection: Deno.Conn;
      try {
        connection = await listener.accept();
      } catch (error) {
        // Closed: the test is over. Anything else is a client that gave up during the handshake.
        if (error instanceof Deno.errors.BadResource) return;
        continue;
      }
      const serving = serve(connection, handler, requests, stopped.promise);
      pending.add(serving);
      serving.finally(() => pending.delete(serving));
    }
  })();
  return {
    origin: `${scheme}://localhost:${(listener.addr as Deno.NetAddr).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      listener.close();
      stopped.resolve();
      await accepting;
      await Promise.all(pending);
    },
  };
}

async function serve(
  connection: Deno.Conn,
  handler: FakeHandler,
  requests: FakeRequest[],
  stopped: Promise<void>,
): Promise<void> {
  try {
    const request = await readRequest(connection);
    if (request === undefined) return;
    requests.push(request);
    await handler(request, {
      send: (bytes) => sendAll(connection, bytes),
      pause: async (ms) => {
        let timer: number | undefined;
        const over = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
        await Promise.race([over, stopped]);
        clearTimeout(timer);
      },
      hang: () => stopped,
    });
  } finally {
    try {
      connection.close();
    } catch {
      // The client was first.
    }
  }
}

async function readRequest(connection: Deno.Conn): Promise<FakeRequest | undefined> {
  const buffer = new Uint8Array(16 * 1024);
  let text = "";
  while (!text.includes("\r\n\r\n")) {
    const count = await connection.read(buffer).catch(() => null);
    if (count === null) return undefined;
    text += new TextDecoder("latin1").decode(buffer.subarray(0, count));
  }
  const [line, ...headers] = text.split("\r\n\r\n")[0]!.split("\r\n");
  return {
    path: line!.split(" ")[1]!,
    headers: new Map(headers.map((header) => {
      const at = header.indexOf(":");
      return [header.slice(0, at).toLowerCase(), header.slice(at + 1).trim()];
    })),
  };
}

async function sendAll(connection: Deno.Conn, data: string | Uint8Array): Promise<boolean> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  try {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    return true;
  } catch {
    return false;
  }
}

/** The head of an answer, as in `head(200, { "content-length": 5 })`. */
export function head(status: number, headers: Readonly<Record<string, string | number>> = {}) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join("")}connection: close\r\n\r\n`;
}

/** A handler that gives these bytes for every path, as an honest server would. */
export function serving(bytes: Uint8Array): FakeHandler {
  return async (_request, connection) => {
    await connection.send(head(200, { "content-length": bytes.length }));
    await connection.send(bytes);
  };
}
