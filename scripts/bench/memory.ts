import { inTurn, output } from "./measure.ts";
import type { Row } from "./row.ts";

/** How long a program that has answered is given to come to rest, in milliseconds. */
const REST_MS = 300;

/** Memory of a chat that has answered once and waits for the next line. */
export const memory: Row = {
  name: "memory of an idle chat, local brain",
  goal: 1.6,
  unit: "×",
  async measure({ program, helloIdle, env, pairs }) {
    const [ours, theirs] = await inTurn(pairs, [
      () => idleMemory(program, env),
      () => idleMemory(helloIdle, env),
    ]);
    return {
      figure: ours! / theirs!,
      note: `${ours!.toFixed(0)} MB resident, hello-world ${theirs!.toFixed(0)} MB`,
    };
  },
};

/** Resident memory in MB of a program that was given one line, answered it and waits for more. */
async function idleMemory(program: string, env: Readonly<Record<string, string>>): Promise<number> {
  const child = new Deno.Command(program, {
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  await writer.write(new TextEncoder().encode("hello\n"));
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  // Deno lets no program read /proc that is not allowed everything.
  const status = await output(["cat", `/proc/${child.pid}/status`]);
  await writer.close();
  while (!(await reader.read()).done);
  await child.status;
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024;
}
