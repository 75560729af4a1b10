import { UserError } from "../../errors.ts";
import type { Listing } from "../../agents/discovery.ts";
import { installAgent } from "../../store/install.ts";
import { readRegistry, type RegistryEntry } from "../../store/registry.ts";
import { stageEntry } from "../../store/stage.ts";
import { keepDisabled, planUpdate } from "../../store/update.ts";
import { shown } from "../../text/shown.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";
import { type StoreParts, storeParts } from "../store_parts.ts";
import { noRegistry } from "./search.ts";

/** What became of one agent. */
interface Outcome {
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
  readonly error: string | null;
}

/**
 * `-agents-update [ID] [-dry-run]` (SPEC section 8): newer versions from the registry for one agent
 * of the user's, or for all. One that fails does not stop the others; the exit code tells.
 */
export function updateMode(context: Context, [id]: readonly string[]): Promise<number> {
  const { settings, env, output, log, modeFlags } = context;
  const registry = settings["agents-registry"];
  if (registry === undefined) throw noRegistry();
  const parts = storeParts(context);
  const dryRun = modeFlags.get("dry-run") === "true";
  const installed = chosen(id, parts);
  return withSignals(["SIGINT", "SIGTERM", "SIGHUP"], async (signal) => {
    const { agents, faults } = await readRegistry(registry, env, { signal });
    faults.forEach((fault) => log.warn(`registry: ${fault}`));
    if (id !== undefined && !agents.some((entry) => entry.id === id)) {
      throw new UserError(
        `the registry has no agent ${shown(id)}: -agents-search shows what it has`,
      );
    }
    const outcomes: Outcome[] = [];
    for (const { agent, entry } of planUpdate(installed, agents)) {
      const outcome = entry && !dryRun
        ? await updateOne(agent, entry, parts, signal)
        : { id: agent.id, from: agent.version, to: entry?.version ?? null, error: null };
      outcomes.push(outcome);
      if (!output.json) say(outcome, dryRun, context);
    }
    if (output.json) output.line(JSON.stringify({ updates: outcomes, dryRun }));
    else if (outcomes.length === 0) output.line("Nothing installed is in the registry.");
    else if (!dryRun && outcomes.some(({ to, error }) => to !== null && error === null)) {
      output.line("restart onidia-chat to load it (onidia-chat -agents-list shows it now)");
    }
    return outcomes.some(({ error }) => error !== null) ? 2 : 0;
  });
}

function chosen(id: string | undefined, { installed, directory }: StoreParts): readonly Listing[] {
  const all = installed();
  if (id === undefined) return all;
  const one = all.find((agent) => agent.id === id);
  if (one) return [one];
  throw new UserError(
    `no agent called ${shown(id)} in ${directory}: -agents-install ${id} gets it`,
  );
}

async function updateOne(
  agent: Listing,
  entry: RegistryEntry,
  parts: StoreParts,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome = { id: agent.id, from: agent.version, to: entry.version };
  try {
    await installAgent(async (folder) => {
      const staged = await stageEntry(entry, folder, parts.stage(signal));
      if (agent.state === "disabled") keepDisabled(staged.folder);
      return { ...staged, isUpdate: true };
    }, parts.install(agent.id, signal));
    return { ...outcome, error: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...outcome, error: error.message };
  }
}

function say({ id, from, to, error }: Outcome, dryRun: boolean, { output }: Context): void {
  const steps = `${id} ${from || "(no version)"}`;
  if (error !== null) output.failure(error);
  else if (to === null) output.line(`${steps} is up to date`);
  else output.line(`${dryRun ? "would update" : "updated"} ${steps} -> ${to}`);
}
