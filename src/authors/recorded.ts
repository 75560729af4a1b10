import type { CallResult } from "../agents/agent.ts";

/** One exchange of a `tests/*.txt` file: what is sent and what is expected back. */
export interface Exchange {
  /** Line of its `RUN`, from 1. */
  readonly line: number;
  readonly args: Readonly<Record<string, string>>;
  /** The expected lines, `*` standing for any text. */
  readonly expected: readonly string[];
}

/** What was read, or every fault with its line. */
export type Recorded = { readonly exchanges: readonly Exchange[] } | {
  readonly faults: readonly string[];
};

const VERBS = /^(?:INFO|PET|OK|ERR)(?: |$)/;

/**
 * Reads recorded exchanges (SPEC section 8, `-agents-test`): a line `RUN {json}` begins one, the
 * lines behind it are what the agent must answer. Empty lines and lines that start with `#` are
 * passed over. Takes the text of the file; gives the exchanges, or every fault.
 */
export function parseRecorded(text: string): Recorded {
  const exchanges: { line: number; args: Record<string, string>; expected: string[] }[] = [];
  const faults: string[] = [];
  text.split(/\r?\n/).forEach((content, index) => {
    const line = index + 1;
    if (content.trim() === "" || content.startsWith("#")) return;
    if (content.startsWith("RUN ")) {
      const args = parseArguments(content.slice("RUN ".length));
      if (!args) faults.push(`line ${line}: RUN: expected a JSON object of texts`);
      exchanges.push({ line, args: args ?? {}, expected: [] });
    } else if (!VERBS.test(content)) {
      faults.push(`line ${line}: expected RUN, INFO, PET, OK or ERR`);
    } else if (exchanges.length === 0) {
      faults.push(`line ${line}: expected a RUN line first`);
    } else {
      exchanges.at(-1)!.expected.push(content);
    }
  });
  for (const { line, expected } of exchanges) {
    if (!expected.some((answer) => /^(?:OK|ERR)/.test(answer))) {
      faults.push(`line ${line}: RUN: no OK or ERR line is expected behind it`);
    }
  }
  if (exchanges.length === 0 && faults.length === 0) faults.push("no RUN line in it");
  return faults.length > 0 ? { faults } : { exchanges };
}

/**
 * Compares an answer with what was expected: the INFO lines in their order, the PET line and the
 * terminal line. Takes both; gives a line for each difference, none when they match. INFO lines
 * that come but are not expected do no harm: they are for the log.
 */
export function differences(expected: readonly string[], answer: CallResult): string[] {
  const found: string[] = [];
  const infos = answer.info.map((text) => `INFO ${text}`);
  for (const line of expected.filter((line) => line.startsWith("INFO"))) {
    const at = infos.findIndex((info) => matches(line, info));
    if (at < 0) found.push(`expected: ${line}`);
    else infos.splice(0, at + 1);
  }
  compareOne(expected.find((line) => line.startsWith("PET")), petLine(answer), found);
  compareOne(expected.find((line) => /^(?:OK|ERR)/.test(line)), terminalLine(answer), found);
  return found;
}

function compareOne(expected: string | undefined, actual: string | undefined, found: string[]) {
  if (expected === undefined && actual === undefined) return;
  if (expected !== undefined && actual !== undefined && matches(expected, actual)) return;
  if (expected !== undefined) found.push(`expected: ${expected}`);
  if (actual !== undefined) found.push(`answered: ${actual}`);
}

/** Whether a line fits a pattern in which `*` stands for any text. */
function matches(pattern: string, line: string): boolean {
  const parts = pattern.trimEnd().split("*").map((part) =>
    part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&")
  );
  return new RegExp(`^${parts.join(".*")}$`, "s").test(line.trimEnd());
}

function petLine({ pet }: CallResult): string | undefined {
  if (!pet) return undefined;
  return `PET ${pet.kind === "move" ? pet.name : `${pet.kind} ${pet.name}`}`;
}

function terminalLine({ ok, message }: CallResult): string {
  return `${ok ? "OK" : "ERR"} ${message}`.trimEnd();
}

function parseArguments(json: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.values(value).every((one) => typeof one === "string") ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
