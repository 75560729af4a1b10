import { settledWithin } from "./pump.ts";

/** How long an agent that has answered may take to exit by itself, in milliseconds (SPEC section 4). */
const GRACE_MS = 2000;

/** How long the end of a killed process is waited for; one that hangs in the kernel may never end. */
const DEATH_MS = 1000;

/** Those that were started and have not ended. */
const running = new Set<Child>();

/** One started process with its group. */
export interface Child {
  /** Kills the whole group at once, unless the process has ended: its id may be another's by then. */
  kill(): void;
  /** Gives it 2 s to exit by itself, then kills the group. Call once, when it has answered. */
  release(): void;
  /** Resolves when the process has ended and its pipes are closed, or could not be killed. */
  readonly settled: Promise<void>;
}

/**
 * Keeps account of a started process. Takes the process and what closes its pipes, called once it
 * has ended.
 */
export function keepChild(process: Deno.ChildProcess, close: () => void): Child {
  let ended = false;
  const status = process.status.then(() => {
    ended = true;
  }, () => {
    ended = true;
  });
  const released = Promise.withResolvers<void>();
  let killed = false;
  const kill = () => {
    killed = true;
    released.resolve();
    if (ended) return;
    try {
      Deno.kill(-process.pid, "SIGKILL");
    } catch {
      // It has ended a moment ago, or changed to a user we may not signal.
    }
  };
  const settle = async () => {
    await released.promise;
    if (!killed && !await settledWithin(status, GRACE_MS)) kill();
    if (killed) await settledWithin(status, DEATH_MS);
    close();
    running.delete(child);
  };
  const child: Child = { kill, release: released.resolve, settled: settle() };
  running.add(child);
  return child;
}

/**
 * Waits until no started agent is left: those that have answered exit or are killed when their 2 s
 * of grace are over. For the end of the program; costs nothing when all have exited.
 */
export async function settleAgents(): Promise<void> {
  while (running.size > 0) await Promise.all([...running].map((child) => child.settled));
}

/** Kills the process groups of all agents at once: for a program that is told to end. */
export function killAgents(): void {
  for (const child of running) child.kill();
}
