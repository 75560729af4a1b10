import { dirname } from "@std/path";
import { UserError } from "../../errors.ts";
import type { Listing } from "../../agents/discovery.ts";
import { removeAgent } from "../../store/remove.ts";
import { cleanLine } from "../../text/clean.ts";
import { nearest } from "../../text/nearest.ts";
import { shown } from "../../text/shown.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";
import { storeParts } from "../store_parts.ts";

/** `-agents-remove ID` (SPEC section 8): by id, whatever the folder is called. */
export function removeMode(context: Context, operands: readonly string[]): Promise<number> {
  const id = operands[0]!;
  const { output } = context;
  const { directory, inspect, installed } = storeParts(context);
  // Before anything is touched, the lock included.
  if (!installed().some((one) => one.id === id)) throw notTheUsers(id, directory, context);
  return withSignals(["SIGINT", "SIGTERM", "SIGHUP"], async (ended) => {
    const twin = await removeAgent(directory, id, inspect, ended);
    const notes = notesOn(id, twin, context);
    output.result(
      { removed: { id, directory, notes } },
      `removed ${id} from ${directory}\nrestart onidia-chat to drop it from the catalog`,
    );
    if (!output.json) notes.forEach((note) => output.note(`note: ${note}`));
    return 0;
  });
}

/** What holds the id from now on. */
function notesOn(id: string, twin: Listing | undefined, { discover }: Context): string[] {
  if (twin) return [`another copy of ${id} is in ${cleanLine(twin.location)}`];
  const bundled = discover().listings.find((one) => one.id === id && one.origin !== "user");
  return bundled ? [`the bundled ${id} is back (${cleanLine(bundled.location)})`] : [];
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
