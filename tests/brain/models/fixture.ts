import type { CallAgent } from "../../../src/agents/agent.ts";
import type { Connection } from "../../../src/brain/models/connection.ts";
import { createModelBrain, type ModelBrainSetup } from "../../../src/brain/models/model_brain.ts";
import { providerEntry, type ProviderName } from "../../../src/brain/models/table.ts";
import type { Turn } from "../../../src/brain/turn.ts";
import {
  type Act,
  type ModelRequest,
  type ModelServer,
  type Pieces,
  startModelServer,
} from "../../fakes/model_servers/server.ts";
import { offered, result } from "../turn_fixture.ts";

/** A key that must be found nowhere. */
export const KEY = "sk-Very-Secret-0123456789abcdef";

/** Every way in which a provider is spoken to: each test of a turn runs over all of them. */
export const WAYS: readonly Way[] = [
  { name: "gemini", provider: "gemini" },
  { name: "openrouter", provider: "openrouter" },
  { name: "openai", provider: "openai" },
  { name: "openai with an api-url", provider: "openai", more: { isOwnUrl: true } },
  { name: "anthropic", provider: "anthropic" },
  { name: "ollama", provider: "ollama", more: { isOwnUrl: true } },
  { name: "bedrock with a key", provider: "bedrock" },
  {
    name: "bedrock with AWS credentials",
    provider: "bedrock",
    more: {
      key: undefined,
      aws: { region: "eu-west-1", accessKeyId: "AKIA0123456789ABCDEF", secretAccessKey: KEY },
    },
  },
];

/** One way to speak to a provider. */
export interface Way {
  readonly name: string;
  readonly provider: ProviderName;
  readonly more?: Partial<Connection>;
}

/** A server and a brain that speaks to it. */
export interface Pair extends AsyncDisposable {
  readonly server: ModelServer;
  readonly brain: ReturnType<typeof createModelBrain>;
  readonly requests: readonly ModelRequest[];
}

/** Makes both. Waits between tries take no time. */
export function pair(
  way: Way,
  acts: readonly Act[] | ((request: ModelRequest) => Act),
  { pieces, ...more }: Partial<ModelBrainSetup> & { pieces?: Pieces } = {},
): Pair {
  const server = startModelServer(way.provider, acts, pieces);
  return {
    server,
    brain: createModelBrain({
      connection: connection(way, server.url),
      persona: { name: "Onidia" },
      clock: HASTY,
      ...more,
    }),
    requests: server.requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** How a way reaches a server. */
export function connection(way: Way, url: string): Connection {
  const { provider, more } = way;
  const { model } = providerEntry(provider)!;
  return { provider, model, url, isOwnUrl: false, key: KEY, ...more };
}

/** A clock on which short waits, those between two tries, are over at once; long ones never end. */
export const HASTY = {
  now: () => performance.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms < 30_000 ? 0 : ms);
    return () => clearTimeout(timer);
  },
};

/** Agents that the tests' models may call. */
export const CATALOG: Turn["catalog"] = [
  offered("dice", [{ name: "sides", type: "int", required: true, description: "how many" }]),
  offered("tea", [
    {
      ...{ name: "kind", type: "string", required: false, enum: ["tea", "coffee"] },
      ...{ default: "tea", description: "which drink" },
    },
    { name: "milk", type: "bool", required: false, description: "" },
  ]),
];

/** Calls the tests' agents: they say what they were given. Others there are none. */
export const CALL: CallAgent = (id, args) => {
  const known = CATALOG.some((agent) => agent.manifest.id === id);
  const sent = Object.fromEntries(Object.entries(args).map(([name, it]) => [name, String(it)]));
  const done = { ok: true, args: sent, message: `${id} did ${JSON.stringify(sent)}` };
  const none = { ok: false, message: `no agent called "${id}"` };
  return Promise.resolve(result(id, known ? done : none));
};
