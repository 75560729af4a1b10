import type { CallResult } from "../../agents/agent.ts";

/** What goes back to the model of one agent's message, in characters (SPEC section 5). */
export const RESULT_LIMIT = 600;

/** Makes the nonce for the delimiters of data blocks; one for a session will do. */
export function createNonce(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 16);
}

/** The results of agents as one delimited block of data (SPEC section 5). */
export function resultBlock(_results: readonly CallResult[], _nonce: string): string {
  return "";
}
