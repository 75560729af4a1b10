import type { Env } from "../config/paths.ts";

/** What a bundled agent works with. */
export interface AgentIo {
  readonly env: Env;
  readonly params: Readonly<Record<string, string>>;
  /** One line to the log. */
  info(text: string): void;
  /** The PET line, as in `action dance`. */
  pet(command: string): void;
  /** A number from 0 to below 1. */
  random(): number;
}

/** A bundled agent: gives its OK message; throws a UserError with its ERR text. */
export type AgentProgram = (io: AgentIo) => Promise<string>;
