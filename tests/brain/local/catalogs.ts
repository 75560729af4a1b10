/** Catalogs and conversations for the tests of the embedded brain. */
import { parseManifest } from "../../../src/agents/manifest.ts";
import type { CallResult } from "../../../src/agents/agent.ts";
import type { Brain, BrainEvent, BrainRequest, Exchange } from "../../../src/brain/brain.ts";
import { createLocalBrain } from "../../../src/brain/local/brain.ts";

export type Catalog = BrainRequest["catalog"];

/** The five agents that come with the program. */
export function bundled(): Catalog {
  const folder = new URL("../../../agents/", import.meta.url);
  return [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => !/^[._]/.test(name)).sort()
    .map((name) => read(new URL(`${name}/agent.json`, folder)));
}

/** Agents made for the tests: manifests as an ordinary author writes them. */
export function invented(folder = "agents"): Catalog {
  const url = new URL(`./${folder}/`, import.meta.url);
  return [...Deno.readDirSync(url)].map(({ name }) => name).sort()
    .map((name) => read(new URL(name, url)));
}

/** A catalog of one agent written in a test. */
export function only(...manifests: readonly Record<string, unknown>[]): Catalog {
  return manifests.map((manifest) =>
    parsed(new TextEncoder().encode(JSON.stringify({ exec: ["./run.sh"], ...manifest })))
  );
}

/** What the brain gives for a message. */
export async function events(
  message: string,
  catalog: Catalog,
  conversation: readonly Exchange[] = [],
  options: { name: string; age?: string } = ONIDIA,
): Promise<BrainEvent[]> {
  const { signal } = new AbortController();
  const request = { message, conversation, catalog, rounds: [], signal };
  return await Array.fromAsync(brainFor(catalog, options).respond(request));
}

/** One brain a catalog, as in the program: it reads a catalog once. */
function brainFor(catalog: Catalog, options: { name: string; age?: string }): Brain {
  if (options !== ONIDIA) return createLocalBrain(options);
  const brain = BRAINS.get(catalog) ?? createLocalBrain(options);
  BRAINS.set(catalog, brain);
  return brain;
}

const ONIDIA: { readonly name: string; readonly age?: string } = { name: "Onidia" };
const BRAINS = new WeakMap<Catalog, Brain>();

/** The calls as `id {"param":"value"}`, parameters by name. */
export async function calls(
  message: string,
  catalog: Catalog,
  conversation: readonly Exchange[] = [],
): Promise<string[]> {
  return (await events(message, catalog, conversation)).flatMap((event) =>
    event.type === "call" ? [`${event.id} ${JSON.stringify(sorted(event.args))}`] : []
  );
}

/** What she says, without calls and moods. */
export async function words(
  message: string,
  catalog: Catalog,
  conversation: readonly Exchange[] = [],
  options?: { name: string; age?: string },
): Promise<string> {
  return (await events(message, catalog, conversation, options))
    .flatMap((event) => event.type === "text" ? [event.text] : []).join("");
}

/** An exchange that called one agent. */
export function exchange(
  message: string,
  id: string,
  args: Record<string, string>,
  result: { ok: boolean; message: string } = { ok: true, message: "done" },
): Exchange {
  const call: CallResult = { id, args, ...result, info: [], ms: 1 };
  return { message, reply: result.message, calls: [call] };
}

function sorted(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).sort(([a], [b]) => a < b ? -1 : 1));
}

function read(url: URL): Catalog[number] {
  return parsed(Deno.readFileSync(url));
}

function parsed(bytes: Uint8Array): Catalog[number] {
  const result = parseManifest(bytes);
  if (!("manifest" in result)) throw new Error(result.faults.join("; "));
  return result;
}
