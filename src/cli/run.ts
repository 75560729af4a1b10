import { killAgents, settleAgents } from "../agents/host.ts";
import { type Log, SILENT_LOG } from "../config/log.ts";
import type { Env } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { createContext } from "./context.ts";
import { processEnvironment } from "./environment.ts";
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
  world: World = standardWorld(),
): Promise<number> {
  const { env, streams } = world;
  const mayColour = !env("NO_COLOR") && env("TERM") !== "dumb";
  let output = createOutput(streams, asksForJson(argv), mayColour);
  let log = SILENT_LOG;
  try {
    const commandLine = parseCommandLine(argv);
    const { mode, words } = commandLine;
    const context = await createContext(commandLine, startup, env, (json) => {
      output = createOutput(streams, json, mayColour);
      return output;
    });
    log = context.log;
    const program = mode ? await mode.load() : (await import("./modes/chat.ts")).chatMode;
    const code = await program(context, words);
    await settleAgents();
    return code;
  } catch (error) {
    killAgents();
    return exitCode(error, output, log);
  }
}

function standardWorld(): World {
  const streams = standardStreams();
  const { note } = createOutput(streams, false, false);
  return { env: processEnvironment((sentence) => note(`onidia-chat: ${sentence}`)), streams };
}

/**
 * Ends the program when an error escapes from where nobody waits for it, such as a timer: with the
 * same sentences and exit codes as `run`. Takes the command line, and what exits.
 */
export function watchUncaught(argv: readonly string[], exit: (code: number) => never): void {
  const end = (error: unknown) => {
    killAgents();
    exit(exitCode(error, createOutput(standardStreams(), asksForJson(argv), false), SILENT_LOG));
  };
  addEventListener("unhandledrejection", (event) => end(event.reason));
  addEventListener("error", (event) => end(event.error));
}

/** A bare look at the command line, for as long as its flags are not read. */
function asksForJson(argv: readonly string[]): boolean {
  return argv.some((word) => /^--?json$/.test(word));
}

/** The one table from error to exit code; says what there is to say. */
function exitCode(error: unknown, output: Output, log: Log): number {
  // Whoever read the output has had enough, as `head` has.
  if (error instanceof OutputClosed) return 0;
  const sentence = error instanceof UserError
    ? error.message
    : `internal error: ${error instanceof Error ? error.message : error}`;
  if (!(error instanceof UserError)) log.warn(error instanceof Error ? `${error.stack}` : sentence);
  try {
    output.failure(sentence, error instanceof UserError ? error.remedy : undefined);
  } catch {
    // With -json it goes to standard output, which may be the very thing that failed.
    output.note(`onidia-chat: ${sentence}`);
  }
  return 2;
}
