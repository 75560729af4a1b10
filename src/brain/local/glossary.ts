/**
 * What a parameter's description tells the brain. Authors write it for people; these are the
 * habits that can be read with certainty:
 *
 * - `pause: hold on, wait; stop: turn it off` or `stop (turn it off)`: cues of enum values
 * - `one of: love (heart, hearts), idea, peace`: a closed list without an enum, with cues
 * - `event: love (heart), idea; move: walk, jump`: the same, in the groups of another parameter's enum
 * - `false to play in a window`: the cue of a boolean
 * - `without years, words such as song, …; the name of a service such as spotify, …`: words that
 *   are not part of the value
 * - `only for pause, resume and stop`: given only when another parameter has one of these values
 */
import type { Manifest, Parameter } from "../../agents/agent.ts";
import { DETERMINERS, isEmpty, MANUAL_WORDS } from "./english.ts";
import { secondsIn } from "./numbers.ts";
import { askingFor } from "./thesaurus.ts";
import { stemOf, type Word, wordsOf } from "./words.ts";

/** Words in a sentence that mean one value of a parameter. */
export interface Cue {
  readonly value: string;
  /** Stems in their order; articles left out. */
  readonly stems: readonly string[];
  /** Made from a synonym; gives way to a cue the author wrote. */
  readonly weak: boolean;
  /** The value that another parameter then has: "love" is an "event". */
  readonly implies?: { readonly name: string; readonly value: string };
}

/** Phrases by their first word. */
export type PhraseIndex = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Puts phrases in order of their first word. Takes them as lists of words or stems. */
export function indexOf(phrases: readonly (readonly string[])[]): PhraseIndex {
  return Map.groupBy(phrases.filter((phrase) => phrase.length > 0), (phrase) => phrase[0]!);
}

/** A parameter with what its description says about filling it. */
export interface Slot {
  readonly param: Parameter;
  /** For enums, closed lists and booleans; empty otherwise. */
  readonly cues: readonly Cue[];
  /** The cues by their first stem, so that a sentence looks only at those it could hold. */
  readonly cueIndex: ReadonlyMap<string, readonly Cue[]>;
  /** Takes any text: a string without a closed list. */
  readonly open: boolean;
  /** Phrases (stems) that are not part of an open value, and whether years and decades are not. */
  readonly leaveOut: PhraseIndex;
  readonly leaveOutYears: boolean;
  /** Filled only when one of these values of another parameter was found. */
  readonly onlyFor: ReadonlySet<string>;
  /** Content stems of name and description: which number or preposition belongs to it. */
  readonly hints: ReadonlySet<string>;
  /** What a number of it counts: "sides" of "sides of the die", "dice" of "how many dice". */
  readonly head: string | undefined;
  /** Takes a point in time as text: "at 5 pm", "tomorrow". */
  readonly temporal: boolean;
  /** Seconds in its unit, where name or description says it is a time. */
  readonly unit: number | undefined;
}

/** Reads the parameters of a manifest. */
export function slotsOf(manifest: Manifest): Slot[] {
  return manifest.params.map((param) => slotOf(param, manifest.params));
}

function slotOf(param: Parameter, all: readonly Parameter[]): Slot {
  const { left, omitted } = splitOmissions(param.description);
  const closed = param.type === "string" && !param.enum
    ? [...groupedList(left, param, all), ...closedList(left)]
    : [];
  const cues = param.type === "bool"
    ? flagCues(param, left)
    : param.enum
    ? enumCues(param.enum, left)
    : closed;
  const hints = new Set(
    wordsOf(`${param.name.replaceAll("_", " ")} ${left}`)
      .filter((word) =>
        !isEmpty(word.norm) && !/^\d/.test(word.norm) || word.norm === "to" || word.norm === "from"
      )
      .map((word) => word.stem),
  );
  return {
    param,
    cues,
    cueIndex: Map.groupBy(cues, (cue) => cue.stems[0]!),
    open: param.type === "string" && !param.enum && closed.length === 0,
    leaveOut: indexOf(omitted.map(stemsOf)),
    leaveOutYears: omitted.some((phrase) => /\byears?\b/.test(phrase)),
    onlyFor: conditionOf(left, param, all),
    hints,
    temporal: param.type === "string" &&
      /^(?:when|time|date|at|due|until|deadline)$|_(?:time|date|at)$/.test(param.name),
    head: headOf(left) ?? headOf(param.name.replaceAll("_", " ")),
    unit: param.type === "int" ? unitOf(param) : undefined,
  };
}

function headOf(text: string): string | undefined {
  return wordsOf(text).find((word) => isTelling(word) && !/^(?:number|count)$/.test(word.norm))
    ?.stem;
}

/** The stems of a phrase, articles left out, as cues and negatives hold them. */
export function stemsOf(phrase: string): string[] {
  return wordsOf(phrase).filter((word) =>
    !DETERMINERS.has(word.norm) || /^th(?:at|is)$/.test(word.norm)
  )
    .map((word) => word.stem);
}

/** Splits a list as people write one: commas, slashes, "or", "and". */
export function listOf(text: string): string[] {
  return text.split(/\s*[,/]\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/)
    .map((item) => item.trim().replaceAll(/^["'`]+|["'`.]+$/g, "")).filter((item) => item !== "");
}

/** Where a run of stems stands in a list of words; articles and prepositions between them pass. */
export function findStems(
  words: readonly Word[],
  stems: readonly string[],
  free: (at: number) => boolean = () => true,
): readonly number[] | undefined {
  for (let start = 0; start < words.length; start++) {
    const found: number[] = [];
    for (let at = start; at < words.length && found.length < stems.length; at++) {
      const word = words[at]!;
      if (free(at) && isSame(word, stems[found.length]!)) found.push(at);
      else if (
        found.length === 0 ||
        !/^(?:a|an|the|to|of|your|my|some|in|at|it|that|this)$/.test(word.norm)
      ) {
        break;
      }
    }
    if (found.length === stems.length) return found;
  }
  return undefined;
}

/** "hold it" is said as "hold that" too. */
function isSame(word: Word, stem: string): boolean {
  return word.stem === stem || stem === "it" && /^th(?:at|is|em)$/.test(word.norm);
}

function splitOmissions(description: string): { left: string; omitted: string[] } {
  const match =
    /[,;.(]?\s*\b(?:without|leaves? out (?!for\b)|leaving out|omit|excluding)\b(?! it\b)/i.exec(
      description,
    );
  // "leave it out for a random one" is about the parameter, not about words.
  if (!match) return { left: description, omitted: [] };
  const rest = description.slice(match.index + match[0].length);
  const omitted = rest.split(/;/).flatMap((part) =>
    listOf(part.replace(/^.*?\b(?:such as|like|for example|e\.g\.)\s+/i, (lead) => {
      // "years, words such as song": what stands in front of the list counts too.
      return lead.replace(/\b(?:the |a )?(?:words?|names?|terms?)\b.*$/i, "");
    }))
  );
  return { left: description.slice(0, match.index), omitted };
}

function enumCues(values: readonly string[], description: string): Cue[] {
  const cues = values.flatMap((value) => {
    const phrases = [value.replaceAll(/[_-]/g, " "), value, ...cuesBehind(value, description)];
    return phrases.map((phrase) => ({ value, stems: stemsOf(phrase), weak: false }));
  });
  return withSynonyms(unique(cues));
}

/** `value: a, b;` or `value (a, b)` or `value = a, b`. */
function cuesBehind(value: string, description: string): string[] {
  if (!description.toLowerCase().includes(value.toLowerCase())) return [];
  const name = value.replaceAll(/[^\w ]/g, "\\$&");
  const pattern = new RegExp(
    `(?:^|[\\s,;(])["'\`]?${name}["'\`]?(?:\\s*[:=]\\s*([^;.)]+)|\\s*\\(([^)]+)\\))`,
    "gi",
  );
  return [...description.matchAll(pattern)].flatMap((match) => listOf(match[1] ?? match[2] ?? ""));
}

function closedList(description: string): Cue[] {
  const list = /\bone of(?: these)?\s*:?\s*(.+)$/is.exec(description)?.[1];
  if (list === undefined) return [];
  const items = [...list.matchAll(/([^,;.()]+)(?:\(([^)]*)\))?/g)];
  return unique(items.flatMap(([, name, synonyms]) => {
    const value = (name ?? "").replace(/^\s*(?:or|and)\s+/, "").trim();
    return value === "" ? [] : [value, ...listOf(synonyms ?? "")].map((phrase) => ({
      value,
      stems: stemsOf(phrase),
      weak: false,
    }));
  }));
}

/** Lists of values, each headed by a value of another parameter's enum. */
function groupedList(description: string, param: Parameter, all: readonly Parameter[]): Cue[] {
  for (const { name, enum: values } of all.filter((other) => other !== param)) {
    const lists = (values ?? []).map((value) => ({
      value,
      list: new RegExp(`(?:^|[;:.]\\s*)${value}:([^;.]+)`, "i").exec(description)?.[1],
    }));
    if (lists.length < 2 || lists.some(({ list }) => list === undefined)) continue;
    return lists.flatMap(({ value, list }) =>
      closedList(`one of: ${list}`).map((cue) => ({ ...cue, implies: { name, value } }))
    );
  }
  return [];
}

function flagCues(param: Parameter, description: string): Cue[] {
  const name = param.name.replaceAll("_", " ");
  const cues = [
    { value: "true", stems: stemsOf(name), weak: false },
    { value: "false", stems: ["not", ...stemsOf(name)], weak: false },
    { value: "false", stems: ["no", ...stemsOf(name)], weak: false },
    { value: "false", stems: ["without", ...stemsOf(name)], weak: false },
    ...["true", "false"].flatMap((value) =>
      cuesBehind(value, description).map((phrase) => ({
        value,
        stems: stemsOf(phrase),
        weak: false,
      }))
    ),
  ];
  for (
    const [, value, phrase] of description.matchAll(
      /\b(true|false)\b\s*(?:to|for|when|if|means?|is|=|:)\s+([^;.,]+)/gi,
    )
  ) {
    const words = wordsOf(phrase ?? "");
    // "to play in a window": what tells it apart begins at the preposition.
    const from = Math.max(
      0,
      words.findIndex((word) => /^(?:in|on|with|without|at|as)$/.test(word.norm)),
    );
    const stems = words.slice(from).filter((word) => !DETERMINERS.has(word.norm)).map((w) =>
      w.stem
    );
    cues.push({ value: value!.toLowerCase(), stems, weak: false });
  }
  return unique(cues);
}

function withSynonyms(cues: readonly Cue[]): Cue[] {
  const taken = new Set(cues.map((cue) => cue.stems.join(" ")));
  const weak = cues.filter((cue) => cue.stems.length === 1).flatMap((cue) =>
    [...askingFor(cue.stems[0]!)].filter((stem) => !taken.has(stem))
      .map((stem) => ({ value: cue.value, stems: [stem], weak: true }))
  );
  // A synonym of two values tells nothing.
  const values = new Map<string, Set<string>>();
  for (const { stems, value } of weak) {
    values.set(stems[0]!, (values.get(stems[0]!) ?? new Set()).add(value));
  }
  return [...cues, ...weak.filter((cue) => values.get(cue.stems[0]!)?.size === 1)];
}

function unique(cues: readonly Cue[]): Cue[] {
  const seen = new Set<string>();
  return cues.filter(({ value, stems }) => {
    const key = `${value}\n${stems.join(" ")}`;
    return stems.length > 0 && !seen.has(key) && seen.add(key) !== undefined;
  });
}

function conditionOf(
  description: string,
  param: Parameter,
  all: readonly Parameter[],
): ReadonlySet<string> {
  const list = /\bonly (?:for|with|when|to)\s+([^;.()]+)/i.exec(description)?.[1];
  const values = new Set(
    all.filter((other) => other !== param).flatMap((other) => other.enum ?? []),
  );
  return new Set(listOf(list ?? "").filter((item) => values.has(item)));
}

function unitOf(param: Parameter): number | undefined {
  for (const word of wordsOf(`${param.name.replaceAll("_", " ")} ${param.description}`)) {
    const seconds = secondsIn(word.stem);
    if (seconds !== undefined) return seconds;
  }
  return undefined;
}

/** Whether a stem can tell parameters or agents apart. */
export function isTelling(word: Word): boolean {
  return !isEmpty(word.norm) && !MANUAL_WORDS.has(stemOf(word.norm));
}
