import { runBundled } from "../../bundled/run.ts";
import type { Context } from "../context.ts";

/** `-agent ID`: the program of a bundled agent, as its manifest starts it (SPEC section 6). */
export function agentMode(context: Context, [id]: readonly string[]): Promise<number> {
  const { env, output } = context;
  return runBundled(id!, { env, stdin: Deno.stdin.readable, write: (line) => output.line(line) });
}
