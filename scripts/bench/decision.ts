import { parseManifest } from "../../src/agents/manifest.ts";
import type { BrainRequest } from "../../src/brain/brain.ts";
import { createLocalBrain } from "../../src/brain/local/brain.ts";
import { inTurn, timed } from "./measure.ts";
import type { Row } from "./row.ts";

const AGENTS = new URL("../../agents/", import.meta.url);

const VERBS = ["Start", "Stop", "Show", "Rename", "Schedule"];
const THINGS =
  ("kettle lamp printer calendar weather radio garden camera thermostat notebook timer ticket parcel " +
    "train currency recipe elevator aquarium greenhouse").split(" ");

/** What the user says: for a bundled agent, for one of the others, and for none. */
const MESSAGES = [
  "play some jazz",
  "could you turn the music down a bit and then stop it please",
  "show me the weather in Lisbon tomorrow",
  "schedule the greenhouse for six in the morning",
  "greet Ada",
  "do a happy dance",
  "I had the strangest dream about my old school last night, what do you make of it?",
  "how are you today",
];

/** How the embedded brain decides with a hundred agents to choose from. */
export const decision: Row = {
  name: "local brain, one decision with 100 agents",
  goal: 5,
  unit: "ms",
  async measure({ pairs }) {
    const catalog = hundredAgents();
    const [first] = await inTurn(pairs, [() => timed(() => decide(catalog, MESSAGES.slice(0, 1)))]);
    // One brain that has read the catalog, as in a running chat.
    const brain = createLocalBrain({ name: "Onidia" });
    const each = await inTurn(
      pairs,
      MESSAGES.map((message) => () => timed(() => decide(catalog, [message], brain))),
    );
    const slowest = Math.max(...each);
    return {
      figure: slowest,
      note: `the slowest of ${MESSAGES.length} messages; ${first!.toFixed(1)} ms for the first ` +
        "message of a chat, which reads the catalog",
    };
  },
};

async function decide(
  catalog: BrainRequest["catalog"],
  messages: readonly string[],
  brain = createLocalBrain({ name: "Onidia" }),
): Promise<void> {
  const { signal } = new AbortController();
  for (const message of messages) {
    const request = { message, conversation: [], catalog, rounds: [], signal };
    for await (const _ of brain.respond(request));
  }
}

/** The bundled agents, and ninety-five of a small grammar. */
function hundredAgents(): BrainRequest["catalog"] {
  const bundled = [...Deno.readDirSync(AGENTS)].filter(({ name }) => !name.startsWith("_"))
    .map(({ name }) => Deno.readTextFileSync(new URL(`${name}/agent.json`, AGENTS)));
  const others = VERBS.flatMap((verb) =>
    THINGS.map((thing) =>
      JSON.stringify({
        id: `${verb.toLowerCase()}_${thing}`,
        description: `${verb} the ${thing}. Use when the user wants to ${verb.toLowerCase()} a ` +
          `${thing} or asks about it.`,
        exec: ["./run.sh"],
        params: [
          { name: "place", type: "string", description: `where the ${thing} is` },
          { name: "count", type: "int", description: "how many" },
        ],
      })
    )
  );
  return [...bundled, ...others].slice(0, 100).map((text) => {
    const parsed = parseManifest(new TextEncoder().encode(text));
    if (!("manifest" in parsed)) throw new Error(`A manifest is broken: ${parsed.faults.join()}`);
    return parsed;
  }).sort((a, b) => a.manifest.id < b.manifest.id ? -1 : 1);
}
