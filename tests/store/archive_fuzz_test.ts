import fc from "fast-check";
import { archiveProperty } from "../fuzz/archive_fuzz.ts";

Deno.test("however a zip is spoiled, it is refused or unpacked to what other readers see", async () => {
  await fc.assert(archiveProperty, { seed: 20_260_101, numRuns: 1000 });
});
