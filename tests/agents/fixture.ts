import { join } from "@std/path";
import type { Agent, CallResult, Manifest } from "../../src/agents/agent.ts";
import { runAgent, settleAgents } from "../../src/agents/host.ts";
import type { Log } from "../../src/config/log.ts";

/** The smallest environment in which programs are found. */
export const ENVIRONMENT = { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin" };

/** A log that a test can read. */
export function readableLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, info: (text) => lines.push(text), warn: (text) => lines.push(text) };
}

/** Runs a test with a folder of its own, which is gone afterwards. */
export async function withFolder(body: (folder: string) => unknown): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "onidia-chat-agents-" }));
  try {
    await body(folder);
  } finally {
    await settleAgents();
    Deno.removeSync(folder, { recursive: true });
  }
}

/** An agent called tea that runs a program as it is given. */
export function agentOf(
  folder: string,
  argv: readonly [string, ...string[]],
  manifest: Partial<Manifest> = {},
): Agent {
  return {
    manifest: {
      id: "tea",
      description: "Tea.",
      exec: argv,
      version: "",
      timeoutMs: 20_000,
      disabled: false,
      params: [],
      examples: [],
      ...manifest,
    },
    directory: folder,
    origin: "user",
    argv,
  };
}

/** Writes an executable file and gives its path. */
export function writeProgram(folder: string, name: string, text: string, mode = 0o755): string {
  const path = join(folder, name);
  Deno.writeTextFileSync(path, text);
  Deno.chmodSync(path, mode);
  return path;
}

/** Runs lines of shell as an agent. */
export async function runShell(
  folder: string,
  script: string,
  options: {
    readonly timeoutMs?: number;
    readonly args?: Readonly<Record<string, string>>;
    readonly log?: Log;
    readonly signal?: AbortSignal;
  } = {},
): Promise<CallResult> {
  const { timeoutMs = 20_000, args = {}, log = readableLog(), signal } = options;
  const agent = agentOf(folder, [writeProgram(folder, "tea.sh", `#!/bin/sh\n${script}\n`)], {
    timeoutMs,
  });
  return await runAgent(agent, args, { environment: ENVIRONMENT, log, signal });
}

/** Runs a Python program as an agent. */
export async function runPython(folder: string, script: string): Promise<CallResult> {
  const path = writeProgram(folder, "tea.py", `#!/usr/bin/env python3\n${script}\n`);
  return await runAgent(agentOf(folder, [path]), {}, {
    environment: ENVIRONMENT,
    log: readableLog(),
  });
}

/** Whether there is a Python here. */
export function hasPython(): boolean {
  try {
    return new Deno.Command("python3", { args: ["--version"], stdout: "null", stderr: "null" })
      .outputSync().success;
  } catch {
    return false;
  }
}

/** Whether a process runs; one that has ended and is not yet buried does not. */
export function isRunning(pid: number): boolean {
  // Deno itself reads /proc only with every permission there is.
  const { success, stdout } = new Deno.Command("cat", {
    args: [`/proc/${pid}/status`],
    stderr: "null",
  }).outputSync();
  return success && !/^State:\s+[ZX]/m.test(new TextDecoder().decode(stdout));
}

/** Waits until something holds, for 10 s at most; gives whether it did. */
export async function eventually(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 400; tries++) {
    if (holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}

/** Reads a process id that a program writes to a file, as soon as it is there. */
export async function pidIn(path: string): Promise<number> {
  let pid = 0;
  await eventually(() => {
    try {
      const text = Deno.readTextFileSync(path);
      if (text.endsWith("\n")) pid = Number(text);
    } catch {
      // Not written yet.
    }
    return pid > 0;
  });
  if (pid === 0) throw new Error(`no process id in ${path}`);
  return pid;
}
