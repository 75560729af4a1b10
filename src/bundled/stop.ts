import { UserError } from "../errors.ts";
import { askMpv } from "./mpv.ts";
import { isGroupAlive } from "./process_stat.ts";
import { isAlive, removeSession, type Session, stateOf } from "./sessions.ts";

/** What is tried in turn, and how long each may take to work, in milliseconds (SPEC section 6). */
const LADDER: readonly (readonly [Deno.Signal, number])[] = [
  ["SIGINT", 1500],
  ["SIGTERM", 500],
  ["SIGKILL", 1000],
];

/** How long mpv may take to obey `quit`. */
const QUIT_TIME = 1500;

/** Milliseconds between two looks at whether a player has gone. */
const LOOK_EVERY = 15;

/** How long a process may take to heed SIGSTOP or SIGCONT, in milliseconds. */
const FREEZE_TIME = 1000;

/**
 * Ends a player: mpv is asked over its socket, others get SIGINT, SIGTERM and SIGKILL, the whole
 * process group each time, since a player may be a script around one. Takes the folder of session
 * files and the session; removes its file. Throws a UserError where the player outlives all that.
 */
export async function stopPlayer(folder: string, session: Session): Promise<void> {
  const state = stateOf(session);
  let gone = state === undefined;
  // A stopped process hears nothing.
  if (isStoppedState(state)) signalGroup(session, "SIGCONT");
  if (!gone && session.ipc !== "" && await askMpv(session.ipc, ["quit"])) {
    gone = await hasGone(session, QUIT_TIME);
  }
  for (const [signal, patience] of LADDER) {
    if (gone) break;
    signalGroup(session, signal);
    gone = await hasGone(session, patience);
  }
  if (!gone) throw new UserError(`cannot stop ${session.player} (process ${session.pid})`);
  removeSession(folder, session);
}

/** Whether the player's process is stopped by a signal. */
export function isStopped(session: Session): boolean {
  return isStoppedState(stateOf(session));
}

function isStoppedState(state: string | undefined): boolean {
  return state === "T" || state === "t";
}

/**
 * Stops the player's process group where it is, or lets it go on. Nothing happens where the
 * session's own process has gone. Throws a UserError where it does not work.
 */
export async function freezePlayer(session: Session, frozen: boolean): Promise<void> {
  if (!isAlive(session)) return;
  signalGroup(session, frozen ? "SIGSTOP" : "SIGCONT");
  const end = performance.now() + FREEZE_TIME;
  while (isStopped(session) !== frozen && isAlive(session)) {
    if (performance.now() > end) {
      const what = frozen ? "pause" : "resume";
      throw new UserError(`cannot ${what} ${session.player} (process ${session.pid})`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/** The group keeps its number from others as long as one of its processes is there. */
function signalGroup({ pid, player }: Session, signal: Deno.Signal): void {
  try {
    Deno.kill(-pid, signal);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw new UserError(`cannot signal ${player}: ${(error as Error).message}`);
  }
}

async function hasGone(session: Session, patience: number): Promise<boolean> {
  const end = performance.now() + patience;
  do {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    // The whole group: a script's background jobs do not hear SIGINT and may outlive it.
    if (!isAlive(session) && !isGroupAlive(session.pid)) return true;
  } while (performance.now() < end);
  return false;
}
