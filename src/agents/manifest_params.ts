import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import type { Parameter } from "./agent.ts";
import { type Faults, isObject, missing } from "./manifest_value.ts";
import { checkValue } from "./params.ts";

const NAME = /^[a-z][a-z0-9_]*$/;
const TYPES: readonly Parameter["type"][] = ["string", "int", "bool"];

/**
 * Reads the `params` of a manifest (SPEC section 3). Takes their JSON value; gives those that could
 * be read and adds to the faults what breaks a rule. A parameter that is required and has a default
 * can never be missing, so that it counts as not required.
 */
export function readParameters(value: unknown, faults: Faults): readonly Parameter[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    faults.push(`params: expected an array, not ${shown(value)}`);
    return [];
  }
  const names = new Set<string>();
  return value.flatMap((item, index) => {
    const field = `params[${index}]`;
    if (!isObject(item)) {
      faults.push(`${field}: expected an object, not ${shown(item)}`);
      return [];
    }
    const parameter = readParameter(item, field, faults);
    if (names.has(parameter.name)) {
      faults.push(`${field}.name: ${shown(parameter.name)} is there twice`);
    }
    if (parameter.name !== "") names.add(parameter.name);
    return [parameter];
  });
}

function readParameter(
  { name, type: given = "string", required = false, description = "", ...rest }: Readonly<
    Record<string, unknown>
  >,
  field: string,
  faults: Faults,
): Parameter {
  const named = typeof name === "string" && NAME.test(name);
  if (name === undefined) faults.push(missing(`${field}.name`));
  else if (!named) {
    faults.push(
      `${field}.name: expected a-z, 0-9 and _ with a letter first, not ${shown(name)}`,
    );
  }
  const type = TYPES.find((known) => known === given);
  if (!type) faults.push(`${field}.type: expected string, int or bool, not ${shown(given)}`);
  if (typeof required !== "boolean") {
    faults.push(`${field}.required: expected true or false, not ${shown(required)}`);
  }
  if (typeof description !== "string") {
    faults.push(`${field}.description: expected text, not ${shown(description)}`);
  }
  const before = faults.length;
  const choices = readEnum(rest.enum, type, `${field}.enum`, faults);
  // Where the type or the enum is wrong, what the default would have to pass is not known.
  const value = type && faults.length === before
    ? readDefault(rest.default, { type, enum: choices }, `${field}.default`, faults)
    : undefined;
  return {
    name: named ? name : "",
    type: type ?? "string",
    required: required === true && value === undefined,
    ...(choices && { enum: choices }),
    ...(value !== undefined && { default: value }),
    description: typeof description === "string" ? cleanLine(description).trim() : "",
  };
}

/** An empty enum is a fault: no value could ever pass it. */
function readEnum(
  value: unknown,
  type: Parameter["type"] | undefined,
  field: string,
  faults: Faults,
): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0) {
    faults.push(
      `${field}: expected an array of at least one text, not ${
        Array.isArray(value) ? "an empty one" : shown(value)
      }`,
    );
    return undefined;
  }
  if (type !== undefined && type !== "string") {
    faults.push(`${field}: only for type string, not ${type}`);
    return undefined;
  }
  value.forEach((choice, index) => {
    // What a call sends is trimmed, so that no other choice could ever be made.
    if (typeof choice !== "string" || choice === "" || cleanLine(choice).trim() !== choice) {
      faults.push(`${field}[${index}]: expected one trimmed line of text, not ${shown(choice)}`);
    }
  });
  return value as readonly string[];
}

function readDefault(
  value: unknown,
  parameter: Pick<Parameter, "type" | "enum">,
  field: string,
  faults: Faults,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  const checked = checkValue(parameter, value);
  if ("value" in checked) return checked.value;
  faults.push(`${field}: ${checked.fault}`);
  return undefined;
}
