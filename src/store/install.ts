import { basename, dirname, join } from "@std/path";
import type { Listing } from "../agents/discovery.ts";
import { UserError } from "../errors.ts";
import { failure } from "./failure.ts";
import { findCurrent, inspectFolder, type InspectOptions } from "./inspect.ts";
import { cleanLeftovers } from "./leftovers.ts";
import { withStoreLock } from "./lock.ts";
import { isNewer } from "./semver.ts";
import type { Staged } from "./stage.ts";
import { createStaging, discard } from "./staging.ts";
import { putInPlace } from "./swap.ts";
import { syncTree } from "./sync.ts";
import type { Trust } from "./trust.ts";

/** What an install needs besides its source. */
export interface InstallContext {
  /** The user's agents directory; it is made when there is none. */
  readonly directory: string;
  /** What is being installed, for sentences: the source as typed. */
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
 * Takes the step that brings the agent into a given folder (stage.ts) and the context. Throws a
 * UserError that says what is wrong with the agent or in its way, or the signal's reason.
 */
export async function installAgent(
  stage: (folder: string) => Promise<Staged>,
  context: InstallContext,
): Promise<Installed> {
  const { directory, signal } = context;
  const doing = `Cannot install ${context.label}`;
  try {
    return await withStoreLock(directory, async () => {
      cleanLeftovers(directory);
      const staging = createStaging(directory);
      try {
        const staged = await stage(join(staging, "new"));
        const agent = inspectFolder(staged.folder, doing, context.inspect).listing;
        keepPromises(agent, staged, context);
        const current = findCurrent(directory, agent.id, doing, context.inspect);
        if (current && isWithinAlready(current, staged, directory)) {
          return installed(agent, nameAfterId(current, directory));
        }
        if (staged.isUpdate) refuseOlder(agent, current);
        await syncTree(staged.folder);
        signal?.throwIfAborted();
        const location = putInPlace(directory, agent.id, staged.folder, current?.location);
        return installed(agent, location, current);
      } finally {
        // In one step, as an unpacking that was cancelled may still be at its last file.
        discard(directory, staging);
      }
    }, context);
  } catch (error) {
    throw failure(doing, error);
  }
}

function installed(agent: Listing, location: string, current?: Listing): Installed {
  const { id, version, state } = agent;
  return { id, version, location, replaced: current?.version, disabled: state === "disabled" };
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

/** An index may say more than its archive holds, and another install may have been faster. */
function refuseOlder({ id, version }: Listing, current: Listing | undefined): void {
  if (!current || isNewer(version, current.version)) return;
  throw new UserError(
    `Cannot update ${id}: its archive holds ${version}, not newer than ${current.version}`,
  );
}

/**
 * Whether the source is the very folder that holds the agent now: written where it is installed, as
 * authors do. It then stays, with all that a copy would leave out, such as `.git`.
 */
function isWithinAlready({ location }: Listing, { source }: Staged, directory: string): boolean {
  return source !== undefined && join(directory, basename(source)) === location &&
    Deno.realPathSync(dirname(source)) === Deno.realPathSync(directory);
}

/** Gives a folder of the agents directory the name of its agent; findCurrent saw that it is free. */
function nameAfterId({ id, location }: Listing, directory: string): string {
  const home = join(directory, id);
  if (location !== home) Deno.renameSync(location, home);
  return home;
}
