import { jsonSchema, type JSONSchema7, type ToolSet } from "ai";
import type { Parameter } from "../../agents/agent.ts";
import type { BrainRequest } from "../brain.ts";
import { DESCRIPTION_LIMIT, PARAMETER_LIMIT } from "./catalog_text.ts";
import { neutralise } from "./neutralise.ts";

/**
 * The catalog as native tools (SPEC section 5): one tool an agent, named after its id. They have no
 * program of their own: what is called leaves the brain as an event, and is checked and run where
 * every call is.
 */
export function toolsOf(catalog: BrainRequest["catalog"]): ToolSet {
  return Object.fromEntries(catalog.map(({ manifest }) => [
    manifest.id,
    {
      description: neutralise(manifest.description, DESCRIPTION_LIMIT),
      inputSchema: jsonSchema<Record<string, unknown>>(parametersSchema(manifest.params)),
    },
  ]));
}

/** JSON schema of an agent's parameters, in the few words that every provider understands. */
export function parametersSchema(params: readonly Parameter[]): JSONSchema7 {
  return {
    type: "object",
    properties: Object.fromEntries(params.map((param) => [param.name, parameterSchema(param)])),
    required: params.filter((param) => param.required).map((param) => param.name),
    additionalProperties: false,
  };
}

const TYPES = { string: "string", int: "integer", bool: "boolean" } as const;

function parameterSchema({ type, enum: words, default: fallback, description }: Parameter) {
  const standard = fallback === undefined ? "" : ` (default: ${fallback})`;
  const text = neutralise(`${description}${standard}`, PARAMETER_LIMIT).trim();
  return {
    type: TYPES[type],
    ...text !== "" && { description: text },
    ...words && { enum: [...words] },
  } satisfies JSONSchema7;
}
