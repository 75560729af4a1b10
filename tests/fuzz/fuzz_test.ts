import fc from "fast-check";
import { iniReader, iniRoundTrip } from "./ini.ts";
import { manifestComments, manifestReader } from "./manifest.ts";
import { lineReader, petGrammar } from "./protocol.ts";

/** The same cases every time; `deno task fuzz` takes its own seeds and more of them. */
const SEED = 20_250_131;

Deno.test("whatever an ini file holds, it is read to entries and faults that name its lines", () => {
  fc.assert(iniReader, { seed: SEED, numRuns: 1000 });
});

Deno.test("what is written into an ini file by the rules is read as it was meant", () => {
  fc.assert(iniRoundTrip, { seed: SEED, numRuns: 500 });
});

Deno.test("whatever an agent.json holds, it is a manifest that keeps the rules, or has faults", () => {
  // Found by a longer run: what cannot be made a text must not be.
  const found = new TextEncoder().encode('{"files":{"":{"toString":[]}}}');
  fc.assert(manifestReader, { seed: SEED, numRuns: 1000, examples: [[found]] });
});

Deno.test("comments and trailing commas change nothing about a manifest", () => {
  fc.assert(manifestComments, { seed: SEED, numRuns: 500 });
});

Deno.test("however an agent's output is cut into pieces, its lines are the same", () => {
  fc.assert(lineReader, { seed: SEED, numRuns: 200 });
});

Deno.test("a PET line passes exactly where the grammar says so", () => {
  fc.assert(petGrammar, { seed: SEED, numRuns: 1000 });
});
