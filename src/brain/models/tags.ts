/**
 * Writes an AGENT tag as a model would (SPEC section 5). Takes the id and the arguments; values are
 * always quoted.
 */
export function formatTag(_id: string, _args: Readonly<Record<string, string>>): string {
  return "";
}
