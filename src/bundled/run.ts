import type { Env } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import type { AgentIo, AgentProgram } from "./agent_io.ts";

/** The programs behind the manifests in agents/; each is loaded when it is called. */
const PROGRAMS: Readonly<Record<string, () => Promise<AgentProgram>>> = {
  play_song: async () => (await import("./play.ts")).playSong,
  play_movie: async () => (await import("./play.ts")).playMovie,
  media_control: async () => (await import("./media_control.ts")).mediaControl,
  pet_control: async () => (await import("./pet_control.ts")).petControl,
};

/** What an agent's process is given: its environment and its standard streams. */
export interface RunIo {
  readonly env: Env;
  readonly stdin: ReadableStream<Uint8Array>;
  /** Takes one line without its end. */
  write(line: string): void;
}

/** A RUN line that is longer is none: the host sends less. */
const MAX_BYTES = 1024 * 1024;

/**
 * Runs a bundled agent (SPEC sections 4 and 6): reads the RUN line, answers in agent-line-v1. Takes
 * the agent's id and its streams; gives the exit code, 0 behind OK and 1 behind ERR. There is
 * exactly one of these two lines, whatever happens.
 */
export async function runBundled(id: string, io: RunIo): Promise<number> {
  const say = (word: string, text: string) => io.write(`${word} ${cleanLine(text)}`.trimEnd());
  try {
    const params = parseRun(await readLine(io.stdin));
    if (!params) throw new UserError("expected a RUN line");
    const load = Object.hasOwn(PROGRAMS, id) ? PROGRAMS[id] : undefined;
    if (!load) throw new UserError(`there is no bundled agent '${id}'`);
    const agentIo: AgentIo = {
      env: io.env,
      params,
      info: (text) => say("INFO", text),
      pet: (command) => say("PET", command),
      random: Math.random,
    };
    const message = await (await load())(agentIo);
    say("OK", message);
    return 0;
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    say("ERR", error instanceof UserError ? message : `unexpected failure: ${message}`);
    return 1;
  }
}

/** The text up to the first line end, or up to the end of the stream. */
async function readLine(stdin: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stdin) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n") || text.length > MAX_BYTES) break;
  }
  return text.split("\n", 1)[0]!;
}

/** The parameters of a RUN line; undefined where it is none. */
function parseRun(line: string): Record<string, string> | undefined {
  const json = /^RUN (.*?)\r?$/.exec(line)?.[1];
  if (json === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every(([, text]) => typeof text === "string")
    ? Object.fromEntries(entries)
    : undefined;
}
