import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { download, type DownloadOptions } from "../../src/store/fetch.ts";
import { parseAddress } from "../../src/store/url.ts";
import {
  type FakeHandler,
  type FakeRequest,
  head,
  startServer,
  trustingClient,
} from "../fakes/https_server.ts";

/** A file to download. */
export const BYTES = crypto.getRandomValues(new Uint8Array(60_000));
export const SHA256 = createHash("sha256").update(BYTES).digest("hex");

/** What a test works with: a server, the folder that is downloaded into, a client. */
export interface Bench {
  readonly origin: string;
  readonly folder: string;
  readonly asked: readonly FakeRequest[];
  get(path: string, options?: DownloadOptions): ReturnType<typeof download>;
}

export async function withServer(
  scheme: "http" | "https",
  handler: FakeHandler,
  test: (bench: Bench) => Promise<void>,
): Promise<void> {
  const folder = Deno.makeTempDirSync();
  using client = trustingClient();
  await using server = startServer(scheme, handler);
  try {
    await test({
      origin: server.origin,
      folder,
      asked: server.requests,
      get: (path, options) => {
        const address = parseAddress(path.includes("://") ? path : server.origin + path);
        return download(address, join(folder, "archive"), { client, ...options });
      },
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Expects a download to be refused with these words, and nothing to be left of it. */
export async function assertRefused(
  bench: Bench,
  path: string,
  words: string,
  options?: DownloadOptions,
): Promise<string> {
  const { message } = await assertRejects(() => bench.get(path, options), UserError, words);
  assertMatch(message, /^Cannot download https?:\/\/[^ ]+: /);
  assertEquals([...Deno.readDirSync(bench.folder)], []);
  return message;
}

/** Answers by path. */
export function routes(handlers: Readonly<Record<string, FakeHandler>>): FakeHandler {
  return (request, connection) => handlers[request.path]!(request, connection);
}

export function redirectTo(location: string, status = 302): FakeHandler {
  return (_request, { send }) => send(head(status, { location, "content-length": 0 }));
}
