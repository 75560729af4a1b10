/** The middle of some figures; of an even number of them the mean of the middle two. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? (sorted[middle - 1]! + sorted[middle]!) / 2
    : sorted[Math.floor(middle)]!;
}

/**
 * Medians of several measurements taken in turn, so that whatever else the machine does meets all
 * of them. Each gives one figure a call; the first round only warms caches and is not counted.
 */
export async function inTurn(
  rounds: number,
  measurements: readonly (() => Promise<number>)[],
): Promise<number[]> {
  const figures: number[][] = measurements.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, measurement] of measurements.entries()) {
      const figure = await measurement();
      if (round > 0) figures[i]!.push(figure);
    }
  }
  return figures.map(median);
}

/** How long a function takes, in milliseconds. */
export async function timed(body: () => unknown): Promise<number> {
  const start = performance.now();
  await body();
  return performance.now() - start;
}

/** What a program is run with. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
}

/**
 * Runs a program to its end; gives its standard output. Throws an Error with its standard error
 * where it fails, since a figure of a failure is none.
 */
export async function output(
  argv: readonly [string, ...string[]],
  options: RunOptions = {},
): Promise<string> {
  const [program, ...args] = argv;
  const child = new Deno.Command(program, {
    args,
    env: options.env,
    cwd: options.cwd,
    stdin: options.input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (options.input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(options.input));
    await writer.close();
  }
  const { success, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`${argv.join(" ")} failed: ${decode(stderr) || decode(stdout)}`);
  return decode(stdout);
}
