/** What came of unpacking the program's own agents. */
export type Unpacked = { readonly directory: string } | { readonly problem: string };

/** Unpacks the program's own copy of the bundled agents (SPEC section 3, "Discovery"). */
export function unpackEmbedded(_source: URL | string, _data: string, _version: string): Unpacked {
  throw new Error("not written yet");
}
