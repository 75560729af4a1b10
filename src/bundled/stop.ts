import { UserError } from "../errors.ts";
import { askMpv } from "./mpv.ts";
import { hasProcess } from "./process_stat.ts";
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
const LOOK_EVERY = 10;

/**
 * Ends a player: mpv is asked over its socket, others get SIGINT, SIGTERM and SIGKILL, the whole
 * process group each time, since a player may be a script around one. Takes the folder of session
 * files and the session; removes its file. Throws a UserError where the player outlives all that.
 */
export async function stopPlayer(folder: string, session: Session): Promise<void> {
  // A stopped process hears nothing.
  if (isStopped(session)) signalPlayer(session, "SIGCONT");
  let gone = session.ipc !== "" && await askMpv(session.ipc, ["quit"]) !== undefined &&
    await hasGone(session, QUIT_TIME);
  for (const [signal, patience] of LADDER) {
    gone ||= !signalPlayer(session, signal) || await hasGone(session, patience);
  }
  if (!gone) throw new UserError(`cannot stop ${session.player} (process ${session.pid})`);
  removeSession(folder, session);
}

/** Whether the player's process is stopped by a signal. */
export function isStopped(session: Session): boolean {
  return /[Tt]/.test(stateOf(session) ?? "");
}

/**
 * Signals a player's process group; gives false, and signals nothing, where the session's own
 * process has gone. Throws a UserError where this user may not.
 */
export function signalPlayer(session: Session, signal: Deno.Signal): boolean {
  if (!isAlive(session)) return false;
  try {
    Deno.kill(-session.pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw new UserError(`cannot signal ${session.player}: ${(error as Error).message}`);
  }
}

async function hasGone(session: Session, patience: number): Promise<boolean> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    if (!hasProcess(session.pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  return !isAlive(session);
}
