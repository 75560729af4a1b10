import type { Agent } from "../agents/agent.ts";
import { checkArguments } from "../agents/params.ts";

/**
 * The form in which two calls are compared (SPEC section 5: the same agent with the same arguments
 * never twice in one reply). Takes the catalog, the id and unchecked arguments; gives a text that
 * is equal for calls that would send the same line to the same agent. Calls that will be refused
 * are compared as they were asked.
 */
export function canonicalCall(
  catalog: readonly Pick<Agent, "manifest">[],
  id: string,
  args: Readonly<Record<string, unknown>>,
): string {
  const agent = catalog.find((agent) => agent.manifest.id === id);
  const checked = agent && checkArguments(agent.manifest, args);
  const sent = checked && "args" in checked ? checked.args : args;
  return JSON.stringify([id, Object.entries(sent).sort(([a], [b]) => a < b ? -1 : 1)]);
}
