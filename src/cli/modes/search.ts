import { UserError } from "../../errors.ts";
import { readRegistry } from "../../store/registry.ts";
import { searchRegistry } from "../../store/registry_search.ts";
import type { Context } from "../context.ts";
import { table } from "../table.ts";
import { withSignals } from "../signals.ts";

/** `-agents-search [words]` (SPEC section 8): what the registry offers. */
export function searchMode(context: Context, words: readonly string[]): Promise<number> {
  const { settings, env, output, log } = context;
  const registry = settings["agents-registry"];
  if (registry === undefined) throw noRegistry();
  return withSignals(["SIGINT", "SIGTERM", "SIGHUP"], async (signal) => {
    const { agents, faults } = await readRegistry(registry, env, { signal });
    faults.forEach((fault) => log.warn(`registry: ${fault}`));
    const found = await searchRegistry(agents, words);
    const rows = found.map(({ id, version, description }) => [id, version || "-", description]);
    output.result(
      {
        agents: found.map(({ id, version, description, author, homepage }) => ({
          ...{ id, version, description, author, homepage },
        })),
      },
      rows.length > 0
        ? table([["ID", "VERSION", "DESCRIPTION"], ...rows])
        : "Nothing in the registry fits.",
    );
    return 0;
  });
}

/** Says that there is no registry and how to set one. */
export function noRegistry(): UserError {
  return new UserError(
    "no registry is configured: set agents-registry in chat-app.ini to the URL or path of an index",
  );
}
