/**
 * Messages that only make sense after the last exchange: "again", "the second one" behind a failure
 * that offered names, an answer to her question, "what about coffee?".
 */
import type { CallResult } from "../../agents/agent.ts";
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import { fold } from "../../text/fold.ts";
import type { BrainRequest, Exchange } from "../brain.ts";
import type { KnownAgent, KnownCatalog } from "./catalog.ts";
import { type Call, decide, type Decision } from "./decide.ts";
import { findCue, openText, withoutLead } from "./fill.ts";
import { isEmpty } from "./english.ts";
import type { Slot } from "./glossary.ts";
import { numberAt } from "./numbers.ts";
import { normOf, type Word, wordsOf } from "./words.ts";

/** What a follow-up leads to: calls, or a sentence of hers. */
export type FollowUp = { readonly calls: readonly Call[] } | { readonly say: string };

/** Asks for the same once more. Something in it must say "more": "do it" alone may mean anything. */
const AGAIN =
  /^(?:(?:ok|okay|please|and|now|yes|just) )*(?:(?:do|play|say|roll|run|try|make|show|put|tell|flip|toss|give|get|start|take|let us have|i want|can i have|how about) (?:me |us )?(?:(?:it|that|this|them|one|on) )?)?(?:again|once (?:more|again)|one more(?: time)?|another(?: one| round| time)?|(?:the )?same(?: again| thing(?: again)?| one(?: again)?)?|repeat(?: that| it)?|more|encore|next one|over again)$/;

const YES =
  /^(?:yes|yeah|yep|sure|ok|okay|yes please|please|please do|do it|go ahead|that one|exactly|right|correct)(?: please| do| that one)?$/;

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  "1st": 1,
  second: 2,
  "2nd": 2,
  third: 3,
  "3rd": 3,
  fourth: 4,
  "4th": 4,
  fifth: 5,
  "5th": 5,
};

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
  const last = request.conversation.at(-1);
  if (!last) return undefined;
  const words = stripped(wordsOf(request.message, 40), name);
  const norm = normOf(words);
  if (words.length === 0 || words.length > 16) return undefined;
  const choice = chosen(last, words, norm, catalog);
  if (choice) return choice;
  const repeat = AGAIN.test(norm) ? repeated(request, catalog) : undefined;
  if (repeat) return repeat;
  if (alone.calls.length > 0 || alone.ask) return undefined;
  return answered(last, words, catalog, name) ?? varied(last, words, norm, catalog);
}

/** The last exchange that called something, up to three back: small talk between does not count. */
function repeated({ conversation }: BrainRequest, catalog: KnownCatalog): FollowUp | undefined {
  const exchange = conversation.slice(-3).findLast(({ calls }) => calls.some(({ ok }) => ok));
  const calls = exchange?.calls.filter(({ id }) => agentOf(catalog, id)) ?? [];
  return calls.length === 0 ? undefined : {
    calls: calls.map(({ id, args }) => ({ id, args: { ...args }, why: "the same again" })),
  };
}

/** "the second one", "2", or a name, behind a failure with `(closest: A, B, C)`. */
function chosen(
  last: Exchange,
  words: readonly Word[],
  norm: string,
  catalog: KnownCatalog,
): FollowUp | undefined {
  const failed = last.calls.findLast(({ ok, message }) => !ok && closestIn(message).length > 0);
  const agent = failed && agentOf(catalog, failed.id);
  if (!failed || !agent) return undefined;
  const names = closestIn(failed.message);
  if (YES.test(norm)) {
    return names.length === 1
      ? { calls: [withChoice(failed, agent, names[0]!)] }
      : { say: `Which one: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}?` };
  }
  const at = position(words, norm, names.length) ?? named(norm, names);
  if (at === undefined) return undefined;
  if (at >= names.length) {
    return { say: names.length === 1 ? "There was only one." : `There were only ${names.length}.` };
  }
  return { calls: [withChoice(failed, agent, names[at]!)] };
}

/** The names behind `closest:` in a failure's message, as the bundled agents write it. */
function closestIn(message: string): string[] {
  const list = /\(closest:\s*(.+)\)\s*$/.exec(message)?.[1] ?? "";
  return list.split(/,\s+/).map((item) => item.trim()).filter((item) => item !== "");
}

/** Puts a name into the parameter whose value the failure was about. */
function withChoice(failed: CallResult, agent: KnownAgent, name: string): Call {
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

/** Zero-based position that "the second one", "number 2", "the last" or "2" names. */
function position(words: readonly Word[], norm: string, count: number): number | undefined {
  if (
    !/^(?:(?:the|number|option|no|play|try|take|pick|choose|put|on|i want|i mean|i meant|make it|go with) )*(?:\S+)(?: (?:one|please|option|of them|song|then))*$/
      .test(norm)
  ) return undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!.norm;
    if (Object.hasOwn(ORDINALS, word)) return ORDINALS[word]! - 1;
    if (word === "last" && words.length <= 4) return count - 1;
    if (word === "one" && at > 0 && !/^(?:number|option)$/.test(words[at - 1]!.norm)) continue;
    const numeral = words.length <= 3 ? numberAt(words, at) : undefined;
    if (numeral && numeral.value >= 1 && numeral.value <= 9) return numeral.value - 1;
  }
  return undefined;
}

/** The offered name that the message means: most of its words, or almost the same letters. */
function named(norm: string, names: readonly string[]): number | undefined {
  const said = norm.replace(
    /^(?:(?:please|play|try|i mean|i meant|i want|put on|watch|the|take|pick|open|make it|no) )+/,
    "",
  );
  const plain = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
  const key = plain(said);
  if (key.length < 3) return undefined;
  const fits = names.map((name): number => {
    const full = plain(name);
    if (full === key) return 3;
    if (` ${full} `.includes(` ${key} `)) return 2;
    return levenshteinDistance(full, key) <= Math.floor(full.length / 5) ? 1 : 0;
  });
  const best = Math.max(...fits);
  return best > 0 ? fits.indexOf(best) : undefined;
}

/** The answer to her question for a missing parameter: the message before this one is completed. */
function answered(
  last: Exchange,
  words: readonly Word[],
  catalog: KnownCatalog,
  name: string,
): FollowUp | undefined {
  if (last.calls.length > 0) return undefined;
  const { ask } = decide(last.message, catalog, name);
  if (
    !ask || last.reply.trim() === "" || /^(?:no|nothing|never|forget|cancel)\b/.test(normOf(words))
  ) {
    return undefined;
  }
  const { slot } = ask;
  const value = slot.param.type === "int"
    ? numberIn(words)
    : slot.open
    ? openText(slot, withoutLead(words))
    : findCue(slot, words, () => true)?.value;
  return value === undefined ? undefined : {
    calls: [{
      id: ask.id,
      args: { ...ask.args, [slot.param.name]: value },
      why: "the answer to her question",
    }],
  };
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
      ? numberIn(rest)
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

function numberIn(words: readonly Word[]): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const numeral = numberAt(words, at);
    if (numeral) return String(Math.round(numeral.value));
  }
  return undefined;
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
