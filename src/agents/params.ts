import type { Manifest } from "./agent.ts";

/** Checks the arguments of a call (SPEC section 3, "Parameters"). */
export function checkArguments(
  _manifest: Pick<Manifest, "id" | "params">,
  _raw: Readonly<Record<string, unknown>>,
): { readonly args: Record<string, string> } | { readonly fault: string } {
  throw new Error("not written yet");
}
