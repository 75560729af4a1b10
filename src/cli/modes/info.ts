import { join } from "@std/path";
import type { Agent, Parameter } from "../../agents/agent.ts";
import { previousVersion } from "../../agents/layout.ts";
import { parseManifest } from "../../agents/manifest.ts";
import { userAgents } from "../../agents/places.ts";
import type { Listing } from "../../agents/discovery.ts";
import { abbreviateHome } from "../../config/paths.ts";
import { UserError } from "../../errors.ts";
import { SIGNATURE_FILE } from "../../store/signature.ts";
import { exists } from "../../store/staging.ts";
import { nearest } from "../../text/nearest.ts";
import { shown } from "../../text/shown.ts";
import type { Context } from "../context.ts";

/** `-agents-info ID` (SPEC section 8): everything there is to know of an agent. */
export function infoMode(context: Context, operands: readonly string[]): Promise<number> {
  const id = operands[0]!;
  const { output, env, settings } = context;
  const { listings } = context.discover();
  const found = listings.filter((listing) => listing.id === id);
  if (found.length === 0) {
    const meant = nearest(id, listings.map((listing) => listing.id));
    throw new UserError(
      `no agent called ${shown(id)}: ` +
        (meant ? `did you mean ${meant}?` : "onidia-chat -agents-list shows what there is"),
    );
  }
  const directory = userAgents(env, { agentsDir: settings["agents-dir"] });
  const hasPrevious = exists(previousVersion(directory, id));
  const infos = found.map((listing) => describe(listing, context));
  if (output.json) {
    output.line(JSON.stringify({ agents: infos.map((info) => info.object), hasPrevious }));
  } else {
    const kept = hasPrevious ? [`previous     kept: -agents-rollback ${id} brings it back`] : [];
    output.line([infos.map((info) => info.text).join("\n\n"), ...kept].join("\n"));
  }
  return Promise.resolve(0);
}

function describe(listing: Listing, { env }: Context) {
  const { id, version, state, location, reason, description, origin } = listing;
  const manifest = readManifest(location);
  const signed = exists(join(location, SIGNATURE_FILE));
  const rows: (readonly [string, string])[] = [
    ["id", id],
    ["version", version || "-"],
    ["state", reason ? `${state} (${reason})` : state],
    ["from", origin],
    ["location", abbreviateHome(location, env)],
    ["description", description],
    ...(manifest ? manifestRows(manifest) : []),
    ["signed", signed ? `yes, ${SIGNATURE_FILE}` : "no"],
  ];
  return {
    text: rows.map(([name, value]) => name.padEnd(13) + value).join("\n"),
    object: {
      ...{ id, version, state, location, reason: reason ?? null, description, origin, signed },
      ...(manifest && {
        exec: manifest.exec,
        timeoutMs: manifest.timeoutMs,
        params: manifest.params,
        examples: manifest.examples,
      }),
    },
  };
}

function manifestRows(manifest: Agent["manifest"]): readonly (readonly [string, string])[] {
  const { exec, timeoutMs, params, examples } = manifest;
  return [
    ["exec", exec.map(shown).join(" ")],
    ["timeout", `${timeoutMs} ms`],
    ...params.map((param) => ["parameter", parameterText(param)] as const),
    ...examples.map((example) => ["example", example] as const),
  ];
}

function parameterText(
  { name, type, required, enum: words, default: fallback, description }: Parameter,
) {
  const kind = words ? words.join("|") : type;
  const need = required ? ", required" : fallback === undefined ? "" : `, default ${fallback}`;
  return `${name} (${kind}${need})${description ? `: ${description}` : ""}`;
}

/** The manifest as it is on disk, where it can be read. */
function readManifest(location: string): Agent["manifest"] | undefined {
  try {
    const read = parseManifest(Deno.readFileSync(join(location, "agent.json")));
    return "manifest" in read ? read.manifest : undefined;
  } catch {
    return undefined;
  }
}
