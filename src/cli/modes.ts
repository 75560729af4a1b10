import type { Context } from "./context.ts";

/** A mode's program: prints a result and gives the exit code. Takes the words behind its flag. */
export type Mode = (context: Context, operands: readonly string[]) => Promise<number>;

/** A way to run the program other than a chat, chosen by its flag (SPEC sections 1 and 8). */
export interface ModeEntry {
  /** Its flag, without the dash. */
  readonly name: string;
  /** For the help: the words it takes. */
  readonly operands: string;
  /** How many words it takes, at least and at most. */
  readonly count: readonly [number, number];
  readonly help: string;
  /**
   * Whether it does without settings: neither chat-app.ini nor a variable that is wrong, nor a
   * missing home, keeps it from its work.
   */
  readonly unconfigured?: true;
  /** Not in the help: for the program itself. */
  readonly hidden?: true;
  /** Flags of this mode alone, with what stands behind them; undefined for those that stand alone. */
  readonly flags?: readonly {
    readonly name: string;
    readonly operand?: string;
    readonly help: string;
  }[];
  /** Loads its program, so that a mode costs nothing until it is used. */
  readonly load: () => Promise<Mode>;
}

/** THE table of modes, in the order in which the help shows them. */
export const MODES: readonly ModeEntry[] = [
  {
    name: "agents-list",
    operands: "",
    count: [0, 0],
    help: "list what is installed, where, and whether it is on",
    load: async () => (await import("./modes/list.ts")).listMode,
  },
  {
    name: "agents-run",
    operands: "ID [NAME=VALUE ...]",
    count: [1, Infinity],
    help: "call an agent once, exactly as the chat does",
    load: async () => (await import("./modes/run.ts")).runMode,
  },
  {
    name: "agents-info",
    operands: "ID",
    count: [1, 1],
    help: "everything there is to know of an agent",
    load: async () => (await import("./modes/info.ts")).infoMode,
  },
  {
    name: "agents-install",
    operands: "SOURCE",
    count: [1, 1],
    help: "install an agent from a folder, a zip, an https:// URL or a registry id",
    load: async () => (await import("./modes/install.ts")).installMode,
  },
  {
    name: "agents-remove",
    operands: "ID",
    count: [1, 1],
    help: "remove an agent of yours",
    load: async () => (await import("./modes/remove.ts")).removeMode,
  },
  {
    name: "agents-rollback",
    operands: "ID",
    count: [1, 1],
    help: "put back the version before the last install",
    load: async () => (await import("./modes/rollback.ts")).rollbackMode,
  },
  {
    name: "agents-search",
    operands: "[WORD ...]",
    count: [0, Infinity],
    help: "search the registry",
    load: async () => (await import("./modes/search.ts")).searchMode,
  },
  {
    name: "agents-update",
    operands: "[ID]",
    count: [0, 1],
    help: "install newer versions from the registry",
    flags: [
      { name: "dry-run", help: "only say what would be installed" },
    ],
    load: async () => (await import("./modes/update.ts")).updateMode,
  },
  {
    name: "agents-new",
    operands: "ID",
    count: [1, 1],
    help: "write a working agent into ./ID",
    flags: [
      { name: "lang", operand: "LANGUAGE", help: "sh (default), python or deno" },
    ],
    load: async () => (await import("./modes/new.ts")).newMode,
  },
  {
    name: "agents-validate",
    operands: "DIR",
    count: [1, 1],
    help: "check an agent: all faults at once, and advice",
    load: async () => (await import("./modes/validate.ts")).validateMode,
  },
  {
    name: "agents-test",
    operands: "DIR",
    count: [1, 1],
    help: "run the recorded exchanges in its tests/*.txt",
    load: async () => (await import("./modes/test.ts")).testMode,
  },
  {
    name: "agents-pack",
    operands: "DIR",
    count: [1, 1],
    help: "pack an agent into a reproducible zip",
    flags: [
      { name: "out", operand: "PATH", help: "the zip to write; default ./ID.zip" },
    ],
    load: async () => (await import("./modes/pack.ts")).packMode,
  },
  {
    name: "agents-keygen",
    operands: "",
    count: [0, 0],
    help: "make a key pair for signing",
    flags: [
      { name: "out", operand: "PATH", help: "the folder for the private key; default here" },
    ],
    load: async () => (await import("./modes/keygen.ts")).keygenMode,
  },
  {
    name: "agents-sign",
    operands: "DIR",
    count: [1, 1],
    help: "fill in files and sign",
    flags: [
      { name: "key", operand: "FILE", help: "the private key" },
    ],
    load: async () => (await import("./modes/sign.ts")).signMode,
  },
  {
    name: "history",
    operands: "",
    count: [0, 0],
    help: "list the conversations that were kept",
    load: async () => (await import("./modes/history.ts")).historyMode,
  },
  {
    name: "history-search",
    operands: "WORD ...",
    count: [1, Infinity],
    help: "where all these words, or words that begin so, were said",
    load: async () => (await import("./modes/history.ts")).historySearchMode,
  },
  {
    name: "history-show",
    operands: "ID",
    count: [1, 1],
    help: "print a conversation as Markdown",
    load: async () => (await import("./modes/history.ts")).historyShowMode,
  },
  {
    name: "history-delete",
    operands: "ID|all",
    count: [1, 1],
    help: "delete a conversation, or all that was ever said; does not ask",
    load: async () => (await import("./modes/history.ts")).historyDeleteMode,
  },
  {
    name: "preflight",
    operands: "",
    count: [0, 0],
    help: "check everything a chat needs, and say how to mend it",
    load: async () => (await import("./modes/preflight.ts")).preflightMode,
  },
  {
    name: "help",
    operands: "",
    count: [0, 0],
    help: "print this help (also -h)",
    unconfigured: true,
    load: async () => (await import("./modes/help.ts")).helpMode,
  },
  {
    name: "version",
    operands: "",
    count: [0, 0],
    help: "print the version (also -V)",
    unconfigured: true,
    load: async () => (await import("./modes/version.ts")).versionMode,
  },
  {
    name: "agent",
    operands: "ID",
    count: [1, 1],
    help: "run the program of a bundled agent",
    // All that it needs stands in its environment; chat-app.ini was read by who called it.
    unconfigured: true,
    hidden: true,
    load: async () => (await import("./modes/agent.ts")).agentMode,
  },
];
