import fc from "fast-check";
import { harmless, tagCuts, tagRoundTrip, tagsHidden } from "../../fuzz/tags.ts";

/** The same cases every time; longer runs take their own seeds. */
const SEED = 20_240_607;

Deno.test("however a model's text is cut into pieces, it is read the same", () => {
  fc.assert(tagCuts, { seed: SEED, numRuns: 3000 });
});

Deno.test("whatever a model writes, no line begins with a tag and no thinking is shown", () => {
  fc.assert(tagsHidden, { seed: SEED, numRuns: 3000 });
});

Deno.test("a tag is read as the call it was written from", () => {
  fc.assert(tagRoundTrip, { seed: SEED, numRuns: 1000 });
});

Deno.test("whatever an agent says, what a model gets of it is one harmless line", () => {
  fc.assert(harmless, { seed: SEED, numRuns: 3000 });
});
