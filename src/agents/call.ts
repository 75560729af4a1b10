import type { Agent, CallAgent, CallResult } from "./agent.ts";
import { runAgent, type RunContext } from "./host.ts";
import { checkArguments } from "./params.ts";
import { shown } from "../text/shown.ts";

/**
 * Gives the function through which everybody calls agents: looked up, checked, run. Takes the
 * agents that can be called. An unknown id and arguments that do not pass are failed results that
 * say so, and nothing is spawned.
 */
export function createCaller(
  agents: readonly Agent[],
  context: Omit<RunContext, "signal">,
): CallAgent {
  const byId = new Map(agents.map((agent) => [agent.manifest.id, agent]));
  return async (id, args, signal) => {
    const agent = byId.get(id);
    if (!agent) return refusal(id, `no agent called ${shown(id)}`);
    const checked = checkArguments(agent.manifest, args);
    if ("fault" in checked) return refusal(id, checked.fault);
    return await runAgent(agent, checked.args, { ...context, signal });
  };
}

function refusal(id: string, message: string): CallResult {
  return { id, args: {}, ok: false, message, info: [], ms: 0 };
}
