import { rollbackAgent } from "../../store/rollback.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";
import { storeParts } from "../store_parts.ts";

/** `-agents-rollback ID` (SPEC section 8): the version before the last install. */
export function rollbackMode(context: Context, operands: readonly string[]): Promise<number> {
  const id = operands[0]!;
  const { output } = context;
  const { directory, inspect } = storeParts(context);
  return withSignals(["SIGINT", "SIGTERM", "SIGHUP"], async (ended) => {
    const { version, location, state, reason } = await rollbackAgent(
      directory,
      id,
      inspect,
      ended,
    );
    output.result(
      { rolledBack: { id, version, location } },
      `rolled back ${id} to ${version || "the previous version"} -> ${location}\n` +
        "restart onidia-chat to load it (a second rollback undoes this one)",
    );
    if (state === "broken") output.note(`note: this version is broken: ${reason}`);
    return 0;
  });
}
