import type { PetCommand } from "../pet/vocabulary.ts";

/** A parameter of an agent, as its manifest declares it (SPEC section 3). */
export interface Parameter {
  readonly name: string;
  readonly type: "string" | "int" | "bool";
  readonly required: boolean;
  /** Only for strings; undefined where any text will do. */
  readonly enum?: readonly string[];
  /** Already checked and in the form that is sent; undefined where there is none. */
  readonly default?: string;
  /** Empty where the manifest has none. */
  readonly description: string;
}

/** A manifest that passed every rule of SPEC section 3, defaults filled in. */
export interface Manifest {
  readonly id: string;
  readonly description: string;
  readonly exec: readonly [string, ...string[]];
  /** Free text; empty where the manifest has none. */
  readonly version: string;
  readonly timeoutMs: number;
  readonly disabled: boolean;
  readonly params: readonly Parameter[];
  readonly examples: readonly string[];
  /** Path in the folder to SHA-256 in hex. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Whose directory an agent was found in: the user's, the package's, or the binary's own copy. */
export type Origin = "user" | "package" | "embedded";

/** An agent that can be called. */
export interface Agent {
  readonly manifest: Manifest;
  /** Absolute path of its folder. */
  readonly directory: string;
  readonly origin: Origin;
  /** The program and its arguments, `exec[0]` resolved to an absolute path. */
  readonly argv: readonly [string, ...string[]];
}

/** What one call of an agent gave. All texts are clean (see text/clean.ts). */
export interface CallResult {
  readonly id: string;
  /** What was sent; empty when the arguments were refused. */
  readonly args: Readonly<Record<string, string>>;
  readonly ok: boolean;
  /** The OK or ERR text, or the failure sentence (`agent tea: timed out after 5000`). */
  readonly message: string;
  readonly pet?: PetCommand;
  /** The INFO lines in order, at most 50. */
  readonly info: readonly string[];
  /** From spawn to the terminal line, in milliseconds, rounded. */
  readonly ms: number;
}

/** Calls an agent by id with unchecked arguments. Never throws for what an agent does. */
export type CallAgent = (
  id: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<CallResult>;
