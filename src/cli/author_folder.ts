import { expandPath } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { type Inspected, inspectFolder } from "../store/inspect.ts";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import type { Context } from "./context.ts";

/**
 * The folder an author works on. Takes its path as typed and the context; gives its real path and
 * what discovery thinks of it. Throws a UserError when there is no working agent in it; signatures
 * are not asked for, as they come last.
 */
export function authorFolder(
  text: string,
  { env, self }: Context,
): Inspected & { readonly folder: string } {
  const folder = realFolder(expandPath(text, env));
  return {
    folder,
    ...inspectFolder(folder, `Cannot use ${cleanLine(text)}`, { self, path: env("PATH") }),
  };
}

/** The real path of a folder; throws a UserError when there is none. */
export function realFolder(path: string): string {
  try {
    const real = Deno.realPathSync(path);
    if (Deno.statSync(real).isDirectory) return real;
  } catch {
    throw new UserError(`there is no folder ${shown(path)}: check the path`);
  }
  throw new UserError(`${shown(path)} is not a folder: name the one that holds agent.json`);
}
