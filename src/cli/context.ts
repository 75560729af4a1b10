import { discover, type DiscoverOptions, type Discovery } from "../agents/discovery.ts";
import { unpackEmbedded } from "../agents/embedded.ts";
import { agentPlaces } from "../agents/places.ts";
import { type Log, openLog } from "../config/log.ts";
import { dataDirectory, type Env, findStateDirectory } from "../config/paths.ts";
import { loadSettings, type Settings, type SettingsOf } from "../config/settings.ts";
import type { CommandLine } from "./flags.ts";
import type { Output } from "./output.ts";
import type { Startup } from "./run.ts";
import { selfCommand } from "./self.ts";

/** What a mode works with. Effects come in through it, so that a test can change them. */
export interface Context {
  readonly settings: Settings;
  readonly settingsOf: SettingsOf;
  readonly env: Env;
  readonly output: Output;
  readonly log: Log;
  /** The argv that starts this very program: what `onidia-chat` means in an agent's `exec`. */
  readonly self: readonly [string, ...string[]];
  /** `import.meta.url` of main.ts, or of its bundle. */
  readonly main: string;
  readonly version: string;
  /** The flags of the mode alone, such as `out` of `-agents-pack`. */
  readonly modeFlags: ReadonlyMap<string, string>;
  /** Finds the agents; done once, on the first call. */
  discover(): Discovery;
}

/**
 * Makes the context of a mode. Takes the command line, what the start knows, the environment, and
 * what makes the output once it is known whether JSON is asked for. Throws a UserError for a bad
 * setting, unless the mode does without settings.
 */
export async function createContext(
  { mode, flags }: CommandLine,
  startup: Startup,
  env: Env,
  makeOutput: (json: boolean) => Output,
): Promise<Context> {
  const { settings, settingsOf, warnings, remarks } = mode?.unconfigured
    ? loadSettings(new Map([...flags].filter(([key]) => key === "json")), () => undefined)
    : loadSettings(flags, env);
  const output = makeOutput(settings.json);
  const log = openLog(findStateDirectory(env), settings.verbose ? output.note : undefined);
  for (const warning of warnings) output.note(`onidia-chat: ${warning}`);
  for (const remark of remarks) log.warn(remark);
  const self = selfCommand(startup.main);
  const verify = await signatureCheck(settings);
  let found: Discovery | undefined;
  return {
    ...{
      settings,
      settingsOf,
      env,
      output,
      log,
      self,
      main: startup.main,
      version: startup.version,
    },
    modeFlags: flags,
    discover: () => found ??= findAgents(settings, env, self, startup, verify),
  };
}

/** The check of signatures (SPEC section 8), loaded only where a setting asks for it. */
async function signatureCheck(settings: Settings): Promise<DiscoverOptions["verify"]> {
  const requireSig = settings["agents-require-sig"];
  const key = settings["agents-key"];
  if (!requireSig && key === undefined) return undefined;
  const { createTrust } = await import("../store/trust.ts");
  return createTrust({ requireSig, key }).check;
}

function findAgents(
  settings: Settings,
  env: Env,
  self: readonly [string, ...string[]],
  { main, version }: Startup,
  verify: DiscoverOptions["verify"],
): Discovery {
  const problems: string[] = [];
  const embedded = () => {
    const unpacked = unpackEmbedded(new URL("./agents/", main), dataDirectory(env), version);
    if ("directory" in unpacked) return unpacked.directory;
    problems.push(unpacked.problem);
  };
  const places = agentPlaces(env, { agentsDir: settings["agents-dir"] }, embedded);
  const found = discover(places, {
    disabled: settings["agents-disabled"],
    self,
    path: env("PATH"),
    verify,
  });
  return { ...found, problems: [...problems, ...found.problems] };
}
