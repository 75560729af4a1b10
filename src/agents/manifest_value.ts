/** Where the readers of a manifest's parts put what is wrong, each fault naming its field. */
export type Faults = string[];

/** Whether a JSON value is an object, which an array or null is not. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fault of a field that has to be there and is not. */
export function missing(field: string): string {
  return `${field}: required but missing`;
}
