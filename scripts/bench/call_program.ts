/**
 * Compiled and run by call.ts: calls an agent through the host and plainly, in turn. Takes the
 * agent's program and the number of rounds; prints medians in milliseconds as JSON.
 */
import { dirname } from "@std/path";
import type { Agent } from "../../src/agents/agent.ts";
import { runAgent, settleAgents } from "../../src/agents/host.ts";
import { SILENT_LOG } from "../../src/config/log.ts";
import { inTurn, timed } from "./measure.ts";

/** Calls a figure: each is short, and other work on the machine is not. */
const CALLS = 10;

const [program, rounds] = Deno.args as [string, string];
const environment = Deno.env.toObject();
const agent: Agent = {
  manifest: {
    id: "bench",
    description: "Nothing.",
    exec: [program],
    version: "",
    timeoutMs: 15_000,
    disabled: false,
    params: [],
    examples: [],
  },
  directory: dirname(program),
  origin: "user",
  argv: [program],
};

const [hosted, plain, detached] = await inTurn(Number(rounds), [
  () => mean(callHosted),
  () => mean(() => callPlainly(false)),
  () => mean(() => callPlainly(true)),
]);
console.log(JSON.stringify({ hosted, plain, detached }));

async function mean(call: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let i = 0; i < CALLS; i++) sum += await call();
  return sum / CALLS;
}

/** Gives the time until the answer is there, in milliseconds; what comes after is waited for. */
async function callHosted(): Promise<number> {
  const ms = await timed(async () => {
    const { message } = await runAgent(agent, {}, { environment, log: SILENT_LOG });
    if (message !== "done") throw new Error(`The agent answered ${message}`);
  });
  await settleAgents();
  return ms;
}

/** The same by starting the program, writing its line and reading its answer, as simply as can be. */
async function callPlainly(detached: boolean): Promise<number> {
  const start = performance.now();
  const child = new Deno.Command(program, {
    cwd: agent.directory,
    env: environment,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
    detached,
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("RUN {}\n"));
  await writer.close();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const ms = performance.now() - start;
  if (new TextDecoder().decode(value) !== "OK done\n") throw new Error("No line came.");
  await reader.cancel();
  await child.status;
  return ms;
}
