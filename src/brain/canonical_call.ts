import type { Agent } from "../agents/agent.ts";

/**
 * The form in which two calls are compared (SPEC section 5: the same agent with the same arguments
 * never twice in one reply). Takes the catalog, the id and unchecked arguments; gives a text that
 * is equal for calls that would send the same: order does not count, a null is absent, defaults
 * are filled in, and `2`, `2.0` and `" 2 "` are one.
 */
export function canonicalCall(
  catalog: readonly Pick<Agent, "manifest">[],
  id: string,
  args: Readonly<Record<string, unknown>>,
): string {
  const params = catalog.find((agent) => agent.manifest.id === id)?.manifest.params ?? [];
  const defaults = params.flatMap((it) => it.default === undefined ? [] : [[it.name, it.default]]);
  const given = Object.entries(args).filter(([, value]) => value !== null && value !== undefined);
  const merged = { ...Object.fromEntries(defaults), ...Object.fromEntries(given) };
  const sorted = Object.keys(merged).sort().map((name) => [name, canonicalValue(merged[name])]);
  return JSON.stringify([id, sorted]);
}

function canonicalValue(value: unknown): string {
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}
