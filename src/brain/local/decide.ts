/**
 * From a message to calls. A message is cut into sentences and, at "and", "then" and commas, into
 * parts; parts become calls of their own only where each of them is a request by itself, so that
 * "simon and garfunkel" stays one name.
 */
import type { KnownCatalog } from "./catalog.ts";
import { PREPOSITIONS } from "./english.ts";
import type { Args } from "./fill.ts";
import { type Act, frameOf } from "./frames.ts";
import type { Slot } from "./glossary.ts";
import { type Candidate, route } from "./route.ts";
import { mended } from "./typos.ts";
import { type Word, wordsOf } from "./words.ts";

/** A call she decided on. */
export interface Call {
  readonly id: string;
  readonly args: Args;
  readonly why: string;
}

/** What a message leads to. */
export interface Decision {
  readonly calls: readonly Call[];
  /** Where nothing can be called yet, what she has to ask for. */
  readonly ask?: Ask;
}

/** A call that lacks a required parameter. */
export interface Ask {
  readonly id: string;
  readonly args: Args;
  readonly slot: Slot;
}

/** A longer message is a text, not a request; reading on would only find accidents. */
const MOST_WORDS = 120;

/** Parts beyond this are not tried: nobody asks for seven things in one breath. */
const MOST_PARTS = 6;

/** A point behind one of these ends no sentence. */
const ABBREVIATION = /^(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|vs|feat|ft|No|Vol|Op)$/u;

const NOTHING: Decision = { calls: [] };

/** Decides on a message. Takes it, the catalog, and her name, folded. */
export function decide(message: string, catalog: KnownCatalog, name: string): Decision {
  if (catalog.agents.length === 0) return NOTHING;
  const words = wordsOf(message, MOST_WORDS + 1);
  if (words.length === 0 || words.length > MOST_WORDS) return NOTHING;
  const found = read(words, catalog, name);
  if (found.length > 0) return decision(found);
  const repaired = mended(words, catalog, name);
  return repaired ? decision(read(repaired, catalog, name)) : NOTHING;
}

/** All candidates of a message, in the order they were said. */
function read(words: readonly Word[], catalog: KnownCatalog, name: string): Candidate[] {
  const sentences = cut(
    words,
    (word) => /[.!?;]/.test(word.after) && !ABBREVIATION.test(word.text),
  );
  return merged(sentences.flatMap((sentence) => readSentence(sentence, catalog, name)));
}

function readSentence(words: readonly Word[], catalog: KnownCatalog, name: string): Candidate[] {
  // The same part stands in several splits; it is read once.
  const known = new Map<string, { act: Act; found?: Candidate }>();
  const readPart = (part: readonly Word[]): { act: Act; found?: Candidate } => {
    const key = `${words.indexOf(part[0]!)} ${part.length}`;
    const reading = known.get(key) ?? readAlone(part);
    known.set(key, reading);
    return reading;
  };
  const readAlone = (part: readonly Word[]): { act: Act; found?: Candidate } => {
    const clause = frameOf(part, name, catalog.verbs);
    const found = route(clause, catalog);
    return found ? { act: clause.act, found } : { act: clause.act };
  };
  const whole = readPart(words);
  // "no more music": a refusal only as an example says it.
  if (whole.act === "refusal") return whole.found ? [whole.found] : [];
  const parts = partsOf(words);
  if (parts.length < 2 || parts.length > MOST_PARTS) return whole.found ? [whole.found] : [];
  const readings = joined(parts).map((split) => split.map(readPart));
  const each = readings.find((reading) =>
    reading.every(({ act, found }, at) => found !== undefined && (at === 0 || act === "request"))
  );
  if (each) return each.map(({ found }) => found!);
  if (whole.found) return [whole.found];
  // "hold on, pause it": what stands in front is a remark, the request comes last.
  const last = readings[0]!.at(-1)!;
  const rest = readings[0]!.slice(0, -1);
  const remarks = rest.every(({ act }) =>
    act === "fragment" || act === "request" || act === "wish"
  );
  const named = rest.every(({ act }) => act === "fragment") && !PREPOSITIONS.has(words[0]!.norm);
  if (last.found && last.act === "question" && named) return [last.found];
  if (last.found && last.act === "request" && remarks) {
    return readings[0]!.flatMap(({ found }) => found ? [found] : []);
  }
  const first = readings[0]![0]!;
  const after = readings[0]!.slice(1).every(({ act }) => act === "statement" || act === "fragment");
  return first.found && after && /,/.test(parts[0]!.at(-1)?.after ?? "") ? [first.found] : [];
}

/** Cuts at "and", "then", "and then", "&" and commas, outside quotes. */
function partsOf(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [[]];
  words.forEach((word, at) => {
    const joint = !word.quoted && (/^(?:and|then)$/.test(word.norm) || word.norm === "also");
    if (joint && at > 0) {
      if (parts.at(-1)!.length > 0) parts.push([]);
      return;
    }
    // "nice one what is it", "I want some what about …": a question word begins anew.
    const proposes = at > 0 && /^(?:how|what)$/.test(word.norm) &&
      /^(?:about|is)$/.test(words[at + 1]?.norm ?? "");
    if (proposes && parts.at(-1)!.length > 0) parts.push([]);
    parts.at(-1)!.push(word);
    if (/[,:]/.test(word.after) && !word.quoted) parts.push([]);
  });
  return parts.filter((part) => part.length > 0);
}

/** The finest split, and those that join two neighbours again: one comma may be inside a name. */
function joined(parts: readonly Word[][]): Word[][][] {
  const splits = [parts.slice()];
  if (parts.length > 2) {
    for (let at = 0; at + 1 < parts.length; at++) {
      splits.push([
        ...parts.slice(0, at),
        [...parts[at]!, ...parts[at + 1]!],
        ...parts.slice(at + 2),
      ]);
    }
  }
  return splits;
}

function cut(words: readonly Word[], ends: (word: Word) => boolean): Word[][] {
  const pieces: Word[][] = [[]];
  for (const word of words) {
    pieces.at(-1)!.push(word);
    if (!word.quoted && ends(word)) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/**
 * "I want some music, play something by X": the same agent twice, once without saying what. The
 * fuller one is meant.
 */
function merged(candidates: readonly Candidate[]): Candidate[] {
  const found = candidates.reduce<Candidate[]>(joinQueries, []);
  return found.filter((one, at) =>
    !found.some((other, there) =>
      there !== at && other.agent === one.agent &&
      (Object.keys(one.args).length === 0 && (Object.keys(other.args).length > 0 || there < at) ||
        there < at && sameArgs(one.args, other.args))
    )
  );
}

/** Two queries for one search ("I want to hear X, play the song Y") are one: X's Y. */
function joinQueries(found: Candidate[], next: Candidate): Candidate[] {
  const last = found.at(-1);
  const query = next.agent.slots.find((slot) => slot.open && slot.leaveOut.size > 0)?.param.name;
  if (last?.agent !== next.agent || !query || !last.args[query] || !next.args[query]) {
    return [...found, next];
  }
  const args = { ...last.args, ...next.args, [query]: `${last.args[query]} ${next.args[query]}` };
  return [...found.slice(0, -1), { ...next, args }];
}

function sameArgs(a: Args, b: Args): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function decision(found: readonly Candidate[]): Decision {
  const ready = found.filter(({ missing }) => missing.length === 0);
  const calls = ready.map(({ agent, args, why }) => ({ id: agent.manifest.id, args, why }));
  const lacking = found.find(({ missing, act }) =>
    // A question that leaves a choice open was meant for nobody.
    missing.length > 0 && missing.length <= 2 &&
    (!missing[0]!.param.enum || !/^(?:question|explain)$/.test(act))
  );
  if (!lacking || calls.length > 0) return { calls };
  return {
    calls,
    ask: { id: lacking.agent.manifest.id, args: lacking.args, slot: lacking.missing[0]! },
  };
}
