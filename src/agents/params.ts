import { shown } from "../text/shown.ts";
import type { Manifest, Parameter } from "./agent.ts";

/** Arguments that passed, in the form in which they are sent, or why they did not. */
export type CheckedArguments =
  | { readonly args: Record<string, string> }
  | { readonly fault: string };

/** One value in the form in which it is sent, or what was expected instead of it. */
export type CheckedValue = { readonly value: string } | { readonly fault: string };

/** The words that mean true and false, in lower case. */
const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ...["true", "yes", "on", "y", "1"].map((word) => [word, "true"] as const),
  ...["false", "no", "off", "n", "0"].map((word) => [word, "false"] as const),
]);

/**
 * Checks the arguments of a call before anything is spawned (SPEC section 3, "Parameters") and fills
 * in the defaults. Takes what a brain or the command line gave, of which only its own properties
 * count; a null or undefined one counts as absent. Gives the texts to send, or one sentence that
 * names the agent and every parameter that is wrong.
 */
export function checkArguments(
  manifest: Pick<Manifest, "id" | "params">,
  raw: Readonly<Record<string, unknown>>,
): CheckedArguments {
  const args: Record<string, string> = {};
  const faults: string[] = [];
  for (const parameter of manifest.params) {
    const { name } = parameter;
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (given === undefined || given === null) {
      if (parameter.default !== undefined) args[name] = parameter.default;
      else if (parameter.required) faults.push(`${name}: required but missing`);
      continue;
    }
    const checked = checkValue(parameter, given);
    if ("fault" in checked) faults.push(`${name}: ${checked.fault}`);
    else args[name] = checked.value;
  }
  const known = manifest.params.map((parameter) => parameter.name);
  for (const name of Object.keys(raw)) {
    if (known.includes(name)) continue;
    const offer = known.length > 0 ? `it takes ${known.join(", ")}` : "it takes none";
    faults.push(`unknown parameter ${shown(name)}, ${offer}`);
  }
  return faults.length > 0 ? { fault: `agent ${manifest.id}: ${faults.join("; ")}` } : { args };
}

/**
 * Checks one value against its parameter. Takes text, a JSON number or a JSON boolean; gives the
 * text to send, or what was expected and what came instead.
 */
export function checkValue(
  parameter: Pick<Parameter, "type" | "enum">,
  raw: unknown,
): CheckedValue {
  if (typeof raw !== "string" && typeof raw !== "number" && typeof raw !== "boolean") {
    return refused(EXPECTED[parameter.type], raw);
  }
  if (typeof raw === "string" && raw.includes("\0")) {
    return { fault: "expected text without NUL characters" };
  }
  switch (parameter.type) {
    case "int":
      return checkInt(raw);
    case "bool": {
      const value = BOOLEANS.get(String(raw).trim().toLowerCase());
      return value ? { value } : refused(EXPECTED.bool, raw);
    }
    case "string": {
      const value = String(raw).trim();
      if (!parameter.enum || parameter.enum.includes(value)) return { value };
      return refused(`one of ${parameter.enum.join(", ")}`, value);
    }
  }
}

const EXPECTED = { string: "text", int: "a whole number", bool: "true or false" } as const;

/**
 * A whole number in decimal, without sign and zeros it does not need. Text may have any length; a
 * JSON number past 2^53 has lost its last digits on the way, so that it is refused, not sent wrong.
 */
function checkInt(raw: string | number | boolean): CheckedValue {
  if (typeof raw === "number") {
    if (!Number.isInteger(raw)) return refused(EXPECTED.int, raw);
    if (!Number.isSafeInteger(raw)) {
      return refused("a whole number up to 9007199254740991, or a larger one as text", raw);
    }
    return { value: String(raw) };
  }
  const match = typeof raw === "string" && /^([+-]?)0*(\d+)(?:\.0+)?$/.exec(raw.trim());
  if (!match) return refused(EXPECTED.int, raw);
  const digits = match[2]!;
  return { value: match[1] === "-" && digits !== "0" ? `-${digits}` : digits };
}

function refused(expected: string, raw: unknown): CheckedValue {
  return { fault: `expected ${expected}, not ${shown(raw)}` };
}
