import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import type { Agent } from "./agent.ts";

/** A program that is being written to cannot be started; this is how often that is tried again. */
const BUSY_TRIES = 4;
const BUSY_WAIT_MS = 25;

/**
 * Starts an agent's program in the agent's folder, as the leader of a session and process group of
 * its own, with exactly the given environment (SPEC section 4). Gives the child with its three
 * pipes, or the reason why there is none: whole, clean, without the agent's name.
 */
export async function startProgram(
  agent: Agent,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly child: Deno.ChildProcess } | { readonly fault: string }> {
  const [program, ...args] = agent.argv;
  for (let tries = 1;; tries++) {
    try {
      const child = new Deno.Command(program, {
        args,
        cwd: agent.directory,
        clearEnv: true,
        env: { ...environment },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
        detached: true,
      }).spawn();
      return { child };
    } catch (error) {
      const busy = error instanceof Error && error.message.includes("Text file busy");
      if (busy && tries < BUSY_TRIES) {
        // A process being forked elsewhere may still hold the file for the blink of an eye.
        await new Promise((resolve) => setTimeout(resolve, BUSY_WAIT_MS));
        continue;
      }
      return { fault: `cannot start ${cleanLine(program)}: ${reasonOf(error, agent)}` };
    }
  }
}

function reasonOf(error: unknown, agent: Agent): string {
  if (error instanceof Deno.errors.NotFound) {
    if (!exists(agent.directory)) return "its folder is gone";
    if (!exists(agent.argv[0])) return "not found";
    const interpreter = interpreterOf(agent.argv[0]);
    if (interpreter === undefined) return "its loader is not on this machine";
    // The kernel looks for a program whose name ends with the CR.
    if (interpreter.endsWith("\r")) {
      return "its first line ends with CRLF - save it with Unix line ends";
    }
    return `its interpreter ${shown(interpreter)} is not on this machine`;
  }
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  const message = error instanceof Error ? error.message : String(error);
  return cleanLine(
    message.replace(/^Failed to spawn '.*?': /s, "").replace(/ \(os error \d+\)$/, ""),
  )
    .toLowerCase();
}

/** What the `#!` line of a script names, or undefined for other files. */
function interpreterOf(path: string): string | undefined {
  try {
    using file = Deno.openSync(path);
    const start = new Uint8Array(256);
    const length = file.readSync(start) ?? 0;
    const text = new TextDecoder().decode(start.subarray(0, length));
    return /^#![ \t]*(\S*\r?)/.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
