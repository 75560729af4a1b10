/**
 * Messages that only make sense after the last exchange: "again", "the second one" behind a failure
 * that offered names, an answer to her question, "what about coffee?".
 */
import type { BrainRequest, Exchange } from "../brain.ts";
import type { KnownAgent, KnownCatalog } from "./catalog.ts";
import { type Ask, type Call, decide, type Decision } from "./decide.ts";
import { type Args, fillNumbers, findCue, openText, withoutLead } from "./fill.ts";
import { isEmpty } from "./english.ts";
import { frameOf } from "./frames.ts";
import type { Slot } from "./glossary.ts";
import { type Offer, offerIn, pickOf } from "./offered.ts";
import { questionFor } from "./question.ts";
import { normOf, type Word, wordsOf } from "./words.ts";

/** What a follow-up leads to: calls, or a sentence of hers. */
export type FollowUp = { readonly calls: readonly Call[] } | { readonly say: string };

/** Asks for the same once more. Something in it must say "more": "do it" alone may mean anything. */
const AGAIN =
  /^(?:(?:ok|okay|please|and|now|yes|just) )*(?:(?:do|play|say|roll|run|try|make|show|put|tell|flip|toss|give|get|start|take|let us have|i want|can i have|how about) (?:me |us )?(?:(?:it|that|this|them|one|on) )?)?(?:again|once (?:more|again)|one more(?: time)?|another(?: one| round| time)?|(?:the )?same(?: again| thing(?: again)?| one(?: again)?)?|repeat(?: that| it)?|more|encore|over again)$/;

/** Asks for the like, but not for the same. */
const ELSE =
  /^(?:(?:ok|okay|please|no|now|just) )*(?:(?:play|try|give|show|tell|put|i want|let us hear|how about) (?:me |us |on )?)?(?:something (?:else|different)|(?:the )?next(?: one| song| track)?|a different (?:one|song|track|film|movie)|not (?:this|that)(?: one)?)$/;

const YES =
  /^(?:yes|yeah|yep|sure|ok|okay|yes please|please|please do|do it|go ahead|that one|exactly|right|correct)(?: please| do| that one)?$/;

/** Answers that hold no value: they agree, refuse, or leave it. */
const NO_VALUE =
  /^(?:no|nope|nah|nothing|none|never|forget|cancel|stop|leave it|not now|i do not know|whatever|hello|hi|hey|thanks|thank you|why|what|huh)\b/;

/**
 * Reads a message as a follow-up. Takes the request, the catalog, her name, and what the message
 * means by itself; gives undefined where it stands on its own.
 */
export function followUp(
  request: BrainRequest,
  catalog: KnownCatalog,
  name: string,
  alone: Decision,
): FollowUp | undefined {
  const { conversation } = request;
  const last = conversation.at(-1);
  if (!last) return undefined;
  const words = stripped(wordsOf(request.message, 40), name);
  const norm = normOf(words);
  if (words.length === 0 || words.length > 16) return undefined;
  const offer = offerIn(conversation);
  const choice = offer && chosen(offer, words, norm, catalog);
  if (choice) return choice;
  const asked = pending(conversation, catalog, name);
  // "buy tea", said when she asked what to write down, is that text; "play some jazz" is a new wish.
  const fragment = frameOf(words, name, catalog.verbs).act === "fragment";
  if (asked && (fragment || alone.calls.length === 0)) {
    const answer = completed(asked, words, catalog);
    if (answer) return spoken(answer);
  }
  const repeat = AGAIN.test(norm)
    ? repeated(conversation, catalog)
    : ELSE.test(norm)
    ? varying(conversation, catalog)
    : undefined;
  if (repeat) return repeat;
  // "in a window" behind "watch X" changes that call, even where it could be one by itself.
  const same = fragment && alone.calls.every(({ id }) => id === last.calls.at(-1)?.id);
  if (alone.ask || alone.calls.length > 0 && !same) return undefined;
  return varied(last, words, norm, catalog);
}

/** What succeeded last, up to three exchanges back: small talk between does not count. */
function lastCalls(conversation: readonly Exchange[], catalog: KnownCatalog): readonly Call[] {
  const exchange = conversation.slice(-3).findLast(({ calls }) => calls.some(({ ok }) => ok));
  return exchange?.calls.filter(({ id }) => agentOf(catalog, id))
    .map(({ id, args }) => ({ id, args: { ...args }, why: "the same again" })) ?? [];
}

function repeated(conversation: readonly Exchange[], catalog: KnownCatalog): FollowUp | undefined {
  const calls = lastCalls(conversation, catalog);
  return calls.length === 0 ? undefined : { calls };
}

/** The last call without the text that chose its result, where it can do without. */
function varying(conversation: readonly Exchange[], catalog: KnownCatalog): FollowUp | undefined {
  const call = lastCalls(conversation, catalog).at(-1);
  const texts = call && agentOf(catalog, call.id)?.slots.filter(({ open }) => open);
  if (!call || !texts || texts.length === 0 || texts.some(({ param }) => param.required)) {
    return undefined;
  }
  const names = texts.map(({ param }) => param.name);
  const args = Object.fromEntries(
    Object.entries(call.args).filter(([key]) => !names.includes(key)),
  );
  return { calls: [{ id: call.id, args, why: "the like of it" }] };
}

/** A pick among the names that a failure offered. */
function chosen(
  offer: Offer,
  words: readonly Word[],
  norm: string,
  catalog: KnownCatalog,
): FollowUp | undefined {
  const { names, picked } = offer;
  const agent = agentOf(catalog, offer.failed.id);
  if (!agent) return undefined;
  if (picked === undefined && YES.test(norm)) {
    return names.length === 1
      ? { calls: [withChoice(offer, agent, names[0]!)] }
      : { say: `Which one: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}?` };
  }
  const at = pickOf(words, norm, offer);
  if (at === undefined) return undefined;
  if (at >= names.length) {
    return { say: names.length === 1 ? "There was only one." : `There were only ${names.length}.` };
  }
  return { calls: [withChoice(offer, agent, names[at]!)] };
}

/** Puts a name into the parameter whose value the failure was about. */
function withChoice({ failed }: Offer, agent: KnownAgent, name: string): Call {
  const quoted = Object.keys(failed.args).find((key) =>
    failed.args[key] !== "" && failed.message.includes(`'${failed.args[key]}'`)
  );
  const open = agent.slots.find((slot) => slot.open)?.param.name;
  const key = quoted ?? open ?? agent.slots[0]?.param.name;
  return {
    id: failed.id,
    args: { ...failed.args, ...(key ? { [key]: name } : {}) },
    why: "picked from the names it offered",
  };
}

/** The call she is asking a parameter for: of the last message, completed by answers since. */
function pending(
  conversation: readonly Exchange[],
  catalog: KnownCatalog,
  name: string,
  depth = 3,
): Ask | undefined {
  const last = conversation.at(-1);
  if (!last || last.calls.length > 0 || !last.reply.trim().endsWith("?") || depth === 0) {
    return undefined;
  }
  const before = pending(conversation.slice(0, -1), catalog, name, depth - 1);
  const answer = before && completed(before, stripped(wordsOf(last.message, 40), name), catalog);
  return answer && "slot" in answer ? answer : decide(last.message, catalog, name).ask;
}

/** Completes a call with an answer; gives what is still to ask where more is missing. */
function completed(
  ask: Ask,
  words: readonly Word[],
  catalog: KnownCatalog,
): Ask | Call | undefined {
  const norm = normOf(words);
  if (words.length === 0 || NO_VALUE.test(norm) || YES.test(norm)) return undefined;
  const { id, slot } = ask;
  const value = valueIn(slot, words);
  if (value === undefined) return undefined;
  const args = { ...ask.args, [slot.param.name]: value };
  const next = missingAfter(agentOf(catalog, id), args);
  return next ? { id, args, slot: next } : { id, args, why: "the answer to her question" };
}

function spoken(answer: Ask | Call): FollowUp {
  return "slot" in answer ? { say: questionFor(answer.slot) } : { calls: [answer] };
}

function missingAfter(agent: KnownAgent | undefined, args: Args): Slot | undefined {
  return agent?.slots.find(({ param }) =>
    param.required && param.default === undefined && !Object.hasOwn(args, param.name)
  );
}

/** "Paris", "in Paris please", "it is Paris", "for ten minutes". */
function valueIn(slot: Slot, words: readonly Word[]): string | undefined {
  const lead =
    /^(?:(?:um|uh|well|oh|ok|okay|make it|i (?:mean|want|would like|am in|live in)|it is|that is|the \w+ is) )+/
      .exec(normOf(words));
  const from = lead ? lead[0].trim().split(" ").length : 0;
  const rest = from < words.length ? words.slice(from) : words;
  return slot.param.type === "int"
    ? numberIn(slot, rest)
    : slot.open
    ? openText(slot, withoutLead(rest))
    : findCue(slot, rest, () => true)?.value;
}

/** "what about coffee?", "and in Oslo?": the last call with another value. */
function varied(
  last: Exchange,
  words: readonly Word[],
  norm: string,
  catalog: KnownCatalog,
): FollowUp | undefined {
  const lead =
    /^(?:(?:and|ok|okay|or|but|now) )?(?:what about|how about|and|or|make it|with|then|i mean|i meant)(?: |$)/
      .exec(norm);
  const call = last.calls.at(-1);
  const agent = call && agentOf(catalog, call.id);
  if (!call || !agent || words.length > 8) return undefined;
  const rest = lead ? words.slice(lead[0].trim().split(" ").length) : words;
  if (rest.length === 0) return undefined;
  // Closed parameters first: "tomorrow" is a day before it is a town. A bare value will do for them.
  const closed = agent.slots.filter((slot) => slot.cues.length > 0 && (lead || isOnly(slot, rest)));
  const others = agent.slots.filter((slot) => slot.cues.length === 0 && lead);
  for (const slot of [...closed, ...others]) {
    const value = slot.cues.length > 0
      ? findCue(slot, rest, () => true)?.value
      : slot.param.type === "int"
      ? numberIn(slot, rest)
      : slot.open && agent.purpose.informs && rest.length <= 4 &&
          !rest.every(({ norm }) => isEmpty(norm))
      ? openText(slot, withoutLead(rest))
      : undefined;
    if (value === undefined || value === call.args[slot.param.name]) continue;
    return {
      calls: [{
        id: call.id,
        args: { ...call.args, [slot.param.name]: value },
        why: "the last call, changed",
      }],
    };
  }
  return undefined;
}

/** Whether words are a value of a parameter and nothing else: "coffee", "a coffee". */
function isOnly(slot: Slot, words: readonly Word[]): boolean {
  const found = findCue(slot, words, () => true);
  return found !== undefined && found.at.length >= words.length - 1 &&
    found.at.at(-1) === words.length - 1;
}

function numberIn(slot: Slot, words: readonly Word[]): string | undefined {
  const args: Args = {};
  fillNumbers([slot], words, new Set(), args);
  return args[slot.param.name];
}

function agentOf(catalog: KnownCatalog, id: string): KnownAgent | undefined {
  return catalog.agents.find((agent) => agent.manifest.id === id);
}

function stripped(words: readonly Word[], name: string): readonly Word[] {
  const named = words.findIndex((word) => word.norm === name);
  const from = named === 0 ? 1 : named === 1 && /^(?:hey|hi|ok|okay)$/.test(words[0]!.norm) ? 2 : 0;
  const until = words.at(-1)?.norm === "please" && words.length > from + 1 ? -1 : undefined;
  return words.slice(from, until);
}
