import type { Log } from "../config/log.ts";
import type { Agent, CallResult } from "./agent.ts";

/** What a run needs besides the agent and its arguments. */
export interface RunContext {
  /** The whole environment of the agent (environment.ts makes it). */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Ends the run: the process group is killed. */
  readonly signal?: AbortSignal;
}

/** Runs an agent once with checked arguments (SPEC section 4). Never throws for what it does. */
export function runAgent(
  _agent: Agent,
  _args: Readonly<Record<string, string>>,
  _context: RunContext,
): Promise<CallResult> {
  throw new Error("not written yet");
}

/** Waits until no agent that has answered is still within its 2 s of grace. */
export function settleAgents(): Promise<void> {
  throw new Error("not written yet");
}
