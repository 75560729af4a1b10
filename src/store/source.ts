import { resolve } from "@std/path";
import { AGENT_ID } from "../agents/manifest.ts";
import { type Env, expandPath } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import { type Address, parseAddress, refuseInsecure } from "./url.ts";

/** Where an agent is installed from (SPEC section 8, `-agents-install SOURCE`). */
export type Source =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "zip"; readonly path: string }
  | ({ readonly kind: "url" } & Address)
  | { readonly kind: "id"; readonly id: string };

/** What a source depends on besides its text. */
export interface SourceContext {
  readonly env: Env;
  /** Absolute path that relative ones start from. */
  readonly cwd: string;
  /** Whether `agents-registry` is set. */
  readonly registryConfigured: boolean;
}

/** What starts like a URL; the schemes without slashes are those people do type. */
const URL_LIKE = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:https?|file|ftp|data|git|ssh):)/i;

/**
 * Decides what the user means by a source. Takes the word as typed; gives a folder or a zip that
 * exist, as absolute paths, a URL that may be downloaded, or an id for the registry.
 *
 * What has a `/` or `~` in it or ends in `.zip` is a path, any other word an id. Throws a UserError
 * for everything else, with the way to say what was probably meant.
 */
export function classifySource(text: string, context: SourceContext): Source {
  if (URL_LIKE.test(text)) return urlSource(text);
  if (/[/~\0]|\.zip$/i.test(text) || text === "." || text === "..") {
    return pathSource(text, context);
  }
  return idSource(text, context);
}

function urlSource(text: string): Source {
  const address = parseAddress(text);
  refuseInsecure(address.url, address.pin);
  return { kind: "url", ...address };
}

function pathSource(text: string, { env, cwd }: SourceContext): Source {
  if (text.includes("\0")) throw new UserError("A path cannot hold a NUL character");
  const path = /^~(?:\/|$)/.test(text) ? expandPath(text, env) : resolve(cwd, text);
  const info = lookAt(path);
  if (info === undefined) throw new UserError(`There is no ${cleanLine(path)}: check the path`);
  if (info.isDirectory) return { kind: "folder", path };
  if (info.isFile) return { kind: "zip", path };
  throw new UserError(`Cannot install ${cleanLine(path)}: it is neither a folder nor a zip file`);
}

function idSource(text: string, { cwd, registryConfigured }: SourceContext): Source {
  const isId = AGENT_ID.test(text);
  if (isId && registryConfigured) return { kind: "id", id: text };
  if (text !== "" && lookAt(resolve(cwd, text)) !== undefined) {
    throw new UserError(
      `${shown(text)} is taken for a registry id: for the one here write ./${cleanLine(text)}`,
    );
  }
  if (isId) {
    throw new UserError(
      `${shown(text)} looks like a registry id, and no registry is configured: ` +
        "set agents-registry in chat-app.ini, or give a folder, a .zip or an https:// URL",
    );
  }
  throw new UserError(
    `${shown(text)} is no source of an agent: give a folder (./NAME), a .zip, an https:// URL or ` +
      "a registry id",
  );
}

/** What is at the path, links followed; undefined where there is nothing. */
function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return;
    throw new UserError(`Cannot read ${cleanLine(path)}: ${(error as Error).message}`);
  }
}
