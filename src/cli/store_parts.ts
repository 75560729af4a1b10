import { type InspectOptions, installedAgents } from "../store/inspect.ts";
import type { InstallContext } from "../store/install.ts";
import type { StageContext } from "../store/stage.ts";
import { archiveWorkerUrl } from "../store/archive.ts";
import { createProgress } from "../store/progress.ts";
import { createTrust } from "../store/trust.ts";
import { packagedAgents, userAgents } from "../agents/places.ts";
import type { Listing } from "../agents/discovery.ts";
import { redact } from "../store/url.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import type { Context } from "./context.ts";

/** What the modes that change an agents directory are made of. */
export interface StoreParts {
  /** The user's agents directory, the only one that is ever changed. */
  readonly directory: string;
  readonly inspect: InspectOptions;
  /** For installing what the label names. */
  install(label: string, signal: AbortSignal): InstallContext;
  stage(signal: AbortSignal): StageContext;
  /** Everything in the user's directory, as it is now. */
  installed(): readonly Listing[];
}

/**
 * Gathers what installing needs from the program's context. Throws a UserError where the directory
 * is not the user's to change.
 */
export function storeParts(context: Context): StoreParts {
  const { settings, env, self, output, log } = context;
  const directory = userAgents(env, { agentsDir: settings["agents-dir"] });
  if (realPath(directory) === realPath(packagedAgents(env))) {
    throw new UserError(
      `${directory} belongs to the package: leave -agents-dir away, or name a folder of yours`,
    );
  }
  const trust = createTrust({
    requireSig: settings["agents-require-sig"],
    key: settings["agents-key"],
  });
  const inspect = { self, path: env("PATH"), verify: trust.check };
  const onWait = () => output.note("waiting for another change of the agents directory to finish");
  return {
    directory,
    inspect,
    install: (label, signal) => ({
      ...{ directory, label: cleanLine(redact(label)), inspect, trust, signal, onWait },
    }),
    stage: (signal) => ({
      env,
      registry: settings["agents-registry"],
      workerUrl: archiveWorkerUrl(context.main),
      download: { signal },
      progress: createProgress({
        isTerminal: output.errorIsTerminal && !output.json,
        columns: () => output.columns,
        write: output.writeError,
      }),
      onFault: (fault) => log.warn(`registry: ${fault}`),
    }),
    installed: () => installedAgents(directory, inspect),
  };
}

/** Links followed; a folder that is not there yet as it is named. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
