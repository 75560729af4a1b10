import { MOODS } from "../../pet/vocabulary.ts";
import { cleanLine } from "../../text/clean.ts";
import { skeletonOf } from "./skeleton.ts";

/** How much of a text is looked at, for each character that may be left of it. */
const LOOK = 16;

/** Words that stand for a speaker in front of a colon. */
const ROLES = [
  ...["user", "assistant", "system", "human", "developer", "tool", "function", "model", "bot"],
  ...["ai", "role", "instruction", "instructions", "response", "prompt", "input", "output"],
  ...["chatgpt", "gpt", "claude", "gemini", "llama", "observation", "thought", "agent"],
];

/** Words that make a bracket a tag or a token of a template, where they come first in it. */
const BRACKETED = [
  ...ROLES,
  ...MOODS,
  ...["action", "event", "inst", "sys", "think", "thinking", "gmask", "smask", "begin", "end"],
  ...["tool_calls", "tool_results", "tool_content", "available_tools", "system_prompt", "args"],
  ...["bos", "eos", "pad", "cls", "sep", "mask", "unk", "img"],
];

/** Letters of a word with a space, dot, dash or star between them are still the word: "u s e r". */
const loose = (word: string) => [...word].join("[\\s._*-]?");

const ROLE = new RegExp(
  `(?<![a-z0-9])(?:${ROLES.map(loose).join("|")})(?![a-z0-9])[\\s*_"'\`~)\\]>}.-]*(:+)`,
  "g",
);
const TAG = new RegExp(
  `\\[[^a-z0-9\\[\\]]*(?:${BRACKETED.map(loose).join("|")})(?![a-z0-9])[^\\]]*\\]?`,
  "g",
);
/** Tokens such as `[TOOL_CALLS]`: capitals only; `[HD]` is none. */
const SHOUTED = /[[［][\s/\\]*\p{Lu}[\p{Lu}\p{N}_]{2,}[\s/\\]*[\]］]/gu;
/** Runs of signs that draw a heading, a fence or a border. */
const RUN = /#(?:\s*#)+|`(?:\s*`){2,}|([-=*_~])\1{2,}/g;

/**
 * Makes one foreign text harmless for a model (SPEC section 5): what an agent said, the name of a
 * track, the description in a manifest. Takes the text and how many characters may be left of it;
 * gives one line that a reader still understands. It changes:
 *
 * - escape sequences, control characters and characters nobody sees: gone, as they would hide words;
 * - `<` and `>`, fullwidth too, become `‹` and `›`, `<|` and `|>` too: then no template token
 *   (`<|im_start|>`, `</s>`, `<<SYS>>`), no XML and no delimiter of a data block can be written;
 * - square brackets around tags and tokens (`[AGENT: …]`, `[happy]`, `[INST]`, `[TOOL_CALLS]`)
 *   become round ones; others, as in `So What [Live]`, stay, so that she can quote a name as it is;
 * - the colon behind a speaker (`user:`, `### Instruction:`) becomes a dash;
 * - runs of `#`, backticks and border signs are cut short;
 * - what is too long is cut, with `…` as its last character.
 *
 * Words are found whatever their case, spacing and lookalike letters. What a text says in plain
 * words stays: that it is data and no instruction is said around it (see `resultBlock`).
 */
export function neutralise(text: string, limit: number): string {
  const line = cleanLine(text.slice(0, LOOK * limit).toWellFormed());
  const visible = withoutHidden(line).replace(/\s+/g, " ").trim();
  const cutBefore = text.length > LOOK * limit;
  return cut(replaceAt(visible, changesOf(visible)), limit, cutBefore);
}

/** The same for a text of several lines, whose line ends stay. */
export function neutraliseLines(text: string, limit: number): string {
  const lines = text.slice(0, LOOK * limit).split("\n");
  const safe = lines.map((line) => neutralise(line, limit)).join("\n").trim();
  return cut(safe, limit, text.length > LOOK * limit);
}

/** A text without the characters nobody sees, which make one word look like another. */
export function withoutHidden(text: string): string {
  return text.replace(/[\p{Cf}\p{DI}]/gu, "");
}

/** What is to stand instead of the characters at some places. */
function changesOf(line: string): ReadonlyMap<number, string> {
  const changes = new Map<number, string>();
  const { text, places } = skeletonOf(line);
  const change = (at: number, to: string) => changes.set(places[at]!, to);
  for (const match of text.matchAll(/<(?:\s*\|)?|(?:\|\s*)?>/g)) {
    const opens = match[0].startsWith("<");
    for (let at = 0; at < match[0].length; at++) change(match.index + at, "");
    change(match.index, opens ? "‹" : "›");
  }
  for (const match of text.matchAll(TAG)) {
    change(match.index, "(");
    if (match[0].endsWith("]")) change(match.index + match[0].length - 1, ")");
  }
  for (const match of line.matchAll(SHOUTED)) {
    changes.set(match.index, "(").set(match.index + match[0].length - 1, ")");
  }
  for (const match of text.matchAll(ROLE)) {
    const colon = match.index + match[0].length - match[1]!.length;
    for (let at = 0; at < match[1]!.length; at++) change(colon + at, at === 0 ? " -" : "");
  }
  for (const match of text.matchAll(RUN)) {
    const kept = match[1] ? 2 : 1;
    for (let at = kept; at < match[0].length; at++) change(match.index + at, "");
  }
  return changes;
}

function replaceAt(text: string, changes: ReadonlyMap<number, string>): string {
  if (changes.size === 0) return text;
  let result = "";
  let place = 0;
  for (const character of text) {
    result += changes.get(place) ?? character;
    place += character.length;
  }
  return result.replace(/\s+/g, " ").trim();
}

function cut(text: string, limit: number, always: boolean): string {
  const characters = [...text];
  if (characters.length <= limit && !always) return text;
  return `${characters.slice(0, limit - 1).join("").trimEnd()}…`;
}
