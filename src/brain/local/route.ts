/** From a clause to the one agent it is for, or to none. */
import type { KnownAgent, KnownCatalog } from "./catalog.ts";
import { type Args, fillAsked, fillClosed, openText, takeFlags } from "./fill.ts";
import { holds, singularsOf } from "./exclusions.ts";
import { isEmpty, LIGHT_VERBS, PREPOSITIONS, VERBS } from "./english.ts";
import type { Act, Clause } from "./frames.ts";
import type { Slot } from "./glossary.ts";
import { fit, mayFit, type Pattern } from "./patterns.ts";
import { explain } from "./topics.ts";
import type { Word } from "./words.ts";

/** What a missing parameter costs: between equals the one that can run is meant, and no other. */
const ASKING = 0.35;

/** An agent that could be called for a clause. */
export interface Candidate {
  readonly agent: KnownAgent;
  readonly args: Args;
  /** Required parameters that the clause does not give; she asks for them. */
  readonly missing: readonly Slot[];
  /** Words of the clause that the agent explains, weighted; compared between agents. */
  readonly weight: number;
  /** What made the match, for `/why`. */
  readonly why: string;
  /** From which words of the clause open texts came; empty where none did. */
  readonly texts: readonly Word[];
  /** What the clause is for. */
  readonly act: Act;
}

/** Takes a clause and the catalog; gives the best candidate, or undefined where none is good. */
export function route(clause: Clause, catalog: KnownCatalog): Candidate | undefined {
  let best: Candidate | undefined;
  const said = new Set(clause.body.map(({ stem }) => stem));
  for (const agent of catalog.agents) {
    if (isExcluded(agent, clause) || agent.purpose.commanded && clause.personal) continue;
    const example = byExample(agent, clause, said);
    const described = byDescription(agent, clause, catalog);
    // An example tells better where a text begins and ends, so its reading is kept; how much of
    // the clause the agent explains is the better of the two.
    const weight = Math.max(example?.weight ?? 0, described?.weight ?? 0);
    const candidate = example ?? described;
    if (!candidate) continue;
    const rank = weight - ASKING * candidate.missing.length;
    if (rank > (best?.weight ?? -Infinity)) best = { ...candidate, weight: rank };
  }
  return best;
}

/** "Not for …" of the description rules an agent out when the clause holds such a phrase. */
function isExcluded(agent: KnownAgent, clause: Clause): boolean {
  if (agent.purpose.negatives.size === 0) return false;
  // A capital inside a sentence marks a name, and names may hold any word.
  const names = clause.body.some((word) => /\p{Ll}{2}/u.test(word.text));
  const plain = clause.body.filter((word, at) => at === 0 || !names || !/^\p{Lu}/u.test(word.text));
  const said = singularsOf(plain);
  return holds(said, agent.purpose.negatives);
}

function byExample(
  agent: KnownAgent,
  clause: Clause,
  said: ReadonlySet<string>,
): Candidate | undefined {
  let best: Candidate | undefined;
  const flags = takeFlags(agent, clause.body);
  const readings = flags.rest === clause.body
    ? [{ clause, args: {} }]
    : [{ clause: { ...clause, body: flags.rest }, args: flags.args }, { clause, args: {} }];
  for (const example of agent.examples) {
    const pattern = mayFit(example, said) ? example.pattern() : undefined;
    if (!pattern) continue;
    for (const reading of readings) {
      const candidate = tryPattern(agent, pattern, reading.clause, reading.args);
      if (candidate && (!best || candidate.weight > best.weight)) best = candidate;
    }
  }
  return best;
}

function tryPattern(
  agent: KnownAgent,
  pattern: Pattern,
  clause: Clause,
  flags: Args,
): Candidate | undefined {
  const found = fit(pattern, clause);
  if (!found) return undefined;
  const args: Args = { ...flags };
  const used = new Set<number>();
  const texts: Word[] = [];
  for (const { slot, from, to } of found.holes) {
    for (let at = from; at < to; at++) if (slot.open) used.add(at);
    if (!slot.open) continue;
    const words = clause.body.slice(from, to);
    texts.push(...words);
    const text = openText(slot, words);
    const { name } = slot.param;
    // Two holes of one parameter join: "play {query} by {query}".
    if (text === undefined && slot.param.required) return undefined;
    if (text !== undefined) args[name] = Object.hasOwn(args, name) ? `${args[name]} ${text}` : text;
  }
  fillClosed(agent, clause.body, used, args);
  fillAsked(agent, clause, args);
  if (found.holes.length === 0) nameItself(agent, clause, used, args);
  return {
    agent,
    args,
    missing: missingOf(agent, args),
    weight: found.weight + Math.min(0.25, 0.05 * texts.length) + 0.3 * Object.keys(flags).length,
    why: `like its example "${pattern.example}"`,
    texts,
    act: clause.act,
  };
}

/**
 * An example without a hole may hold a value all the same ("put on the marathon"): a noun at its end
 * that the description does not know is one.
 */
function nameItself(agent: KnownAgent, { body }: Clause, used: Set<number>, args: Args): void {
  const slot = agent.slots.find((slot) => slot.open && !Object.hasOwn(args, slot.param.name));
  if (!slot) return;
  const known = (word: Word, at: number) =>
    used.has(at) || agent.purpose.meanings.has(word.stem) || PREPOSITIONS.has(word.norm) ||
    at === 0 && (VERBS.has(word.stem) || LIGHT_VERBS.has(word.stem));
  const words = body.slice(body.findLastIndex(known) + 1);
  const text = words.some((word) => !isEmpty(word.norm)) ? openText(slot, words) : undefined;
  if (text !== undefined) args[slot.param.name] = text;
}

function byDescription(
  agent: KnownAgent,
  clause: Clause,
  catalog: KnownCatalog,
): Candidate | undefined {
  const topic = explain(agent, clause, catalog);
  if (!topic) return undefined;
  return {
    agent,
    args: topic.args,
    missing: missingOf(agent, topic.args),
    weight: topic.weight,
    why: `its description speaks of ${topic.anchors.map((word) => `"${word}"`).join(", ")}`,
    texts: [],
    act: clause.act,
  };
}

function missingOf(agent: KnownAgent, args: Args): Slot[] {
  return agent.slots.filter(({ param }) =>
    param.required && param.default === undefined && !Object.hasOwn(args, param.name)
  );
}
