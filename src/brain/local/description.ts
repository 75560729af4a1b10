/**
 * What an agent's description tells the brain: what it does, when it is to be used, and what it is
 * not for (SPEC section 3: "the catalog entry the brain reads").
 */
import type { Parameter } from "../../agents/agent.ts";
import {
  ADJECTIVES,
  isEmpty,
  LIGHT_VERBS,
  MANUAL_WORDS,
  QUESTION_WORDS,
  SKILLS,
  TELLING_VALUES,
  TELLING_VERBS,
  VERBS,
} from "./english.ts";
import { singularsOf } from "./exclusions.ts";
import { isTelling, listOf, type PhraseIndex, stemsOf } from "./glossary.ts";
import { stemOf, wordsOf } from "./words.ts";

/** How strongly a word speaks for an agent. */
export interface Meaning {
  /** Can alone be what a sentence is about; other words only support it. */
  readonly anchor: boolean;
  /** Counts in a question about facts ("asks about the weather"). */
  readonly asked: boolean;
  /** Counts in a request for deeds: said of what the agent does or the user wants. */
  readonly wanted: boolean;
  /** Ends in -ing there: "a meeting" is not "to meet". */
  readonly gerund: boolean;
  /** Stands where a verb stands: "to track" is not "a track". */
  readonly verb: boolean;
}

/** A description, taken apart. */
export interface Purpose {
  /** By stem. */
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** "Not for …": phrases as words in the singular, by the first one's stem; one that a sentence holds rules the agent out. */
  readonly negatives: PhraseIndex;
  /** Whether it gives words rather than deeds, so that questions may reach it. */
  readonly informs: boolean;
  /** Words such as "how" and "when" that its questions may begin with. */
  readonly asks: ReadonlySet<string>;
  /** Whether the user tells somebody to do it: "tells the buddy to dance". */
  readonly commanded: boolean;
  /** By verb, the particles it has here: "turn on", and so not "turn off". */
  readonly particles: ReadonlyMap<string, ReadonlySet<string>>;
  /** Verbs with the particle that makes them its own: "writ down" of "write something down". */
  readonly phrasal: ReadonlySet<string>;
  /** What the user may say to reach it, as stems: "it is too dark". */
  readonly sayings: readonly (readonly string[])[];
  /** What it does, in a few words: "play music". */
  readonly summary: string;
  /** Whether the summary begins with a verb. */
  readonly startsWithVerb: boolean;
}

const USE_WHEN =
  /^(?:please )?(?:use|call|choose|pick|invoke|trigger|run|select)s?\b(?: (?:this|it|me|the)(?: \w+)?)?(?: only)? (?:when(?:ever)?|if|for|on|as soon as)\b|^(?:useful|good|works|for|triggers?|handles|reacts)\b(?: (?:when(?:ever)?|if|for|to|on))?\b|^when(?:ever)? (?:the user|users?|you|they|someone|somebody|asked|told)\b/i;

const USUAL = "Use when ";

const NEGATIVE =
  /[,;(-]?\s*\b(?:(?:but |and )?(?:is |are )?(?:not|never)|(?:do not|don't|don’t) (?:use|call)(?: (?:this|it))?) (?:meant |intended |to be used )?(?:for|when|with|about|if)\b/i;

/** How a trigger says that the user speaks, and whether what follows may be a question. */
const ASKED =
  /^(?:asks?|asked|asking|wonders?|inquires?|enquires?|(?:wants?|needs?|would like) to know|is curious)\b(?! (?:to|you to|her to)\b)/i;
const SAID =
  /^(?:asks?|asked|asking|wants?|wanted|needs?|would like|wishes|requests?|mentions?|says?|said|complains?|remarks?|exclaims?|tells?|talks? about|speaks? (?:of|about)|names|types|likes|looks for|greets)\b(?: (?:(?:you|her|him|it|them|the \w+) to|to|for|about|that))?/i;

/** Nouns that belong to every topic: "your name" is not about an agent that takes a name. */
const NAMELESS: ReadonlySet<string> = new Set(
  "name title info information result value option item amount hour minute second".split(" ")
    .map(stemOf),
);

/** As vague when the user asks for them, but a subject for an agent whose very purpose they are. */
const QUANTITIES: ReadonlySet<string> = new Set(["number", "money"].map(stemOf));

/** Adds the words of a text to the meanings, with what is known of the text as a whole. */
type Learn = (
  text: string,
  kind: {
    readonly asked: boolean;
    readonly wanted?: boolean;
    readonly anchors?: boolean;
    /** Whether it says what the agent does, and not only when to use it. */
    readonly main?: boolean;
    /** Whether its first word is a verb. */
    readonly verb?: boolean;
  },
) => void;

/** Takes a description and the agent's id apart. */
export function purposeOf(
  id: string,
  description: string,
  params: readonly Parameter[],
): Purpose {
  const meanings = new Map<string, Meaning>();
  const negatives: string[][] = [];
  const asks = new Set<string>();
  const sayings: string[][] = [];
  // An agent that can "show" or "list" answers questions too, whatever its description says.
  const shows = params.some((param) =>
    param.enum?.some((value) => TELLING_VALUES.has(value) && value !== "status")
  );
  let informs = shows;
  let summary = "";
  let startsWithVerb = false;
  const learn: Learn = (
    text,
    { asked, wanted = true, anchors = true, main = false, verb = false },
  ) => {
    let first = true;
    wordsOf(text).forEach((word, at) => {
      if (asked && /^(?:how|when|where|why|who|mean|means|meaning|definition)$/.test(word.norm)) {
        asks.add(word.norm);
      }
      if (isEmpty(word.norm) && word.norm !== "time") return;
      const light = MANUAL_WORDS.has(word.stem) ||
        at === 0 &&
          (LIGHT_VERBS.has(word.stem) || TELLING_VERBS.has(word.stem) && !SKILLS.has(word.stem));
      const known = meanings.get(word.stem);
      meanings.set(word.stem, {
        anchor: anchors && !light && !ADJECTIVES.has(word.norm) && !NAMELESS.has(word.stem) &&
            (main || !QUANTITIES.has(word.stem)) || known?.anchor === true,
        asked: asked || shows && !(verb && first) || known?.asked === true,
        verb: verb && first || known?.verb === true,
        gerund: /ings?$/.test(word.norm) && known?.gerund !== false,
        wanted: wanted || known?.wanted === true,
      });
      first = false;
    });
  };
  for (const sentence of description.split(/(?<=[.!?;])\s+|\n+/)) {
    // Splitting at every "not" is dear where there is none.
    const [positive, ...rest] = /n(?:ot|ever|'t|’t) /i.test(sentence)
      ? sentence.split(NEGATIVE)
      : [sentence];
    for (const text of rest) {
      negatives.push(...listOf(text).map((phrase) => singularsOf(wordsOf(phrase))));
    }
    const text = (positive ?? "").trim();
    if (text === "") continue;
    // Most authors write these very words; the pattern for the others is dear at start.
    const trigger = text.startsWith(USUAL) ? USUAL : USE_WHEN.exec(text)?.[0];
    if (trigger !== undefined) {
      if (learnTriggers(text.slice(trigger.length), learn, sayings, informs)) informs = true;
      continue;
    }
    const verb = wordsOf(text)[0]?.stem ?? "";
    // A description that begins with a noun ("Weather for a city") names what it gives.
    const noun = QUESTION_WORDS.has(verb) || !VERBS.has(verb) && !LIGHT_VERBS.has(verb) &&
        !/^\S+ (?:an?|the|that|your|any|some)\b/.test(text);
    const gives = TELLING_VERBS.has(verb) || noun;
    if (summary === "") {
      summary = summarise(text);
      startsWithVerb = !noun;
      informs ||= gives;
    }
    learn(text, { asked: gives, main: true, verb: !noun });
  }
  // "the weather for a city": what a parameter is called is not what the agent is about, unless
  // nothing else is.
  const [subject] = [...meanings].find(([, { anchor, verb }]) => anchor && !verb) ?? [];
  for (const stem of params.map(({ name }) => stemOf(name))) {
    const meaning = meanings.get(stem);
    if (meaning && stem !== subject) meanings.set(stem, { ...meaning, anchor: false });
  }
  for (const part of id.split("_")) {
    learn(part, { asked: informs, anchors: part !== "" && isTelling(wordsOf(part)[0]!) });
  }
  return {
    meanings,
    negatives: Map.groupBy(
      negatives.filter((words) => words.length > 0),
      ([first]) => stemOf(first!),
    ),
    informs,
    asks,
    commanded: /\b(?:tells?|asks?|wants?|commands?|orders?) (?:you|her|him|it|them|the \w+) to\b/i
      .test(description),
    particles: particlesIn(description.replace(/\bnot\b.*$/is, "")),
    phrasal: phrasalIn(description),
    sayings,
    summary,
    startsWithVerb,
  };
}

/** "the user asks about X, wants Y, or Z": each item speaks as the one before it, unless it says how. */
function learnTriggers(
  text: string,
  learn: Learn,
  sayings: string[][],
  gives: boolean,
): boolean {
  let asked = false;
  let informs = false;
  let spoken = false;
  // Items of a list of verbs ("to set, start or cancel a timer") are verbs up to the first object.
  let verbs = false;
  let says = false;
  let gets = false;
  const body = text.trim().replace(
    /^(?:the )?(?:user|users|they|someone|somebody|people|you|one)\b/i,
    "",
  );
  for (const item of listOf(body)) {
    const phrase = item.trim().replace(/^(?:the user|they|someone)\s+/i, "");
    const ask = ASKED.exec(phrase);
    const said = ask ?? SAID.exec(phrase);
    if (said) [asked, spoken] = [ask !== null, true];
    // "asks for a timer" wants the thing; "asks about timers" wants to know.
    if (said) gets = /^\w+ for\b/i.test(phrase);
    if (said) says = /^(?:says|said|complains|remarks|exclaims|types)\b/i.test(said[0]);
    const rest = phrase.slice(said?.[0].length ?? 0);
    if (says) sayings.push(stemsOf(rest));
    if (said) verbs = /\bto$/i.test(said[0]);
    informs ||= asked && !gets;
    // "Use for uptime questions" of an agent that gives facts.
    const about = gives && !spoken;
    learn(rest, { asked: asked || about, wanted: !asked || gets || about, verb: verbs });
    verbs &&= rest.trim().split(/\s+/).length <= 2;
  }
  return informs;
}

function particlesIn(description: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = [...description.toLowerCase().matchAll(/\b(\w+) (on|off|up|down)\b/g)];
  const byVerb = Map.groupBy(found, ([, verb]) => stemOf(verb!));
  return new Map(
    [...byVerb].filter(([stem]) => VERBS.has(stem) || LIGHT_VERBS.has(stem))
      .map(([stem, pairs]) => [stem, new Set(pairs.map(([, , particle]) => particle!))]),
  );
}

/** "write something down", "look up things": a verb and a particle around whatever it may be. */
function phrasalIn(description: string): ReadonlySet<string> {
  if (!/thing|stuff|text/i.test(description)) return new Set();
  const thing = "(?:some|any)?(?:things?|stuff|text)";
  const found = description.toLowerCase().matchAll(
    new RegExp(`\\b(\\w+) (?:${thing} (up|down|off|out)|(up|down|off|out) ${thing})\\b`, "g"),
  );
  return new Set(
    [...found].map(([, verb, behind, before]) => `${stemOf(verb!)} ${behind ?? before}`),
  );
}

/** The first words of a description as something she can say: "I can …". */
function summarise(text: string): string {
  const first = text.replace(
    /\s*[(–—:].*$|,? and tell .*$|,? (?:like|such as|e\.g\.|for example) .*$/s,
    "",
  ).replace(/[.!?;,]+$/, "").trim();
  const words = first.split(/\s+/);
  const verb = words[0] ?? "";
  // "Plays music" and "Play music" are both "play music".
  const base = verb.toLowerCase().replace(/([^su])s$/, "$1");
  if (VERBS.has(stemOf(base)) || LIGHT_VERBS.has(stemOf(base))) words[0] = base;
  else if (/^[A-Z](?:[a-z]|$)/.test(verb)) words[0] = verb[0]!.toLowerCase() + verb.slice(1);
  return words.slice(0, 14).join(" ");
}
