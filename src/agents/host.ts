import type { Log } from "../config/log.ts";
import { cleanLine } from "../text/clean.ts";
import type { Agent, CallResult } from "./agent.ts";
import { keepChild } from "./children.ts";
import { Conversation, type Verdict } from "./conversation.ts";
import { LineReader } from "./protocol.ts";
import { drained, pump, settledWithin } from "./pump.ts";
import { startProgram } from "./start.ts";

export { killAgents, settleAgents } from "./children.ts";

/** How much of an agent's standard error is kept, in bytes (SPEC section 4). */
const STDERR_LIMIT = 8 * 1024;

/** How much of that a failure tells, in characters; the log has it all. */
const STDERR_SHOWN = 400;

/** How long an agent may go on that has closed its output without a terminal line. */
const SILENT_MS = 2000;

/** What a run needs besides the agent and its arguments. */
export interface RunContext {
  /** The whole environment of the agent (environment.ts makes it). */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Ends the run: the process group is killed. */
  readonly signal?: AbortSignal;
}

/**
 * Runs an agent once (SPEC section 4, agent-line-v1). Takes arguments that passed the check; gives
 * what it answered, at the moment it did: its 2 s to exit run behind (settleAgents waits for them).
 * Never throws for what an agent does; every failure is one clean sentence that names it.
 */
export async function runAgent(
  agent: Agent,
  args: Readonly<Record<string, string>>,
  context: RunContext,
): Promise<CallResult> {
  const { id, timeoutMs } = agent.manifest;
  const began = performance.now();
  const conversation = new Conversation(id, context.log);
  const result = ({ ok, message, kill }: Verdict): CallResult => ({
    id,
    args,
    ok,
    message,
    // An agent that broke off or the rules has not asked for anything in good order.
    ...(conversation.pet && kill === undefined && { pet: conversation.pet }),
    info: conversation.info,
    ms: Math.round(performance.now() - began),
  });
  const failure = (reason: string): Verdict => ({
    ok: false,
    message: `agent ${id}: ${reason}`,
    kill: true,
  });
  const { signal } = context;
  if (signal?.aborted) return result(failure("cancelled"));
  const started = await startProgram(agent, context.environment);
  if ("fault" in started) return result(failure(started.fault));

  const { child: process } = started;
  const verdict = Promise.withResolvers<Verdict>();
  const reader = new LineReader((line) => {
    const read = conversation.take(line);
    if (read) verdict.resolve(read);
  }, () => conversation.full);
  const complaints = new Complaints();
  const output = pump(process.stdout, (piece) => reader.push(piece));
  const errors = pump(process.stderr, (piece) => complaints.push(piece));
  const input = say(process.stdin, `RUN ${JSON.stringify(args)}\n`);
  const child = keepChild(process, () => {
    output.stop();
    errors.stop();
    input.stop();
    const lines = complaints.lines();
    if (lines.length > 0) context.log.info(`agent ${id}: stderr: ${lines.join("; ")}`);
  });

  const timer = setTimeout(
    () => verdict.resolve(failure(`timed out after ${timeoutMs}`)),
    timeoutMs,
  );
  const cancel = () => verdict.resolve(failure("cancelled"));
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted) cancel();
  const ended = process.status.then(async (status) => {
    await drained([output, errors]);
    reader.end();
    const how = status.signal ? `signal ${status.signal}` : `exit ${status.code}`;
    const { message } = failure(`exited without OK/ERR (${how})${complaints.excerpt()}`);
    verdict.resolve({ ok: false, message, kill: true });
  });
  output.done.then(async () => {
    reader.end();
    if (await settledWithin(Promise.race([ended, verdict.promise]), SILENT_MS)) return;
    verdict.resolve(failure("closed its output without OK/ERR"));
  });

  const decided = await verdict.promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", cancel);
  if (decided.kill) child.kill();
  else child.release();
  return result(decided);
}

/** The beginning of an agent's standard error. */
class Complaints {
  readonly #bytes = new Uint8Array(STDERR_LIMIT);
  #length = 0;

  push(piece: Uint8Array): void {
    const fitting = piece.subarray(0, STDERR_LIMIT - this.#length);
    this.#bytes.set(fitting, this.#length);
    this.#length += fitting.length;
  }

  /** Its lines that hold anything, clean. */
  lines(): string[] {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length)).split("\n")
      .map((line) => cleanLine(line).trim()).filter((line) => line !== "");
  }

  /** The first lines for the end of a sentence; empty where there are none. */
  excerpt(): string {
    const text = this.lines().join("; ");
    if (text === "") return "";
    return `: ${text.length > STDERR_SHOWN ? text.slice(0, STDERR_SHOWN) + "…" : text}`;
  }
}

/**
 * Writes the one line an agent is told, and the end of input. An agent that reads none of it, or
 * closes its input, does no harm.
 */
function say(stdin: WritableStream<Uint8Array>, line: string): { stop(): void } {
  const writer = stdin.getWriter();
  writer.closed.catch(() => {});
  writer.write(new TextEncoder().encode(line)).then(() => writer.close()).catch(() => {});
  return { stop: () => void writer.abort().catch(() => {}) };
}
