/** What a program did. */
export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program of the system with an environment that names nothing of the machine's. */
export async function run(program: string, args: readonly string[]): Promise<Result> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    clearEnv: true,
    env: {
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      LC_ALL: "C.UTF-8",
    },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** Whether a program of the system is there. */
export async function isTool(program: string): Promise<boolean> {
  return (await run("sh", ["-c", 'command -v "$1"', "sh", program])).code === 0;
}
