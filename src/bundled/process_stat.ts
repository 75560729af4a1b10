/** What the kernel says of a process. */
export interface ProcessStat {
  /** One letter: R running, S sleeping, T stopped, Z dead and not reaped. */
  readonly state: string;
  readonly processGroup: number;
  /** When it started, in clock ticks since boot: with the pid it names one process for ever. */
  readonly startTime: number;
}

/**
 * Prints a file with what the shell itself can do: the program's name in it may hold a newline.
 */
const PRINT = 'while IFS= read -r line || [ -n "$line" ]; do printf "%s\\n" "$line"; done <"$1"';

/** The same for all processes; one that ends meanwhile is passed over. */
const PRINT_ALL = "PATH=/bin:/usr/bin:$PATH; cat /proc/[0-9]*/stat";

/**
 * Reads `/proc/PID/stat` (proc(5)). Deno lets no program read it that is not allowed everything,
 * which this one never is; so the shell reads it, which every Linux system has. Takes the pid;
 * undefined where there is no such process.
 */
export function readProcessStat(pid: number): ProcessStat | undefined {
  if (!hasProcess(pid)) return undefined;
  const { stdout, success } = new Deno.Command("/bin/sh", {
    args: ["-c", PRINT, "sh", `/proc/${pid}/stat`],
    stdin: "null",
    stderr: "null",
  }).outputSync();
  return success ? parseProcessStat(new TextDecoder().decode(stdout)) : undefined;
}

/**
 * Whether a process group holds one that still runs. Takes the group's number. A leader may be gone
 * while others play on; ended ones that nobody has fetched do not count.
 */
export function isGroupAlive(group: number): boolean {
  const { stdout } = new Deno.Command("/bin/sh", {
    args: ["-c", PRINT_ALL],
    stdin: "null",
    stderr: "null",
  }).outputSync();
  // A newline in a program's name makes two lines of one, and neither is a wrong one of the group.
  return new TextDecoder().decode(stdout).split("\n").map(parseProcessStat).some((stat) =>
    stat?.processGroup === group && !hasEnded(stat)
  );
}

/** Whether a process has ended and only waits for its parent to fetch how. */
export function hasEnded({ state }: ProcessStat): boolean {
  return /[ZXx]/.test(state);
}

/** Whether there is a process, be it one that has ended and waits for its parent; takes no shell. */
export function hasProcess(pid: number): boolean {
  try {
    Deno.statSync(`/proc/${pid}`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the text of a `/proc/PID/stat`. The name of the program stands in parentheses and may hold
 * some itself, so that fields are counted behind the last one. Undefined for what is none.
 */
export function parseProcessStat(text: string): ProcessStat | undefined {
  const fields = text.slice(text.lastIndexOf(")") + 1).trim().split(/\s+/);
  // Field 3 of proc(5) is the first one here.
  const [state, processGroup, startTime] = [fields[0], Number(fields[2]), Number(fields[19])];
  if (!state || !Number.isInteger(processGroup) || !Number.isInteger(startTime)) return undefined;
  return { state, processGroup, startTime };
}
