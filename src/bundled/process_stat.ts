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
