import { join } from "@std/path";
import type { Agent } from "../../agents/agent.ts";
import { agentEnvironment, agentSettings } from "../../agents/environment.ts";
import { runAgent } from "../../agents/host.ts";
import { differences, parseRecorded } from "../../authors/recorded.ts";
import { stateDirectory } from "../../config/paths.ts";
import { UserError } from "../../errors.ts";
import { authorFolder } from "../author_folder.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";

/** One exchange and what came of it. */
interface Outcome {
  /** File and line. */
  readonly name: string;
  /** None when it passed. */
  readonly differences: readonly string[];
}

/** `-agents-test DIR` (SPEC section 8): runs the recorded exchanges of the folder's tests. */
export function testMode(context: Context, operands: readonly string[]): Promise<number> {
  const { output } = context;
  const { agent, folder, listing } = authorFolder(operands[0]!, context);
  if (!agent) throw new UserError(`${listing.id} is switched off by "disabled" in its agent.json`);
  const files = testFiles(folder);
  if (files.length === 0) {
    throw new UserError(
      `there are no tests in ${join(folder, "tests")}: write a .txt file with a RUN line ` +
        "and the lines expected back",
    );
  }
  return withSignals(["SIGINT", "SIGTERM", "SIGHUP"], async (signal) => {
    const outcomes: Outcome[] = [];
    for (const file of files) outcomes.push(...await runFile(file, folder, agent, context, signal));
    const failed = outcomes.filter((outcome) => outcome.differences.length > 0);
    if (output.json) output.line(JSON.stringify({ tests: outcomes, failed: failed.length }));
    else show(outcomes, failed.length, context);
    return failed.length === 0 ? 0 : 2;
  });
}

async function runFile(
  file: string,
  folder: string,
  agent: Agent,
  { env, log, settings }: Context,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const recorded = parseRecorded(Deno.readTextFileSync(join(folder, "tests", file)));
  if ("faults" in recorded) return [{ name: `tests/${file}`, differences: recorded.faults }];
  const environment = agentEnvironment(
    Deno.env.toObject(),
    agentSettings(settings, stateDirectory(env)),
  );
  const outcomes: Outcome[] = [];
  for (const { line, args, expected } of recorded.exchanges) {
    const answer = await runAgent(agent, args, { environment, log, signal });
    outcomes.push({ name: `tests/${file}:${line}`, differences: differences(expected, answer) });
  }
  return outcomes;
}

function show(outcomes: readonly Outcome[], failed: number, { output }: Context): void {
  for (const { name, differences } of outcomes) {
    output.line(`${differences.length === 0 ? "ok    " : "FAILED"} ${name}`);
    for (const difference of differences) output.line(`         ${difference}`);
  }
  output.line(`${outcomes.length - failed} passed, ${failed} failed`);
}

function testFiles(folder: string): string[] {
  try {
    return [...Deno.readDirSync(join(folder, "tests"))]
      .filter(({ name, isFile }) => isFile && name.endsWith(".txt"))
      .map(({ name }) => name).sort();
  } catch {
    return [];
  }
}
