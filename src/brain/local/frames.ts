/**
 * From a clause to what it is for. English wraps one request in many ways ("could you please …",
 * "I would like to …", "how about …ing"); the frames take the wrapping off, so that a pattern needs
 * to be written once, and tell a request from a question, a statement and a refusal.
 */
import {
  AUXILIARIES,
  DETERMINERS,
  FINITE,
  isEmpty,
  LIGHT_VERBS,
  PREPOSITIONS,
  QUESTION_WORDS,
  SUBJECTS,
  VERBS,
} from "./english.ts";
import { normOf, type Word } from "./words.ts";
import {
  ASKING,
  ASPECT,
  ASSISTANTS,
  CLOSERS,
  DESIRING,
  EXPLAINING,
  FILLER,
  type Opening,
  PLEASANTRY,
  REFUSING,
  TELLING,
  TRAILER,
  WISHING,
} from "./wrappings.ts";

/**
 * What a clause is for.
 * - `request`: something is to be done ("play …"); the body begins with the verb.
 * - `wish`: something is wanted ("I need …", "give me …"); the body is the thing.
 * - `tell`: words are wanted ("tell me …"); the body is the thing.
 * - `question`: a fact is wanted; the body is the question.
 * - `explain`: how, why, a meaning, an opinion: never about doing anything here.
 * - `fragment`: words without a verb ("weather in Oslo").
 * - `statement`, `refusal`: nothing is wanted.
 */
export type Act =
  | "request"
  | "wish"
  | "tell"
  | "question"
  | "explain"
  | "fragment"
  | "statement"
  | "refusal";

/** A clause without its wrapping. */
export interface Clause {
  readonly act: Act;
  readonly body: readonly Word[];
  /** Whether wrapping said that something is wanted ("please", "can you", "I want to"). */
  readonly framed: boolean;
  /** Whether the user wants to do it: "I want to dance" asks nobody else to. */
  readonly personal: boolean;
}

/**
 * Takes the wrapping off a clause. Takes its words and her own name (folded); gives what it is for
 * and what is left. `verbs` are the stems the catalog adds to the everyday ones.
 */
export function frameOf(
  words: readonly Word[],
  name: string,
  verbs: ReadonlySet<string>,
): Clause {
  let body = afterWakeWord(words, name);
  body = withoutTrailers(body);
  const trailed = CLOSERS.has(words.at(-1)?.norm ?? "");
  let framed = body.length < words.length && /(?:^| )please(?: |$)/.test(normOf(words));
  let verbal = false;
  let personal = false;
  let act: Act | undefined;
  // A wrapping may hold another one ("could you let me hear"); eight are more than anybody uses.
  for (let round = 0; round < 8 && act === undefined; round++) {
    const norm = normOf(body);
    const filler = taken(FILLER, norm);
    if (filler > 0 && filler < body.length) {
      framed ||= /^(?:please|kindly)/.test(norm);
      body = body.slice(filler);
      continue;
    }
    if (opens(PLEASANTRY, norm)) return { act: "statement", body, framed, personal };
    if (opens(REFUSING, norm)) return { act: "refusal", body, framed, personal };
    const telling = taken(TELLING, norm);
    if (telling > 0 && telling < body.length) {
      body = body.slice(telling);
      const next = body[0]?.norm ?? "";
      act = opens(EXPLAINING, normOf(body)) && !/^where/.test(next)
        ? "explain"
        : QUESTION_WORDS.has(next) || AUXILIARIES.has(next)
        ? "question"
        : "tell";
      if (next === "if" || next === "whether") [act, body] = ["question", body.slice(1)];
      framed = true;
      continue;
    }
    const asking = taken(ASKING, norm) || taken(DESIRING, norm);
    if (asking > 0 && asking < body.length) {
      body = body.slice(asking);
      [framed, verbal] = [true, true];
      personal = /^(?:i|we) .*\bto$/.test(normOf(words.slice(0, words.length - body.length))) &&
        !/\byou\b/.test(norm);
      continue;
    }
    const wishing = taken(WISHING, norm);
    if (wishing > 0 && wishing < body.length) {
      body = body.slice(wishing);
      [act, framed] = ["wish", true];
      continue;
    }
    const aspect = taken(ASPECT, norm) || meansLength(body, verbs);
    if (aspect === 0 || aspect >= body.length) break;
    body = body.slice(aspect);
    framed = true;
  }
  // "can you", "I want to": what follows is a verb, known or not.
  if (verbal && act === undefined && !isEmpty(body[0]?.norm ?? "")) act = "request";
  act ??= bareAct(body, framed, verbs);
  // "some X would be nice", "some X please".
  if (act === "fragment" && trailed && body[0]?.norm === "some") act = "wish";
  return { act, body: particleFirst(body), framed, personal };
}

/** "Use X to …", "open X and …", "after this …": means or time in front of what is to be done. */
function meansLength(body: readonly Word[], verbs: ReadonlySet<string>): number {
  if (body[0]?.norm === "after" && /^th(?:is|at)$/.test(body[1]?.norm ?? "")) {
    return Math.max(0, body.findIndex((word, at) => at > 1 && at < 4 && isVerb(word, verbs)));
  }
  if (!/^(?:use|access|open|launch)$/.test(body[0]?.norm ?? "")) return 0;
  const at = body.findIndex((word, at) => at > 1 && at < 6 && /^(?:to|and)$/.test(word.norm));
  const next = body[at + 1];
  return at > 0 && next && isVerb(next, verbs) ? at + 1 : 0;
}

/** What a clause without wrapping is for. */
function bareAct(body: readonly Word[], framed: boolean, verbs: ReadonlySet<string>): Act {
  const first = body[0];
  if (!first) return "fragment";
  const norm = normOf(body);
  if (!framed) {
    if (opens(EXPLAINING, norm)) return "explain";
    // "do you …" asks, "do a trick" is a request.
    const deed = /^(?:do|have)$/.test(first.norm) && !SUBJECTS.has(body[1]?.norm ?? "");
    if (QUESTION_WORDS.has(first.norm) || AUXILIARIES.has(first.norm) && !deed) return "question";
    if (SUBJECTS.has(first.norm)) return "statement";
  }
  if (
    isVerb(first, verbs) && (framed || first.stem === first.norm || !/(?:ing|ed)$/.test(first.norm))
  ) {
    const second = body[1]?.norm ?? "";
    // "tea was invented", "love is blind": a noun that happens to be a verb too.
    if (!framed && /^(?:is|was|were|are|has|had|does|did)$/.test(second)) return "statement";
    return "request";
  }
  if (framed && QUESTION_WORDS.has(first.norm)) return "question";
  // "formally greet": an adverb in front changes nothing.
  if (/ly$/.test(first.norm) && body[1] && isVerb(body[1], verbs)) return "request";
  // "the band played": an article, a noun, and what it did.
  const past = !framed && DETERMINERS.has(first.norm) &&
    body.some((word, at) => at > 1 && word.norm.endsWith("ed") && isVerb(word, verbs));
  return past || body.some((word, at) => at > 0 && FINITE.has(word.norm)) ||
      /^(?:when|if|because|since|while|after|before|once|my|our|his|her|their)$/.test(first.norm) &&
        body.some((word) => AUXILIARIES.has(word.norm)) ||
      /(?:ing|ed)$/.test(first.norm) && !framed && first.norm.length > 4 && VERBS.has(first.stem)
    ? "statement"
    : "fragment";
}

function isVerb(word: Word, verbs: ReadonlySet<string>): boolean {
  // "lights off": a plural, and no base form of a verb.
  if (/[^s]s$/.test(word.norm) && word.stem !== word.norm) return false;
  return VERBS.has(word.stem) || LIGHT_VERBS.has(word.stem) || verbs.has(word.stem);
}

/**
 * Brings "turn the lamp off" and "turn off the lamp" to one form, the particle behind the verb.
 */
function particleFirst(body: readonly Word[]): readonly Word[] {
  const last = body.at(-1);
  const second = body[1]?.norm ?? "";
  if (!last || body.length < 3 || !/^(?:on|off|up|down|out)$/.test(last.norm)) return body;
  if (
    !/^(?:turn|put|switch|throw|shut|set|pick|tak|get|look|writ|not|jot|pull|light)$/.test(
      body[0]?.stem ?? "",
    ) || /^(?:on|off|up|down|out)$/.test(second)
  ) return body;
  return [body[0]!, last, ...body.slice(1, -1)];
}

function afterWakeWord(words: readonly Word[], name: string): readonly Word[] {
  const length = lengthOf(wakePattern(name).exec(normOf(words)));
  return length > 0 && length < words.length ? words.slice(length) : words;
}

/** Her name does not change while the program runs, so one pattern is kept. */
let wake: { name: string; pattern: RegExp } | undefined;

function wakePattern(name: string): RegExp {
  if (wake?.name !== name) {
    const plain = name.replaceAll(/[^\p{L}\p{N} ]/gu, "").trim();
    const known = plain === "" ? ASSISTANTS : `${plain}|${ASSISTANTS}`;
    const pattern = new RegExp(`^(?:(?:hey|hi|hello|ok|okay|yo|dear) )?(?:${known})(?: |$)`);
    wake = { name, pattern };
  }
  return wake.pattern;
}

function withoutTrailers(words: readonly Word[]): readonly Word[] {
  let body = words;
  for (let round = 0; round < 3; round++) {
    if (!CLOSERS.has(body.at(-1)?.norm ?? "")) break;
    const match = TRAILER.exec(normOf(body));
    if (!match) break;
    const left = body.slice(0, body.length - match[0].trim().split(" ").length);
    // "play Right Now" and "what now" need their last word.
    if (left.length < 1 || isTitled(body[left.length]) && !isTitled(body[0])) break;
    if (left.length === 1 && DETERMINERS.has(left[0]?.norm ?? "")) break;
    if (left.length > 0 && PREPOSITIONS.has(left.at(-1)?.norm ?? "")) break;
    body = left;
  }
  return body;
}

function isTitled(word: Word | undefined): boolean {
  return /^\p{Lu}/u.test(word?.text ?? "");
}

/** How many words an opening takes from the front. */
function taken({ starts, pattern }: Opening, norm: string): number {
  return starts.has(firstOf(norm)) ? lengthOf(pattern.exec(norm)) : 0;
}

function opens({ starts, pattern }: Opening, norm: string): boolean {
  return starts.has(firstOf(norm)) && pattern.test(norm);
}

function firstOf(norm: string): string {
  const end = norm.indexOf(" ");
  return end < 0 ? norm : norm.slice(0, end);
}

function lengthOf(match: RegExpExecArray | null): number {
  return match ? match[0].trim().split(" ").filter((word) => word !== "").length : 0;
}
