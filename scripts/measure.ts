/** `deno task measure`: the scores of ../shared/data/README.md, for routing and for matching. */
import { measureMatching } from "./measure/matching.ts";
import { measureRouting } from "./measure/routing.ts";

const data = new URL("../../shared/data/", import.meta.url);
try {
  Deno.statSync(data);
} catch {
  console.log(`skipped: there is no measuring data at ${data.pathname}`);
  Deno.exit(0);
}
await measureRouting(data);
await measureMatching(data);
