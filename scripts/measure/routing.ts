/**
 * Does the embedded brain pick the right agent? The scores of data/README.md ("Routing"), over the
 * catalog of the bundled agents.
 */
import { parseManifest } from "../../src/agents/manifest.ts";
import type { Brain, BrainRequest } from "../../src/brain/brain.ts";
import { createLocalBrain } from "../../src/brain/local/brain.ts";
import { fold } from "../../src/text/fold.ts";

/** A sentence of the data, with what should come of it. */
interface Utterance {
  readonly text: string;
  readonly agent: string | null;
  readonly args?: Readonly<Record<string, string>> | null;
  readonly query_words?: string | null;
  readonly source: string;
}

/** What came of a sentence. */
interface Outcome {
  readonly utterance: Utterance;
  readonly calls: readonly {
    readonly id: string;
    readonly args: Readonly<Record<string, unknown>>;
  }[];
  readonly right: boolean;
  /** Undefined where the data says nothing about arguments. */
  readonly args?: boolean;
  /** Token F1 of `query`, 0 to 1; undefined where the data names no words. */
  readonly f1?: number;
}

const FILES = ["utterances.dev.jsonl", "utterances.written.dev.jsonl"];

/**
 * Prints the four scores for all sentences and for each source. Takes the data folder; `--errors`
 * among the program's arguments lists what went wrong, `--part=N` keeps the quarter of the
 * sentences (0 to 3) with that hash, so that rules are written on some and judged on others.
 */
export async function measureRouting(data: URL): Promise<void> {
  const catalog = bundledCatalog();
  const brain = createLocalBrain({ name: "Onidia" });
  const parts = Deno.args.flatMap((arg) => /^--part=([0-3])$/.exec(arg)?.[1] ?? []);
  const outcomes: Outcome[] = [];
  for (const file of FILES) {
    for (const line of Deno.readTextFileSync(new URL(file, data)).split("\n")) {
      if (line.trim() === "") continue;
      const utterance = JSON.parse(line) as Utterance;
      if (parts.length > 0 && !parts.includes(String(quarterOf(utterance.text)))) continue;
      outcomes.push(judge(utterance, await callsOf(brain, catalog, utterance.text)));
    }
  }
  print(outcomes);
  if (Deno.args.includes("--errors")) printErrors(outcomes);
}

function bundledCatalog(): BrainRequest["catalog"] {
  const folder = new URL("../../agents/", import.meta.url);
  const ids = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => !/^[._]/.test(name)).sort();
  return ids.map((id) => {
    const parsed = parseManifest(Deno.readFileSync(new URL(`${id}/agent.json`, folder)));
    if (!("manifest" in parsed)) throw new Error(`agents/${id}/agent.json is broken`);
    return parsed;
  });
}

async function callsOf(
  brain: Brain,
  catalog: BrainRequest["catalog"],
  message: string,
): Promise<Outcome["calls"]> {
  const calls: { id: string; args: Readonly<Record<string, unknown>> }[] = [];
  const { signal } = new AbortController();
  for await (
    const event of brain.respond({ message, conversation: [], catalog, rounds: [], signal })
  ) {
    if (event.type === "call") calls.push({ id: event.id, args: event.args });
  }
  return calls;
}

function judge(utterance: Utterance, calls: Outcome["calls"]): Outcome {
  const { agent, args, query_words } = utterance;
  const call = calls.length === 1 && calls[0]!.id === agent ? calls[0]! : undefined;
  const right = agent === null ? calls.length === 0 : call !== undefined;
  const expected = Object.entries(args ?? {});
  return {
    utterance,
    calls,
    right,
    ...(agent !== null && expected.length > 0
      ? { args: expected.every(([name, value]) => call?.args[name] === value) }
      : {}),
    ...(query_words ? { f1: call ? tokenF1(String(call.args.query ?? ""), query_words) : 0 } : {}),
  };
}

/** Harmonic mean of precision and recall of the words, each counted as often as it stands there. */
function tokenF1(given: string, expected: string): number {
  const tokens = (text: string) =>
    fold(text).replaceAll(/[^\p{L}\p{N}\s]/gu, "").split(/\s+/).filter((token) => token !== "");
  const [have, want] = [tokens(given), tokens(expected)];
  const pool = want.slice();
  const common = have.filter((token) => {
    const at = pool.indexOf(token);
    if (at >= 0) pool.splice(at, 1);
    return at >= 0;
  }).length;
  return common === 0 ? 0 : (2 * common) / (have.length + want.length);
}

function print(outcomes: readonly Outcome[]): void {
  const group = ({ utterance: { source, agent } }: Outcome) =>
    `${source.split(" ")[0]} ${agent ?? "(no agent)"}`;
  console.log("routing".padEnd(26) + "sentences   right    args      F1   false calls");
  const row = (name: string, part: readonly Outcome[]) => {
    const routed = part.filter(({ utterance }) => utterance.agent !== null);
    const ordinary = part.filter(({ utterance }) => utterance.agent === null);
    console.log(
      name.padEnd(26) + String(part.length).padStart(9) +
        percent(routed.map(({ right }) => Number(right))) +
        percent(part.flatMap(({ args }) => args === undefined ? [] : [Number(args)])) +
        mean(part.flatMap(({ f1 }) => f1 === undefined ? [] : [f1])) +
        percent(ordinary.map(({ right }) => Number(!right)), 14),
    );
  };
  for (const [name, part] of Map.groupBy(outcomes, group)) row(name, part);
  row("all", outcomes);
  console.log("goal".padEnd(35) + "≥ 96 %  ≥ 95 %  ≥ 0.90         ≤ 1 %");
}

function percent(values: readonly number[], width = 8): string {
  if (values.length === 0) return "–".padStart(width);
  const share = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${(100 * share).toFixed(1)} %`.padStart(width);
}

function mean(values: readonly number[]): string {
  if (values.length === 0) return "–".padStart(8);
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3).padStart(8);
}

function printErrors(outcomes: readonly Outcome[]): void {
  for (const { utterance, calls, right, args, f1 } of outcomes) {
    if (right && args !== false && (f1 ?? 1) > 0.99) continue;
    const got = calls.map(({ id, args }) => `${id} ${JSON.stringify(args)}`).join(" + ") ||
      "nothing";
    const kind = right ? args === false ? "ARGS" : "TEXT" : utterance.agent ? "MISS" : "FALSE";
    const wanted = utterance.agent
      ? `${utterance.agent} ${JSON.stringify(utterance.args ?? {})} ${utterance.query_words ?? ""}`
      : "nothing";
    console.log(
      `${kind} [${utterance.source}] ${utterance.text}\n     got ${got}\n     not ${wanted}`,
    );
  }
}

/** FNV-1a, two bits of it: the same quarter for the same sentence on every machine. */
function quarterOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return (hash >>> 16) & 3;
}
