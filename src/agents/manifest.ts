import type { Manifest } from "./agent.ts";

/** A manifest that breaks rules: all of them, and what of it can be shown all the same. */
export interface BrokenManifest {
  /** At least one; each names its field or its line and column. */
  readonly faults: readonly string[];
  readonly id?: string;
  readonly version?: string;
  readonly description?: string;
}

/** Reads an `agent.json` (SPEC section 3). */
export function parseManifest(
  _bytes: Uint8Array,
): { readonly manifest: Manifest } | BrokenManifest {
  throw new Error("not written yet");
}
