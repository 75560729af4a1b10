import { discover, type Discovery } from "../agents/discovery.ts";
import { unpackEmbedded } from "../agents/embedded.ts";
import { agentPlaces } from "../agents/places.ts";
import { type Log, openLog } from "../config/log.ts";
import { dataDirectory, type Env, findStateDirectory } from "../config/paths.ts";
import { loadSettings, type Settings } from "../config/settings.ts";
import type { CommandLine } from "./flags.ts";
import type { Output } from "./output.ts";
import type { Startup } from "./run.ts";
import { selfCommand } from "./self.ts";

/** What a mode works with. Effects come in through it, so that a test can change them. */
export interface Context {
  readonly settings: Settings;
  readonly env: Env;
  readonly output: Output;
  readonly log: Log;
  /** The argv that starts this very program: what `onidia-chat` means in an agent's `exec`. */
  readonly self: readonly [string, ...string[]];
  /** `import.meta.url` of main.ts, or of its bundle. */
  readonly main: string;
  readonly version: string;
  /** Finds the agents; done once, on the first call. */
  discover(): Discovery;
}

/**
 * Makes the context of a mode. Takes the command line, what the start knows, the environment, and
 * what makes the output once it is known whether JSON is asked for. Throws a UserError for a bad
 * setting, unless the mode does without settings.
 */
export function createContext(
  { mode, flags }: CommandLine,
  startup: Startup,
  env: Env,
  makeOutput: (json: boolean) => Output,
): Context {
  const { settings, warnings, remarks } = mode?.unconfigured
    ? loadSettings(new Map([...flags].filter(([key]) => key === "json")), () => undefined)
    : loadSettings(flags, env);
  const output = makeOutput(settings.json);
  const log = openLog(findStateDirectory(env), settings.verbose ? output.note : undefined);
  for (const warning of warnings) output.note(`onidia-chat: ${warning}`);
  for (const remark of remarks) log.warn(remark);
  const self = selfCommand(startup.main);
  let found: Discovery | undefined;
  return {
    ...{ settings, env, output, log, self, main: startup.main, version: startup.version },
    discover: () => found ??= findAgents(settings, env, self, startup),
  };
}

function findAgents(
  settings: Settings,
  env: Env,
  self: readonly [string, ...string[]],
  { main, version }: Startup,
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
  });
  return { ...found, problems: [...problems, ...found.problems] };
}
