import { packagedAgents, userAgents } from "../../agents/places.ts";
import type { Listing } from "../../agents/discovery.ts";
import { abbreviateHome } from "../../config/paths.ts";
import type { Context } from "../context.ts";

const HEADER = ["ID", "VERSION", "STATE", "LOCATION"];

/** `-agents-list` (SPEC section 8): every agent there is, disabled and broken ones on purpose. */
export function listMode(context: Context): Promise<number> {
  const { output, settings } = context;
  const { listings, problems } = context.discover();
  for (const problem of problems) output.note(`onidia-chat: ${problem}`);
  if (output.json) {
    output.line(JSON.stringify({ agents: listings.map(listingObject) }));
  } else {
    output.line(listings.length > 0 ? table(listings, context) : nothingInstalled(context));
  }
  if (settings["agents-off"]) output.note("agents-off is set: none of them is offered");
  return Promise.resolve(0);
}

function listingObject({ id, version, state, location, reason, description }: Listing) {
  return { id, version, state, location, reason: reason ?? null, description };
}

/** Columns two spaces apart; the last one, which holds paths and reasons, runs on. */
function table(listings: readonly Listing[], { env }: Context): string {
  const rows = listings.map(({ id, version, state, location, reason }) => {
    const place = abbreviateHome(location, env);
    return [id, version || "-", state, reason ? `${place} (${reason})` : place];
  });
  const widths = HEADER.map((title, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]!.length), title.length)
  );
  return [HEADER, ...rows].map((row) =>
    row.map((cell, column) => column < 3 ? cell.padEnd(widths[column]!) : cell).join("  ")
  ).join("\n");
}

function nothingInstalled({ env, settings }: Context): string {
  const agentsDir = settings["agents-dir"];
  const places = [userAgents(env, { agentsDir }), ...(agentsDir ? [] : [packagedAgents(env)])];
  const looked = places.map((place) => abbreviateHome(place, env)).join(" and ");
  return `No agents installed.\nLooked in ${looked}.\n` +
    "Install one with: onidia-chat -agents-install FOLDER, ZIP or https://... address";
}
