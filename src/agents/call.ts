import type { Agent, CallAgent } from "./agent.ts";
import type { RunContext } from "./host.ts";

/** Gives the function through which everybody calls agents: looked up, checked, run. */
export function createCaller(
  _agents: readonly Agent[],
  _context: Omit<RunContext, "signal">,
): CallAgent {
  throw new Error("not written yet");
}
