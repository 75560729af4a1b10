import fc from "fast-check";
import { registryReader } from "../fuzz/registry.ts";
import { signatureReader, signatureRoundTrip } from "../fuzz/signature.ts";

/** The same cases every time; longer runs take their own seeds. */
const SEED = 20_240_607;

Deno.test("whatever a registry's index holds, it is read or refused with a sentence", () => {
  fc.assert(registryReader, { seed: SEED, numRuns: 1000 });
});

Deno.test("whatever text agent.json.sig holds, only the one text of 64 bytes is accepted", () => {
  fc.assert(signatureReader, { seed: SEED, numRuns: 1000 });
});

Deno.test("what is signed verifies, and with any one bit changed it does not", () => {
  fc.assert(signatureRoundTrip(), { seed: SEED, numRuns: 40 });
});
