import type { BrainRequest } from "../brain.ts";

/** The longest description of an agent that a model is told, in characters. */
export const DESCRIPTION_LIMIT = 1500;

/** The longest description of a parameter that a model is told, in characters. */
export const PARAMETER_LIMIT = 1200;

/** The catalog as text, for models that call by tags (SPEC section 5). */
export function catalogText(_catalog: BrainRequest["catalog"]): string {
  return "";
}
