/** Run by embedded_test.ts as one of several processes. Takes the source and the data directory. */
import { unpackEmbedded } from "../../src/agents/embedded.ts";

if (import.meta.main) {
  const [source, data] = Deno.args;
  console.log(JSON.stringify(unpackEmbedded(source!, data!, "0.1.0")));
}
