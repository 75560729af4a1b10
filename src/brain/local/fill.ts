/** From words to values: the parameters of an agent (SPEC section 3) out of a sentence. */
import type { KnownAgent } from "./catalog.ts";
import { DETERMINERS, isVague, PREPOSITIONS, TELLING_VALUES, VERBS } from "./english.ts";
import type { Clause } from "./frames.ts";
import { type Cue, findStems, type Slot } from "./glossary.ts";
import { numberAt, secondsIn } from "./numbers.ts";
import { omit } from "./omit.ts";
import { textOf, type Word } from "./words.ts";

/** Values found so far, by parameter. */
export type Args = Record<string, string>;

/** A cue that was found, and the words it took. */
export interface FoundCue {
  readonly value: string;
  readonly at: readonly number[];
  readonly implies?: Cue["implies"];
}

/**
 * Finds the value of a closed parameter. The longest cue wins, then one the author wrote, then one
 * in the verb's place ("hop to the right"), then the last: in "do a happy dance" the dance is what is
 * wanted.
 */
export function findCue(
  slot: Slot,
  words: readonly Word[],
  free: (at: number) => boolean,
): FoundCue | undefined {
  let best: { cue: Cue; at: readonly number[] } | undefined;
  const cues = new Set(words.flatMap((word) => slot.cueIndex.get(word.stem) ?? []));
  for (const cue of cues) {
    const at = findStems(words, cue.stems, free);
    // "my resume" is a thing, "resume" a deed.
    const owned = at?.length === 1 && VERBS.has(cue.stems[0]!) &&
      /^(?:my|our|his|her|their)$/.test(words[at[0]! - 1]?.norm ?? "");
    if (!at || owned) continue;
    const better = !best || cue.stems.length > best.cue.stems.length ||
      cue.stems.length === best.cue.stems.length &&
        (best.cue.weak && !cue.weak ||
          best.cue.weak === cue.weak && best.at[0] !== 0 && (at[0] === 0 || at[0]! > best.at[0]!));
    if (better) best = { cue, at };
  }
  return best && { value: best.cue.value, at: best.at, implies: best.cue.implies };
}

/**
 * Fills enums, booleans and numbers that are still open, in the order of the manifest. Takes the
 * words and which of them are taken already (added to); gives the positions of cues of several
 * words, which nobody says by accident.
 */
export function fillClosed(
  agent: KnownAgent,
  words: readonly Word[],
  used: Set<number>,
  args: Args,
): ReadonlySet<number> {
  const phrases = new Set<number>();
  const held = new Set(used);
  const free = (at: number) => !used.has(at);
  const unheld = (at: number) => !held.has(at);
  for (const slot of agent.slots) {
    const { name } = slot.param;
    if (slot.cues.length === 0 || Object.hasOwn(args, name)) continue;
    if (slot.onlyFor.size > 0 && !Object.values(args).some((value) => slot.onlyFor.has(value))) {
      continue;
    }
    // One word may tell two required parameters ("dance" is both a kind and a name); an optional
    // one must not live on a word that has already been understood.
    const found = findCue(slot, words, slot.param.required ? unheld : free);
    if (!found) continue;
    args[name] = found.value;
    if (found.implies) args[found.implies.name] = found.implies.value;
    for (const at of found.at) {
      used.add(at);
      if (found.at.length > 1) phrases.add(at);
    }
  }
  fillNumbers(agent.slots, words, used, args);
  return phrases;
}

/** A question asks for the value that gives words: "status" of "pause, resume, status". */
export function fillAsked(agent: KnownAgent, { act, body }: Clause, args: Args): void {
  if (!/^(?:question|explain|tell)$/.test(act)) return;
  // "how many songs do I have": not what it has to tell.
  if (
    /^(?:many|much)$/.test(body[1]?.norm ?? "") || /^(?:an?|any|some)$/.test(body[0]?.norm ?? "")
  ) return;
  for (const { param } of agent.slots) {
    const telling = param.enum?.find((value) => TELLING_VALUES.has(value));
    if (telling !== undefined) args[param.name] = telling;
  }
}

/** Gives numbers to the integer parameters: by the noun beside them, else in order. */
export function fillNumbers(
  slots: readonly Slot[],
  words: readonly Word[],
  used: Set<number>,
  args: Args,
): void {
  const open = slots.filter((slot) =>
    slot.param.type === "int" && !Object.hasOwn(args, slot.param.name)
  );
  for (let at = 0; at < words.length && open.length > 0; at++) {
    if (used.has(at)) continue;
    const half = /^half (?:an? )?(\w+)/.exec(
      words.slice(at, at + 3).map((word) => word.norm).join(" "),
    );
    const one = /^an? (hour|minute|second|day)$/.test(`${words[at]!.norm} ${words[at + 1]?.norm}`);
    const more = words.slice(at + 2, at + 5).map((word) => word.norm).join(" ") === "and a half";
    const numeral = half?.[1] && secondsIn(half[1])
      ? { value: 0.5, length: words[at + 1]?.norm.startsWith("a") ? 2 : 1 }
      : one
      ? { value: more ? 1.5 : 1, length: 1 }
      : numberAt(words, at);
    if (!numeral) continue;
    const next = words[at + numeral.length];
    const unit = secondsIn(next?.stem);
    // "at five", "5 pm": an hour of the day is not a length of time.
    const clock = unit === undefined && (/^(?:[ap]m|o'?clock)$/.test(next?.norm ?? "") ||
      /^(?:at|by|before|after|until)$/.test(words[at - 1]?.norm ?? ""));
    const near = [next, words[at - 1], words[at - 2], words[at + numeral.length + 1]];
    const hinted = [
      open.find((slot) => next && slot.head === next.stem),
      ...near.map((word) => open.find((slot) => word && slot.hints.has(word.stem))),
    ];
    const slot = (unit === undefined ? undefined : open.find((slot) => slot.unit !== undefined)) ??
      hinted.find((slot) => slot !== undefined) ?? (unit === undefined ? open[0] : undefined);
    if (!slot || clock && slot.unit !== undefined) continue;
    const value = numeral.value * (unit !== undefined && slot.unit ? unit / slot.unit : 1);
    args[slot.param.name] = String(Math.round(value));
    for (let word = at; word < at + numeral.length; word++) used.add(word);
    if (unit !== undefined) used.add(at + numeral.length);
    if (one && more) used.add(at + 4);
    open.splice(open.indexOf(slot), 1);
    at += numeral.length - 1;
  }
}

/**
 * Words that set a boolean or an enum from the edge of a sentence: "… in a window", "… formally".
 * Gives the values and the words without them, so that they do not end up inside a text.
 */
export function takeFlags(
  agent: KnownAgent,
  words: readonly Word[],
): { readonly args: Args; readonly rest: readonly Word[] } {
  const args: Args = {};
  let rest = words;
  for (const slot of agent.slots) {
    if (slot.cues.length === 0) continue;
    const found = slot.param.type === "bool"
      ? findCue(slot, rest, (at) => at > 0)
      : slot.param.enum && !slot.param.required
      ? edgeCue(slot, rest)
      : undefined;
    if (!found) continue;
    const [first, last] = [found.at[0]!, found.at.at(-1)!];
    const from = first > 1 && /^(?:in|a|an|with)$/.test(rest[first - 1]!.norm) ? first - 1 : first;
    const left = rest.filter((_, at) => at < from || at > last);
    if (left.length < 2) continue;
    args[slot.param.name] = found.value;
    rest = left;
  }
  return { args, rest };
}

/** An enum's value at the very end ("formally", "in a formal way") or, as an adverb, at the start. */
function edgeCue(slot: Slot, words: readonly Word[]): FoundCue | undefined {
  const last = words.length - 1;
  const found = findCue(
    slot,
    words,
    (at) => at === last || at === 0 && words[0]!.norm.endsWith("ly"),
  );
  if (found && (found.at[0] === 0 || /ly$/.test(words[last]!.norm))) return found;
  const manner = /^(?:way|manner|style|tone|fashion|voice|mode)$/.test(words[last]?.norm ?? "");
  if (!manner || last < 3) return undefined;
  const inside = findCue(slot, words, (at) => at === last - 1);
  if (!inside) return undefined;
  const from = words[last - 2]?.norm === "a" ? last - 3 : last - 2;
  return { value: inside.value, at: [from, last] };
}

/** "my sister Ruth", "the team": who is meant is the name, or the noun without its article. */
function nameIn(words: readonly Word[]): readonly Word[] {
  const from = words.findIndex(({ text }) => /^\p{Lu}/u.test(text));
  const described = /^(?:my|our|the|your)$/.test(words[0]!.text) && words.length > 1;
  if (!described) return words;
  return from > 1
    ? words.slice(from)
    : words[0]!.norm === "the" && from < 0
    ? words.slice(1)
    : words;
}

/** "remember to buy milk", "note that …": the word that only joins a text to its verb goes. */
function joined(words: readonly Word[], slot: Slot): readonly Word[] {
  let left = slot.param.name === "name" ? nameIn(words) : words;
  while (left.length > 2 && /^(?:to|that|me|us)$/.test(left[0]!.norm)) left = left.slice(1);
  // "the word gossamer": what the parameter is called is not its value.
  const called = left.findIndex((word) => word.norm === slot.param.name);
  const leads = called === 0 || called === 1 && DETERMINERS.has(left[0]!.norm);
  return leads && left.length > called + 1 ? left.slice(called + 1) : left;
}

/** The text of an open parameter, cleaned; undefined where nothing is left that could be meant. */
export function openText(slot: Slot, words: readonly Word[]): string | undefined {
  if (words.some((word) => word.quoted)) return textOf(words.filter((word) => word.quoted));
  let kept = slot.leaveOut.size > 0 ? omit(words, slot) : joined(words, slot);
  // A text that is nothing but "something" or "it" means: no text in particular.
  if (kept.every((word) => isVague(word.norm) && !isTitle(word, words))) return undefined;
  if (slot.leaveOut.size > 0) {
    while (kept.length > 1 && isLead(kept, words)) {
      kept = kept.slice(1);
    }
  }
  return textOf(kept) || undefined;
}

/** An article in front of a value; but "a r rahman" and "the marathon" are names. */
function isLead([first, second]: readonly Word[], among: readonly Word[]): boolean {
  if (first!.norm === "the") return /^\p{Ll}/u.test(first!.text) && /^\p{Lu}/u.test(second!.text);
  return /^(?:an?|up|some|any|me|us|my|our|your|that|those|these|them|all|of)$/.test(first!.norm) &&
    !isTitle(first!, among) && (first!.norm !== "a" || second!.norm.length > 1);
}

/** Capitalised where its neighbours are not the reason: "play Yes", but not "PLAY IT". */
function isTitle(word: Word, among: readonly Word[]): boolean {
  return /^\p{Lu}/u.test(word.text) && (word.text.length === 1 || /\p{Ll}/u.test(word.text) ||
    among.some((other) => /\p{Ll}/u.test(other.text)));
}

/** Takes the words that only lead to a value off its front: "to buy milk" keeps its verb. */
export function withoutLead(words: readonly Word[]): readonly Word[] {
  let left = words;
  while (
    left.length > 1 &&
    (PREPOSITIONS.has(left[0]!.norm) || /^(?:that|to|saying|says|and)$/.test(left[0]!.norm) ||
      left.length <= 3 && /^(?:the|my|our|a|an)$/.test(left[0]!.norm))
  ) left = left.slice(1);
  return left;
}
