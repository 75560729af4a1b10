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
}

/** Names people call assistants by; theirs and hers may stand in front of anything. */
const ASSISTANTS = "alexa|siri|cortana|google|bixby|jarvis|olly|olli|computer|assistant";

/** Said in front of a request without meaning. */
const FILLER =
  /^(?:please|kindly|ok|okay|so|well|um|uh|hmm|oh|ah|hey|hi|hello|now|then|just|actually|alright|all right|right|yes|yeah|yep|sure|and|also|but|quickly|quick|maybe|perhaps|come on|go ahead and|be a dear and|if you (?:can|could|would|will|please)|when you can|for me|next|first|finally|after that)(?: |$)/;

/** Said behind a request without meaning. */
const TRAILER =
  /(?:^| )(?:please|kindly|thanks|thank you|now|right now|right away|straight away|immediately|at once|asap|ok|okay|for (?:me|us)|(?:would|will|can|could) you|will not you|if you (?:can|could|would|will|please|do not mind|like)|if possible|at the moment|real quick|quickly|(?:that|it) would be (?:great|nice|good|lovely|awesome|cool|fine)|then|mate|dear|darling)$/;

/** A request in the second person; what follows is the verb. */
const ASKING =
  /^(?:(?:can|could|would|will|may|might|can not|could not|will not|would not) (?:you|i ask you to|i get you to|i have you)(?: (?:please|kindly|just|maybe|possibly|perhaps|quickly|be able to|be so kind as to|try to|help me(?: to)?|go ahead and))*|i(?: would)? (?:really |just )?(?:want|need|like|love|expect|wish)(?: for)? you to|(?:would|do) you mind|why do not you|why not|you (?:can|could|should|may|must|have to|need to|might)(?: now)?|is it possible(?: for you)? to|are you able to|(?:it would be|i would be) (?:nice|great|good|glad|happy|grateful) if you (?:could|would|can)|i (?:was|am) wondering if you (?:could|can|would)|(?:do me a favou?r and|be so kind as to|feel free to|go ahead and|try to|please))(?: |$)/;

/** A wish to do something; what follows is the verb. */
const DESIRING =
  /^(?:(?:i|we) (?:really |just |also |now )?(?:want|need|wish|have|would (?:really )?(?:like|love|prefer)|feel like|am (?:dying|trying|ready|going|in the mood)|am in the mood)(?: for me| for us)? to|(?:i|we) (?:would )?feel like(?= \w+ing )|(?:can|could|may|shall|might) (?:i|we)(?: please| just)?|let (?:me|us)(?: all)?|we (?:should|could)|(?:it is )?(?:about )?time(?: for (?:me|us))? to|how about(?: (?:i|we|you))?(?= \w+ing )|what about(?= \w+ing )|(?:i am )?in the mood to|(?:want|would like|would love|need) to)(?: |$)/;

/** A wish for a thing; what follows is the thing. */
const WISHING =
  /^(?:(?:i|we) (?:really |just |also |now |think i )?(?:want|need|require|fancy|crave|could (?:really )?use|could do with|would (?:really )?(?:like|love|prefer|enjoy|appreciate)|am looking for|am in the mood for|am craving|feel like|will (?:have|take)|wish for)|(?:want|need|fancy|would like|would love)|(?:give|get|bring|hand) (?:me|us)|hit me with|(?:have|get)(?= (?:a|an|some|the|another)(?: |$))|how about|what about|(?:it is )?(?:about )?time for|do you have|have you got|are there|is there|in the mood for)(?: (?=(?:to )?\S)|$)/;

/** Words are wanted; what follows is a question or a thing. */
const TELLING =
  /^(?:(?:tell|inform) (?:me|us)(?: more)?|let (?:me|us) know|(?:i|we) (?:just |really )?(?:want|need|would like|would love) to know|do you (?:happen to )?know|i (?:wonder|am wondering)|(?:any|have you any) idea|find out|know)(?: |$)/;

/** Beginning something or going about it is doing it: "start playing", "go and get". */
const ASPECT =
  /^(?:(?:start|begin|commence)(?: to)?(?= \w+ing )|go and(?= \w)|(?:get|have|see)(?= \w+ing )|proceed to)(?: |$)/;

/** Opens a clause that forbids, or says that something is not wanted. */
const REFUSING =
  /^(?:(?:do|did|does|would|should|must|can|could|will) not|never|not|no|without|nobody|(?:i|we|you|he|she|they) (?:really )?(?:do|did|does|would|should|must|can|could|will|am|are|is|was|were|have|had|has) (?:really )?not|(?:there is )?no need|(?:i|we) (?:never|no longer)|(?:can|could|would|will) you (?:please )?(?:not|never)|(?:stop|quit) (?:asking|telling|saying|worrying|trying|thinking|talking)|let us not|instead of|rather than|hardly)(?: |$)/;

/** Questions that no agent's call answers: ways, reasons, meanings, the past, advice, opinions. */
const EXPLAINING =
  /^(?:how (?:do|does|did|to|can|could|would|should|come|is it that)|why|when (?:did|was|were|do|does|is|will|should|can)|who (?:invented|was|were|wrote|made|did|discovered|will|would|should)|where|what (?:did|does \S+ mean|do you (?:think|like|mean|call)|would|should|could|happens|happened|makes|if)|what is (?:a|an|the (?:meaning|definition|difference|point|purpose|history|origin))|should|shall|did|was|were|had|has|have|may|do (?:you|they|people)|(?:are|would|have|will|can|could) (?:you|i|we|they|people|he|she)|am|which (?:is|are|was)|whose|(?:what|which|who|how) .*\b(?:should|could|would|shall|might) (?:i|we|you|one)\b|is it (?:true|ok|okay|possible|legal|bad|good|safe|normal)|are)(?: |$)/;

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
  let framed = body.length < words.length && /(?:^| )please(?: |$)/.test(normOf(words));
  let verbal = false;
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
    if (REFUSING.test(norm)) return { act: "refusal", body, framed };
    const telling = taken(TELLING, norm);
    if (telling > 0 && telling < body.length) {
      body = body.slice(telling);
      const next = body[0]?.norm ?? "";
      act = EXPLAINING.test(normOf(body)) && !/^where/.test(next)
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
  return { act: act ?? bareAct(body, framed, verbs), body: particleFirst(body), framed };
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
    if (EXPLAINING.test(norm)) return "explain";
    // "do you …" asks, "do a trick" is a request.
    const deed = /^(?:do|have)$/.test(first.norm) && !SUBJECTS.has(body[1]?.norm ?? "");
    if (QUESTION_WORDS.has(first.norm) || AUXILIARIES.has(first.norm) && !deed) return "question";
    if (SUBJECTS.has(first.norm)) return "statement";
  }
  if (isVerb(first, verbs) && (framed || !/(?:ing|ed)$/.test(first.norm))) {
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
  const known = name === ""
    ? ASSISTANTS
    : `${name.replaceAll(/[^\p{L}\p{N} ]/gu, "")}|${ASSISTANTS}`;
  const wake = new RegExp(`^(?:(?:hey|hi|hello|ok|okay|yo|dear) )?(?:${known})(?: |$)`);
  const length = taken(wake, normOf(words));
  return length > 0 && length < words.length ? words.slice(length) : words;
}

function withoutTrailers(words: readonly Word[]): readonly Word[] {
  let body = words;
  for (let round = 0; round < 3; round++) {
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

/** How many words a pattern takes from the front. */
function taken(pattern: RegExp, norm: string): number {
  const match = pattern.exec(norm);
  return match ? match[0].trim().split(" ").filter((word) => word !== "").length : 0;
}
