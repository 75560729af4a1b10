import type { ProviderName } from "../../../src/brain/models/table.ts";
import { ANTHROPIC } from "./anthropic.ts";
import { BEDROCK } from "./bedrock.ts";
import type { Dialect, End, Heard, Part, PlainAnswer } from "./dialect.ts";
import { GEMINI } from "./gemini.ts";
import { OLLAMA, OPENAI, OPENROUTER } from "./openai.ts";

/** What a server does with one request. */
export type Act =
  | Saying
  /** Gives an answer that is no stream. */
  | { readonly plain: PlainAnswer }
  /** Accepts the request and never answers. */
  | "silence";

/** A streamed answer. */
export interface Saying {
  readonly say: readonly Part[];
  readonly end?: End;
  readonly then?: Ending;
}

/** What stands at the end of a stream in place of its proper end. */
export type Ending =
  | { readonly error: string }
  | "nonsense"
  /** Nothing more comes, and the connection stays open. */
  | "stall"
  /** The connection breaks. */
  | "break";

/** One request as it came. */
export interface ModelRequest extends Heard {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A server on this machine that speaks a provider's protocol. */
export interface ModelServer extends AsyncDisposable {
  /** As `api-url` has it. */
  readonly url: string;
  readonly dialect: Dialect;
  readonly requests: ModelRequest[];
}

/** How many bytes a server sends at a time; `events` sends each event by itself. */
export type Pieces = number | "events";

export const DIALECTS: Readonly<Record<ProviderName, readonly [Dialect, string]>> = {
  gemini: [GEMINI, "/v1beta"],
  openrouter: [OPENROUTER, "/v1"],
  openai: [OPENAI, "/v1"],
  anthropic: [ANTHROPIC, "/v1"],
  ollama: [OLLAMA, "/v1"],
  bedrock: [BEDROCK, ""],
};

/**
 * Starts a server of a provider. Takes what it does with each request, in turn, the last for all
 * further ones, or a function of the request; and how many bytes it sends at a time.
 */
export function startModelServer(
  provider: ProviderName,
  acts: readonly Act[] | ((request: ModelRequest) => Act),
  pieces: Pieces = "events",
): ModelServer {
  const [dialect, base] = DIALECTS[provider];
  const requests: ModelRequest[] = [];
  const stopped = Promise.withResolvers<void>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, onError: () => new Response() },
    async (request) => {
      const path = new URL(request.url).pathname;
      const body = await request.text();
      if (!dialect.path.test(path)) return new Response("no such path", { status: 404 });
      const heard = dialect.hear(JSON.parse(body));
      const kept = { ...heard, path, headers: request.headers, body };
      requests.push(kept);
      const act = typeof acts === "function"
        ? acts(kept)
        : acts[Math.min(requests.length, acts.length) - 1]!;
      if (act === "silence") {
        await stopped.promise;
        return new Response();
      }
      if ("plain" in act) {
        const { status, headers, body } = act.plain;
        const json = { "content-type": "application/json", ...headers };
        return new Response(body, { status, headers: json });
      }
      const headers = { "content-type": dialect.contentType };
      return new Response(stream(dialect, act, pieces, stopped.promise), { headers });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}${base}`,
    ...{ dialect, requests },
    async [Symbol.asyncDispose]() {
      stopped.resolve();
      await server.shutdown();
    },
  };
}

function stream(
  dialect: Dialect,
  { say, end = "stop", then }: Saying,
  pieces: Pieces,
  stopped: Promise<void>,
): ReadableStream<Uint8Array> {
  const events = dialect.answer(say, then === undefined ? end : "none");
  if (typeof then === "object") events.push(dialect.streamError(then.error));
  if (then === "nonsense") events.push(dialect.nonsense);
  const chunks = pieces === "events" ? events : split(events, pieces);
  return new ReadableStream({
    async pull(controller) {
      const chunk = chunks.shift();
      if (chunk) return controller.enqueue(chunk);
      if (then === "stall") await stopped;
      if (then === "break") {
        // What was sent before has to be on its way.
        await new Promise((resolve) => setTimeout(resolve, 100));
        return controller.error(new Error("broken on purpose"));
      }
      try {
        controller.close();
      } catch {
        // The client has gone.
      }
    },
  }, { highWaterMark: 0 });
}

function split(events: readonly Uint8Array[], size: number): Uint8Array[] {
  const all = new Uint8Array(events.reduce((sum, event) => sum + event.length, 0));
  events.reduce((at, event) => (all.set(event, at), at + event.length), 0);
  return Array.from(
    { length: Math.ceil(all.length / size) },
    (_, index) => all.subarray(index * size, (index + 1) * size),
  );
}
