import { createCaller } from "../../agents/call.ts";
import type { CallResult } from "../../agents/agent.ts";
import { agentEnvironment, agentSettings } from "../../agents/environment.ts";
import type { Discovery } from "../../agents/discovery.ts";
import { findStateDirectory } from "../../config/paths.ts";
import { UserError } from "../../errors.ts";
import { petWords } from "../../pet/command.ts";
import { cleanLine } from "../../text/clean.ts";
import { nearest } from "../../text/nearest.ts";
import { shown } from "../../text/shown.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";

/**
 * `-agents-run ID name=value ...` (SPEC section 8): one call exactly as the chat makes it. INFO and
 * PET are shown on standard error, the answer on standard output.
 */
export function runMode(context: Context, operands: readonly string[]): Promise<number> {
  const { output, log, env, settings } = context;
  const [id, ...pairs] = operands as [string, ...string[]];
  const args = readPairs(pairs);
  if (settings["agents-off"]) {
    throw new UserError("agents-off is set, so no agent is called: add -agents-off=false");
  }
  const agents = callable(id, context.discover());
  const environment = agentEnvironment(
    Deno.env.toObject(),
    agentSettings(settings, findStateDirectory(env)),
  );
  return withSignals(["SIGINT", "SIGTERM", "SIGHUP"], async (ended) => {
    const result = await createCaller(agents, { environment, log })(id, args, ended);
    if (output.json) output.line(JSON.stringify(resultObject(result)));
    else show(result, context);
    return result.ok ? 0 : 2;
  });
}

function show({ info, pet, ok, message }: CallResult, { output }: Context): void {
  for (const text of info) output.note(`INFO ${text}`);
  if (pet) output.note(`PET ${petWords(pet)}`);
  if (ok) output.line(message);
  else output.failure(message);
}

function resultObject({ id, args, ok, message, pet, info, ms }: CallResult) {
  return { id, args, ok, message, pet: pet ? petWords(pet) : null, info, ms };
}

function readPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => {
    const equals = pair.indexOf("=");
    if (equals > 0) return [pair.slice(0, equals), pair.slice(equals + 1)];
    throw new UserError(`${shown(pair)}: expected NAME=VALUE, as in kind=tea`);
  }));
}

/** Says why an agent cannot be called, before the host says merely that there is none. */
function callable(id: string, { agents, listings }: Discovery): Discovery["agents"] {
  if (agents.some((agent) => agent.manifest.id === id)) return agents;
  const listed = listings.find((listing) => listing.id === id);
  if (listed?.state === "broken") {
    throw new UserError(`agent ${id} is broken: ${listed.reason} (${cleanLine(listed.location)})`);
  }
  if (listed) {
    throw new UserError(
      `agent ${id} is ${listed.state}: take it out of agents-disabled, or out of its agent.json`,
    );
  }
  const meant = nearest(id, agents.map((agent) => agent.manifest.id));
  throw new UserError(
    `no agent called ${shown(id)}: ${
      meant ? `did you mean ${meant}?` : "onidia-chat -agents-list shows what there is"
    }`,
  );
}
