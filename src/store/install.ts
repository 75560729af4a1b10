import { join } from "@std/path";
import type { Listing } from "../agents/discovery.ts";
import { UserError } from "../errors.ts";
import { inspectFolder, type InspectOptions, installedAgents } from "./inspect.ts";
import { withStoreLock } from "./lock.ts";
import type { Staged } from "./stage.ts";
import { cleanLeftovers, createStaging, exists, removeTree } from "./staging.ts";
import { putInPlace, syncTree } from "./swap.ts";
import type { Trust } from "./trust.ts";

/** What an install needs besides its source. */
export interface InstallContext {
  /** The user's agents directory; it is made when there is none. */
  readonly directory: string;
  /** What the agent is called in a sentence before its id is known: the source as typed. */
  readonly label: string;
  readonly inspect: InspectOptions;
  readonly trust: Pick<Trust, "checkSigner">;
  readonly signal?: AbortSignal;
  /** Told once when another install is under way. */
  readonly onWait?: () => void;
}

/** What came of it. */
export interface Installed {
  readonly id: string;
  readonly version: string;
  /** Absolute path of the agent's folder. */
  readonly location: string;
  /** The version it replaced, where there was one. */
  readonly replaced?: string;
  /** Whether the manifest itself switches the agent off. */
  readonly disabled: boolean;
}

/**
 * Installs an agent (SPEC section 8). The old version stays as it is until everything has been
 * fetched, checked and synced; what fails or is killed before that leaves only a staging folder,
 * which the next change deletes.
 *
 * Takes the step that brings the agent into a given empty folder (stage.ts) and the context. Throws
 * a UserError that says what is wrong with the agent or in its way.
 */
export async function installAgent(
  stage: (folder: string) => Promise<Staged>,
  context: InstallContext,
): Promise<Installed> {
  const { directory, signal } = context;
  return await withStoreLock(directory, async () => {
    cleanLeftovers(directory, installedAgents(directory, context.inspect));
    const staging = createStaging(directory);
    try {
      const staged = await stage(join(staging, "new"));
      const agent = inspectFolder(staged.folder, context.label, context.inspect).listing;
      keepPromises(agent, staged, context);
      const current = currentFolder(agent.id, context);
      syncTree(staged.folder);
      signal?.throwIfAborted();
      const location = putInPlace(directory, agent.id, staged.folder, staging, current?.location);
      return {
        id: agent.id,
        version: agent.version,
        location,
        replaced: current?.version,
        disabled: agent.state === "disabled",
      };
    } finally {
      removeTree(staging);
    }
  }, context);
}

/** A registry promises an id and perhaps a signer; anything else is not what was asked for. */
function keepPromises(agent: Listing, { folder, promised }: Staged, context: InstallContext): void {
  if (!promised) return;
  if (promised.id !== agent.id) {
    throw new UserError(
      `Cannot install ${promised.id}: the archive holds another agent, ${agent.id}`,
    );
  }
  const refusal = promised.signer && context.trust.checkSigner(folder, promised.signer);
  if (refusal) throw new UserError(`Cannot install ${agent.id}: ${refusal}`);
}

/**
 * Finds the folder that holds the id now, whatever its name. Throws when something that is not this
 * agent has the name that the new folder needs.
 */
function currentFolder(id: string, context: InstallContext): Listing | undefined {
  const installed = installedAgents(context.directory, context.inspect);
  const current = installed.find((one) => one.id === id);
  const home = join(context.directory, id);
  if (current?.location === home || !exists(home)) return current;
  const other = installed.find((one) => one.location === home);
  throw new UserError(
    other
      ? `${home} holds another agent, ${other.id}: rename that folder, then install again`
      : `${home} is in the way and is no agent: move it away, then install again`,
  );
}
