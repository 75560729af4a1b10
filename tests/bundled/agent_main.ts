/** A bundled agent as a program of its own, as the host starts it: `agent_main.ts ID`. */
import { runBundled } from "../../src/bundled/run.ts";

Deno.exit(
  await runBundled(Deno.args[0]!, {
    env: (name) => Deno.env.get(name),
    stdin: Deno.stdin.readable,
    write: (line) => console.log(line),
  }),
);
