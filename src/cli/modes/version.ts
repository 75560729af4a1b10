import { versionLine } from "../../version.ts";
import type { Context } from "../context.ts";

/** `-version` together with other flags; alone, main.ts answers it before anything is loaded. */
export function versionMode({ output, main, version }: Context): Promise<number> {
  output.result({ version, deno: Deno.version.deno }, versionLine(main, version));
  return Promise.resolve(0);
}
