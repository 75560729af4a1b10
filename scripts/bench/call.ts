import { join } from "@std/path";
import type { Agent } from "../../src/agents/agent.ts";
import { runAgent, settleAgents } from "../../src/agents/host.ts";
import { SILENT_LOG } from "../../src/config/log.ts";
import { inTurn, timed } from "./measure.ts";
import type { Row } from "./row.ts";

/** Calls a call: each is short, and the machine is not. */
const CALLS = 10;

/** What the host adds to starting a program and reading its line, inside a running chat. */
export const call: Row = {
  name: "host overhead of a call in a running chat",
  goal: 3,
  unit: "ms",
  async measure({ folder, env, pairs }) {
    const program = join(folder, "run.sh");
    Deno.writeTextFileSync(program, "#!/bin/sh\nread -r line\necho OK done\n", { mode: 0o755 });
    const agent: Agent = {
      manifest: {
        id: "bench",
        description: "Nothing.",
        exec: ["./run.sh"],
        version: "",
        timeoutMs: 15_000,
        disabled: false,
        params: [],
        examples: [],
      },
      directory: folder,
      origin: "user",
      argv: [program],
    };
    const environment = { ...Deno.env.toObject(), ...env };
    const hosted = async () => {
      const result = await runAgent(agent, {}, { environment, log: SILENT_LOG });
      if (result.message !== "done") throw new Error(`The agent answered ${result.message}`);
    };
    const [ours, theirs] = await inTurn(pairs, [
      () => timed(() => times(CALLS, hosted)),
      () => timed(() => times(CALLS, () => plain(program, folder, environment))),
    ]);
    await settleAgents();
    return {
      figure: (ours! - theirs!) / CALLS,
      note: `${(ours! / CALLS).toFixed(2)} ms, plainly ${(theirs! / CALLS).toFixed(2)} ms`,
    };
  },
};

async function times(count: number, body: () => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i++) await body();
}

/** Starts the program, writes its line and reads its answer, as simply as can be. */
async function plain(program: string, cwd: string, env: Record<string, string>): Promise<void> {
  const child = new Deno.Command(program, {
    cwd,
    env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("RUN {}\n"));
  await writer.close();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  if (new TextDecoder().decode(value) !== "OK done\n") throw new Error("No line came.");
  await reader.cancel();
  await child.status;
}
