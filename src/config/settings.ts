import { UserError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import { type IniEntry, parseIni } from "./ini.ts";
import { configFile, readConfigFile } from "./file.ts";
import type { Env } from "./paths.ts";
import { PROVIDERS, type Setting, SETTINGS, type Settings } from "./table.ts";
import { readValue } from "./values.ts";

export type { Settings } from "./table.ts";

/** Settings, and what the user should hear or the log should keep of how they were read. */
export interface LoadedSettings {
  readonly settings: Settings;
  readonly settingsOf: SettingsOf;
  /** For standard error. */
  readonly warnings: readonly string[];
  /** For the log. */
  readonly remarks: readonly string[];
}

/**
 * The settings as a provider sees them: its own section counts before the rest of the file (SPEC
 * section 2). Takes its name, and per key the variables that give it too, between flag and file.
 */
export type SettingsOf = (
  provider: string,
  variables?: Readonly<Record<string, readonly string[]>>,
) => Settings;

const BY_KEY: ReadonlyMap<string, Setting> = new Map(
  SETTINGS.map((setting) => [setting.key, setting]),
);

/**
 * Gathers the settings: flag, environment, file, default, in this order (SPEC section 2). Takes the
 * flags as key and text, and the environment. Throws a UserError with a line for every bad value.
 */
export function loadSettings(flags: ReadonlyMap<string, string>, env: Env): LoadedSettings {
  const faults: string[] = [];
  const file = readFile(flags.get("config"), env, faults);
  const provider = flags.get("provider") ?? lastOf(file.entries, "provider")?.value ?? "auto";
  const given = (setting: Setting, name: string, text: string | undefined): unknown => {
    if (text === undefined) return undefined;
    const read = readValue(setting, text, { env, relative: true });
    if ("value" in read) return read.value;
    faults.push(`${name}: expected ${read.expected}, not ${shown(text)}`);
  };
  const settingsOf: SettingsOf = (provider, variables = {}) => {
    const values: Record<string, unknown> = {};
    for (const setting of SETTINGS as readonly Setting[]) {
      const { key } = setting;
      const entry = entryFor(file.entries, key, provider);
      const fromFile = entry && file.values.get(entry);
      const variable = [setting.variable ?? [], variables[key] ?? []].flat().find(env);
      const fromVariable = variable && given(setting, variable, env(variable));
      const fromFlag = given(setting, `-${key}`, flags.get(key));
      // A list given for one run comes on top of the file's (SPEC section 8, `-agents-disabled`).
      values[key] = setting.type === "ids"
        ? [...new Set([fromFile ?? [], fromFlag ?? []].flat())]
        : fromFlag ?? fromVariable ?? fromFile ?? defaultOf(setting, env);
    }
    return values as Settings;
  };
  const settings = settingsOf(provider);
  if (faults.length > 0) throw new UserError(faults.join("\n"));
  return { settings, settingsOf, warnings: file.warnings, remarks: file.remarks };
}

interface ReadFile {
  readonly entries: readonly IniEntry[];
  readonly values: ReadonlyMap<IniEntry, unknown>;
  readonly warnings: readonly string[];
  readonly remarks: readonly string[];
}

/** Reads the file and checks every value in it, those of providers that are not in use too. */
function readFile(named: string | undefined, env: Env, faults: string[]): ReadFile {
  const path = configFile(named, env);
  const file = path === undefined ? undefined : readConfigFile(path, named !== undefined);
  if (!path || !file) return { entries: [], values: new Map(), warnings: [], remarks: [] };
  const ini = parseIni(file.text);
  const values = new Map<IniEntry, unknown>();
  const remarks: string[] = [];
  const found = ini.faults.map(({ line, expected }) => ({ line, text: expected }));
  for (const entry of ini.entries) {
    const setting = BY_KEY.get(entry.key);
    if (!setting || setting.flagOnly) {
      remarks.push(unknownKey(path, entry));
      continue;
    }
    const read = readValue(setting, entry.value, { env, relative: false });
    if ("value" in read) values.set(entry, read.value);
    else found.push({ line: entry.line, text: `${entry.key}: expected ${read.expected}` });
  }
  found.sort((a, b) => a.line - b.line);
  faults.push(...found.map(({ line, text }) => `${path}:${line}: ${text}`));
  const hasKey = ini.entries.some(({ key, value }) => key === "api-key" && value !== "");
  const warnings = hasKey && file.readableByOthers
    ? [`warning: ${path} holds an api-key and others can read it: chmod 600 ${path}`]
    : [];
  return { entries: ini.entries, values, warnings, remarks };
}

function unknownKey(path: string, { line, key }: IniEntry): string {
  const known = SETTINGS.filter((setting) => !("flagOnly" in setting));
  const meant = nearest(key, known.map((setting) => setting.key));
  const help = meant ? `, did you mean ${meant}?` : "";
  return `${path}:${line}: unknown key ${cleanLine(key)} ignored${help}`;
}

/** The entry that holds for a key: the provider's own section before all others, the last wins. */
function entryFor(
  entries: readonly IniEntry[],
  key: string,
  provider: string,
): IniEntry | undefined {
  const isOwn = ({ section }: IniEntry) => isProvider(section) && section === provider;
  return entries.findLast((entry) => entry.key === key && isOwn(entry)) ?? lastOf(entries, key);
}

/** The last entry of a key outside the sections of providers. */
function lastOf(entries: readonly IniEntry[], key: string): IniEntry | undefined {
  return entries.findLast((entry) => entry.key === key && !isProvider(entry.section));
}

/** `auto` names no provider, so a section of that name is decoration. */
function isProvider(section: string): boolean {
  return section !== "auto" && (PROVIDERS as readonly string[]).includes(section);
}

function defaultOf(setting: Setting, env: Env): unknown {
  if (setting.default === undefined) return undefined;
  const read = readValue(setting, setting.default, { env, relative: false });
  return "value" in read ? read.value : undefined;
}
