import { parseArgs } from "@std/cli/parse-args";
import { SETTINGS } from "../config/table.ts";
import { UserError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { shown } from "../text/shown.ts";
import { type ModeEntry, MODES } from "./modes.ts";

/** A command line, taken apart. */
export interface CommandLine {
  /** Undefined for a chat. */
  readonly mode: ModeEntry | undefined;
  /** The flags as they were written, by name without dashes; `true` for one that stands alone. */
  readonly flags: ReadonlyMap<string, string>;
  /** The message's words, or a mode's operands. */
  readonly words: readonly string[];
}

const SHORT: ReadonlyMap<string, string> = new Map([["h", "help"], ["V", "version"]]);

/**
 * Takes a command line apart (SPEC section 1): one dash and a long name or two, `-name value` or
 * `-name=value`, a flag that stands alone or takes `=false`. Flags end at the first word that is
 * not one, or at `--`; behind a mode's own words flags may go on, as a mode is no message. A flag
 * that takes a value takes the next word, also one that starts with a dash, unless it is a flag
 * itself: then the value was forgotten, or is to stand behind `=`.
 *
 * Throws a UserError for an unknown flag, with the nearest known one, for a missing value, two
 * modes, or words that a mode does not take.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { flags, words, modes } = separate(argv);
  const names = [...new Set(flags.map(([name]) => name))];
  const parsed = parseArgs(flags.map(([name, value]) => `--${name}=${value}`), { string: names });
  const values = new Map(names.map((name) => [name, String(parsed[name])]));
  const mode = chosenMode(modes);
  const foreign = names.find((name) =>
    isModeFlag(name) && !mode?.flags?.some((flag) => flag.name === name)
  );
  if (foreign !== undefined) throw new UserError(`-${foreign} goes with ${modesOf(foreign)}`);
  const operands = mode ? modeOperands(mode, values.get(mode.name), words) : words;
  return { mode, flags: values, words: operands };
}

/** Splits the flags, as name and text, from the words. */
function separate(argv: readonly string[]): Separated {
  const flags: [string, string][] = [];
  const modes: string[] = [];
  const words: string[] = [];
  let inMode = false;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === "--") {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      words.push(word);
      if (inMode) continue;
      words.push(...argv.slice(at + 1));
      break;
    }
    const written = flagOf(word);
    if (!written) throw unknownFlag(word);
    const { name, flag } = written;
    let { value } = written;
    // `-history` lists, `-history=off` and `-history off` set: the mode takes no words.
    if (flag.isMode && flag.isSetting && /^(?:on|off)$/.test(argv[at + 1] ?? "")) {
      value ??= argv[++at];
    }
    if (flag.isMode && !(flag.isSetting && value !== undefined)) {
      inMode = true;
      modes.push(name);
    }
    if (value === undefined && flag.takesValue) {
      value = argv[++at];
      if (value !== undefined && flagOf(value)) {
        throw new UserError(
          `-${name} needs a value: -${name} ${flag.operand}, or -${name}=${value} if that is it`,
        );
      }
    }
    if (flag.takesValue && !value) {
      throw new UserError(`-${name} needs a value: -${name} ${flag.operand}`);
    }
    flags.push([name, value ?? "true"]);
  }
  return { flags, words, modes };
}

interface Separated {
  readonly flags: readonly [string, string][];
  readonly words: readonly string[];
  /** The names of modes among the flags. */
  readonly modes: readonly string[];
}

/** A word as a flag, with what stands behind its equals sign; undefined where it is none. */
function flagOf(word: string): { name: string; flag: KnownFlag; value?: string } | undefined {
  const match = /^--?([^=-][^=]*)(?:=(.*))?$/s.exec(word);
  if (!match) return undefined;
  const name = SHORT.get(match[1]!) ?? match[1]!;
  const flag = KNOWN.get(name);
  return flag && { name, flag, value: match[2] };
}

interface KnownFlag {
  readonly isMode: boolean;
  /** `-history` is both a mode and a setting. */
  readonly isSetting: boolean;
  readonly takesValue: boolean;
  readonly operand: string;
}

const KNOWN: ReadonlyMap<string, KnownFlag> = new Map([
  ...SETTINGS.map((setting) => {
    const operand = "operand" in setting ? setting.operand : "VALUE";
    const isMode = MODES.some((mode) => mode.name === setting.key);
    const known = { isMode, isSetting: true, takesValue: setting.type !== "switch", operand };
    return [setting.key, known] as const;
  }),
  ...MODES.filter((mode) => !SETTINGS.some((setting) => setting.key === mode.name)).map((mode) =>
    [mode.name, { isMode: true, isSetting: false, takesValue: false, operand: "" }] as const
  ),
  ...MODES.flatMap((mode) => mode.flags ?? []).map((flag) => {
    const takesValue = flag.operand !== undefined;
    const known = { isMode: false, isSetting: false, takesValue, operand: flag.operand ?? "" };
    return [flag.name, known] as const;
  }),
]);

function unknownFlag(word: string): UserError {
  const name = word.replace(/^-+/, "").split("=", 1)[0]!;
  const visible = [...KNOWN.keys()].filter((known) => known !== "agent");
  const meant = nearest(name, visible);
  const help = meant ? `did you mean -${meant}?` : "-help lists the flags, and -- begins a message";
  return new UserError(`unknown flag ${shown(word.split("=", 1)[0])}: ${help}`);
}

function chosenMode(names: readonly string[]): ModeEntry | undefined {
  const modes = MODES.filter((mode) => names.includes(mode.name));
  // Who asks for help with a mode wants to read, not to run it.
  const help = modes.find((mode) => mode.name === "help");
  if (help) return help;
  if (modes.length > 1) {
    const both = modes.map((mode) => `-${mode.name}`).join(" and ");
    throw new UserError(`${both} do not go together: use one at a time`);
  }
  return modes[0];
}

function modeOperands(mode: ModeEntry, value = "true", words: readonly string[]): string[] {
  if (mode.name === "help") return [];
  const [least, most] = mode.count;
  // `-agents-run=tea` is `-agents-run tea`.
  const operands = value === "true" ? [...words] : [value, ...words];
  if (operands.length < least) throw new UserError(`-${mode.name} needs ${mode.operands}`);
  if (operands.length > most) {
    throw new UserError(
      most === 0
        ? `-${mode.name} takes no words, not ${shown(operands[0])}`
        : `-${mode.name} takes ${mode.operands}, not also ${shown(operands[most])}`,
    );
  }
  return operands;
}

function isModeFlag(name: string): boolean {
  return MODES.some((mode) => mode.flags?.some((flag) => flag.name === name));
}

function modesOf(name: string): string {
  return MODES.filter((mode) => mode.flags?.some((flag) => flag.name === name))
    .map((mode) => `-${mode.name}`).join(", ");
}
