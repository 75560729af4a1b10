/**
 * Routing by description: for sentences that no example fits, and for agents without examples. The
 * rule that keeps ordinary talk out: every word with a topic must be explained, by the agent's
 * vocabulary, a value of its parameters, or a text that one of them can take.
 */
import { isLight, type KnownAgent, type KnownCatalog } from "./catalog.ts";
import type { Meaning } from "./description.ts";
import { BROAD_VERBS, isEmpty, SPEECH, TELLING_VERBS } from "./english.ts";
import { type Args, fillAsked, fillClosed, takeFlags } from "./fill.ts";
import type { Clause } from "./frames.ts";
import { findStems } from "./glossary.ts";
import { place, spansOf } from "./spans.ts";
import { relatedTo } from "./thesaurus.ts";
import { isDistinct, isOwn, type Reading, type Sense, senseOf } from "./vocabulary.ts";
import type { Word } from "./words.ts";

/** How well a description explains a clause. */
export interface Topic {
  readonly args: Args;
  readonly weight: number;
  /** The words that made the match, for `/why`. */
  readonly anchors: readonly string[];
}

/** The words of a clause, sorted by what explains them. */
interface Sorted {
  /** What the clause can be about. */
  readonly anchors: readonly string[];
  /** Whether a word of the description is among them, and not only values of parameters. */
  readonly named: boolean;
  /** How many words with a topic the agent explains. */
  readonly known: number;
  readonly weight: number;
  /** Positions of topical words that nothing explains. */
  readonly left: readonly number[];
}

/** Explains a clause by an agent's description; undefined where it does not. */
export function explain(
  agent: KnownAgent,
  whole: Clause,
  catalog: KnownCatalog,
): Topic | undefined {
  const flags = takeFlags(agent, whole.body);
  const clause = { ...whole, body: flags.rest };
  const { act, body } = clause;
  if (act === "refusal") return undefined;
  const saying = saidOf(agent, body);
  if (saying) return saying;
  if (!mayServe(agent, clause)) return undefined;
  const reading = readingOf(agent, clause);
  const args: Args = { ...flags.args };
  const used = new Set<number>();
  const phrases = fillClosed(agent, body, used, args);
  fillAsked(agent, clause, args);
  const { anchors, named, known, weight, left } = sort(reading, clause, catalog, used, phrases);
  if (anchors.length === 0 || isAnotherVerb(reading, clause, left, used)) return undefined;
  const open = agent.slots.filter((slot) => slot.open);
  const taken = (at: number) => used.has(at) || isOwn(reading, body[at]!);
  const names = (word: Word) => open.some(({ param }) => param.name === word.norm);
  const spans = spansOf(body, left, open.length > 1, taken, names);
  // "an italian dinner idea": a parameter's value alone does not make a text the agent's.
  if (spans.length > 0 && !named) return undefined;
  const unexplained = place(agent, clause, spans, args, taken);
  if (unexplained === undefined) return undefined;
  // One odd word in a request that is otherwise all the agent's: "roll the lucky dice".
  if (unexplained > 0 && (known < 2 || unexplained > 1 || act !== "request")) return undefined;
  return { args, weight: weight - 0.6 * unexplained, anchors };
}

/** Whether clauses of this kind can reach the agent at all. */
function mayServe(agent: KnownAgent, clause: Clause): boolean {
  switch (clause.act) {
    case "statement":
    case "refusal":
      return false;
    case "question":
    case "explain":
      return mayAnswer(agent, clause);
    case "tell":
      return agent.purpose.informs;
    default:
      return true;
  }
}

function readingOf(agent: KnownAgent, { act, body }: Clause): Reading {
  const asks = act === "question" || act === "explain";
  // "check the weather" asks for words, "water the plants" for a deed.
  const wants = act === "request" && !TELLING_VERBS.has(body[0]?.stem ?? "");
  const counts = (meaning: Meaning) => asks ? meaning.asked : !wants || meaning.wanted;
  return { agent, asks, counts };
}

/** Sorts the words. `used` are those that gave closed parameters their values, `phrases` those of long cues. */
function sort(
  reading: Reading,
  { act, body, framed }: Clause,
  catalog: KnownCatalog,
  used: ReadonlySet<number>,
  phrases: ReadonlySet<number>,
): Sorted {
  const { agent, asks } = reading;
  const anchors: string[] = [];
  const left: number[] = [];
  let named = false;
  let known = 0;
  let weight = 0;
  body.forEach((word, at) => {
    const sense = senseOf(reading, word, at === 0);
    // Inside a question ("what is going on") a cue of several words may be an accident after all.
    const phrase = phrases.has(at) && !(asks && !phrases.has(0));
    // "translate good morning": what is said elsewhere without a topic can be a text.
    const text = act === "request" && at > 0 && SPEECH.has(word.norm) && !sense &&
      agent.slots.some(({ open, param }) => open && param.required);
    const value = used.has(at) && isDistinct(agent, word) && (act !== "fragment" || framed);
    const phrasal = at === 0 && agent.purpose.phrasal.has(`${word.stem} ${body[1]?.norm ?? ""}`);
    const meant = phrasal || sense !== undefined && isAnchor(sense, word, at, body, act);
    named ||= meant;
    if (!isEmpty(word.norm) && (used.has(at) || isOwn(reading, word))) known++;
    if (phrase || value || meant) anchors.push(word.norm);
    if (sense) weight += phrasal ? 1 : sense.weight / Math.sqrt(catalog.spread.get(word.stem) ?? 1);
    else if (used.has(at)) weight += isEmpty(word.norm) ? 0.1 : 0.9;
    else if (isEmpty(word.norm) && !text) return;
    else if (at > 0 || act !== "request" || !isLight(word.stem, agent)) left.push(at);
  });
  return { anchors, named, known, weight, left };
}

/** In the verb's place only a verb counts ("track my phone" is not about a track), elsewhere any word. */
function isAnchor(
  sense: Sense,
  word: Word,
  at: number,
  body: readonly Word[],
  act: Clause["act"],
): boolean {
  if (!sense.anchor || BROAD_VERBS.has(word.stem)) return false;
  // "note: call the plumber" is a noun with what it is to hold.
  if (at === 0) return act !== "request" || sense.verb || body[0]!.after.includes(":");
  return !sense.gerund || /ings?$/.test(word.norm);
}

/** Whether the verb is one the agent does not know, or, like "roll over", another one with a particle. */
function isAnotherVerb(
  reading: Reading,
  { act, body }: Clause,
  left: readonly number[],
  used: ReadonlySet<number>,
): boolean {
  if (act !== "request") return false;
  const { agent } = reading;
  const verb = body[0]!;
  // "roll over", "lock her up": another verb than the one without its particle.
  const at = /^(?:me|him|her|it|them|us)$/.test(body[1]?.norm ?? "") ? 2 : 1;
  const particle = /^(?:over|out|off|into|up|down)$/.test(body[at]?.norm ?? "") &&
    body.length === at + 1 && !used.has(at) && !agent.purpose.particles.has(verb.stem);
  if (left[0] === 0 && !brings(agent, body) || particle) return true;
  if (
    !used.has(1) && [verb.stem, ...relatedTo(verb.stem)].some((stem) => {
      const particles = agent.purpose.particles.get(stem);
      return particles && /^(?:on|off|up|down)$/.test(body[1]?.norm ?? "") &&
        !particles.has(body[1]!.norm);
    })
  ) return true;
  // "take milk off the list", "get rid of it": not what "take" and "get" are light for.
  const away = body.some(({ norm }, at) => /^(?:off|away|rid)$/.test(norm) && !used.has(at));
  return away && senseOf(reading, body[0]!, true) === undefined;
}

/** "show me the album X", "bring up a song": a request for an agent that looks things up by name. */
function brings(agent: KnownAgent, body: readonly Word[]): boolean {
  const verb = body[0]!;
  return agent.slots.some((slot) => slot.open && slot.leaveOut.size > 0) &&
    (verb.stem === "show" || /^(?:bring|pull)$/.test(verb.stem) && body[1]?.norm === "up");
}

/** "Use when the user says it is too dark": these very words, and nothing else with a topic. */
function saidOf(agent: KnownAgent, body: readonly Word[]): Topic | undefined {
  for (const stems of agent.purpose.sayings) {
    const at = findStems(body, stems);
    if (!at || !body.every((word, index) => at.includes(index) || isEmpty(word.norm))) continue;
    if (stems.length < 2 && body.length > 1) continue;
    const args: Args = {};
    fillClosed(agent, body, new Set(), args);
    return { args, weight: stems.length, anchors: [stems.join(" ")] };
  }
  return undefined;
}

/** Whether an agent gives facts of the kind that a question asks for. */
function mayAnswer(agent: KnownAgent, { act, body }: Clause): boolean {
  const { informs, asks } = agent.purpose;
  if (!informs) return false;
  // "do you like …", "what is your name": about her, never about an agent.
  if (body.some(({ norm }) => /^(?:you|your|yours|yourself)$/.test(norm))) return false;
  return act === "question" || body.slice(0, 5).some((word) => asks.has(word.norm));
}
