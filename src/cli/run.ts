import { killAgents, settleAgents } from "../agents/host.ts";
import type { Env } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { createContext } from "./context.ts";
import { parseCommandLine } from "./flags.ts";
import {
  createOutput,
  type Output,
  OutputClosed,
  standardStreams,
  type Streams,
} from "./output.ts";

/** What the start of the program knows and nobody else does. */
export interface Startup {
  /** `import.meta.url` of main.ts, or of its bundle: beside it lie `agents/` and the workers. */
  readonly main: string;
  readonly version: string;
}

/** The world the program runs in; tests give another. */
export interface World {
  readonly env: Env;
  readonly streams: Streams;
}

/**
 * Runs the program: flags, then settings, then a mode or the chat. Takes the command line without
 * the program's name. Gives the exit code (SPEC section 1); never throws.
 */
export async function run(
  argv: readonly string[],
  startup: Startup,
  world: World = { env: (name) => Deno.env.get(name), streams: standardStreams() },
): Promise<number> {
  const { env, streams } = world;
  const mayColour = !env("NO_COLOR") && env("TERM") !== "dumb";
  // Until the flags are read, a bare look at them has to do.
  let output = createOutput(streams, argv.some((word) => /^--?json$/.test(word)), mayColour);
  try {
    const { mode, flags, words } = parseCommandLine(argv);
    const context = createContext(flags, startup, world, (json) => {
      output = createOutput(streams, json, mayColour);
      return output;
    });
    const program = mode ? await mode.load() : (await import("./modes/chat.ts")).chatMode;
    const code = await program(context, words);
    await settleAgents();
    return code;
  } catch (error) {
    killAgents();
    return exitCode(error, output);
  }
}

/** The one table from error to exit code; says what there is to say. */
function exitCode(error: unknown, output: Output): number {
  // Whoever read the output has had enough, as `head` has.
  if (error instanceof OutputClosed) return 0;
  try {
    if (error instanceof UserError) output.failure(error.message);
    else output.failure(`internal error: ${error instanceof Error ? error.message : error}`);
  } catch {
    // Standard output is gone, and with -json nothing else is left to say it on.
  }
  return 2;
}
