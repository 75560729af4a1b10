import { dirname } from "@std/path";
import { UserError } from "../../errors.ts";
import { removeAgent } from "../../store/remove.ts";
import { nearest } from "../../text/nearest.ts";
import { shown } from "../../text/shown.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";
import { storeParts } from "../store_parts.ts";

/** `-agents-remove ID` (SPEC section 8): by id, whatever the folder is called. */
export function removeMode(context: Context, operands: readonly string[]): Promise<number> {
  const id = operands[0]!;
  const { output } = context;
  const { directory, installed } = storeParts(context);
  const agents = installed();
  const agent = agents.find((one) => one.id === id);
  if (!agent) throw notTheUsers(id, directory, context);
  return withSignals(["SIGINT", "SIGTERM", "SIGHUP"], async (ended) => {
    await removeAgent(directory, agent, agents, ended);
    output.result(
      { removed: { id, directory } },
      `removed ${id} from ${directory}\nrestart onidia-chat to drop it from the catalog`,
    );
    const other = agents.find((one) => one !== agent && one.id === id);
    if (other) output.note(`note: another copy of ${id} is in ${other.location}`);
    return 0;
  });
}

/** Says why there is nothing of the user's to remove. */
function notTheUsers(id: string, directory: string, { discover }: Context): UserError {
  const { listings } = discover();
  const packaged = listings.find((one) => one.id === id && one.origin !== "user");
  if (packaged) {
    return new UserError(
      `${id} belongs to the package (${dirname(packaged.location)}), not to you.`,
      `Switch it off instead - it keeps its files: onidia-chat -agents-disabled ${id}`,
    );
  }
  const meant = nearest(id, listings.map((one) => one.id));
  return new UserError(
    `no agent called ${shown(id)} in ${directory}: ` +
      (meant ? `did you mean ${meant}?` : "onidia-chat -agents-list shows what there is"),
  );
}
