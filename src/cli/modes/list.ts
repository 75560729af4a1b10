import { packagedAgents, userAgents } from "../../agents/places.ts";
import type { Listing } from "../../agents/discovery.ts";
import { abbreviateHome, type Env } from "../../config/paths.ts";
import { cleanLine } from "../../text/clean.ts";
import type { Context } from "../context.ts";
import { table } from "../table.ts";

/** The longest id or version that is shown whole, in characters: as long as an id may be. */
const WIDEST = 32;

const HEADER = ["ID", "VERSION", "STATE", "LOCATION"];

/** `-agents-list` (SPEC section 8): every agent there is, disabled and broken ones on purpose. */
export function listMode(context: Context): Promise<number> {
  const { output, settings } = context;
  const { listings, problems } = context.discover();
  for (const problem of problems) output.note(`onidia-chat: ${problem}`);
  if (output.json) {
    output.line(JSON.stringify({ agents: listings.map(listingObject) }));
  } else {
    output.line(
      listings.length > 0
        ? table([HEADER, ...rowsOf(listings, context)])
        : nothingInstalled(context),
    );
  }
  if (settings["agents-off"]) output.note("agents-off is set: none of them is offered");
  return Promise.resolve(0);
}

function listingObject({ id, version, state, location, reason, description }: Listing) {
  return { id, version, state, location, reason: reason ?? null, description };
}

function rowsOf(listings: readonly Listing[], { env }: Context): string[][] {
  return listings.map(({ id, version, state, location, reason }) => {
    const place = shownPath(location, env);
    return [cut(id), cut(version) || "-", state, reason ? `${place} (${reason})` : place];
  });
}

/** One agent with a version of a page must not spoil the columns of all others. */
function cut(text: string): string {
  const characters = [...text];
  return characters.length > WIDEST ? characters.slice(0, WIDEST - 1).join("") + "…" : text;
}

/** A folder's name may hold anything but a slash. */
function shownPath(path: string, env: Env): string {
  return cleanLine(abbreviateHome(path, env));
}

function nothingInstalled({ env, settings }: Context): string {
  const agentsDir = settings["agents-dir"];
  const places = [userAgents(env, { agentsDir }), ...(agentsDir ? [] : [packagedAgents(env)])];
  const looked = places.map((place) => shownPath(place, env)).join(" and ");
  return `No agents installed.\nLooked in ${looked}.\n` +
    "Install one with: onidia-chat -agents-install FOLDER, ZIP or https://... address";
}
