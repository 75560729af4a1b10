import type { Parameter } from "../../agents/agent.ts";
import type { BrainRequest } from "../brain.ts";
import { neutralise } from "./neutralise.ts";

/** The longest description of an agent that a model is told, in characters. */
export const DESCRIPTION_LIMIT = 1500;

/** The longest description of a parameter that a model is told, in characters. */
export const PARAMETER_LIMIT = 1200;

/** The longest value of an enum or default, in characters. */
const VALUE_LIMIT = 100;

const TYPES = { string: "text", int: "whole number", bool: "true or false" } as const;

/**
 * The catalog as text, for models that call by tags (SPEC section 5): a line for each agent, and
 * below it one for each parameter. A manifest is foreign text too, so all of it is made harmless.
 */
export function catalogText(catalog: BrainRequest["catalog"]): string {
  return catalog.map(({ manifest: { id, description, params } }) =>
    [
      `- ${id}: ${neutralise(description, DESCRIPTION_LIMIT)}`,
      ...params.map((parameter) => `    ${parameterText(parameter)}`),
    ].join("\n")
  ).join("\n");
}

function parameterText(parameter: Parameter): string {
  const { name, type, required, description } = parameter;
  const values = parameter.enum?.map((value) => neutralise(value, VALUE_LIMIT));
  const facts = [
    values ? `one of ${values.join(", ")}` : TYPES[type],
    required ? "required" : "optional",
    parameter.default !== undefined && `default ${neutralise(parameter.default, VALUE_LIMIT)}`,
  ].filter((fact) => fact);
  const about = description === "" ? "" : `: ${neutralise(description, PARAMETER_LIMIT)}`;
  return `${name} (${facts.join("; ")})${about}`;
}
