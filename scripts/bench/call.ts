import { join } from "@std/path";
import { bundleInto, compileFolder } from "../compile.ts";
import { output } from "./measure.ts";
import type { Row } from "./row.ts";

/**
 * What the host adds to starting a program and reading its line, inside a running chat: both are
 * done by a compiled program, since starting a process costs more the bigger the starter is.
 */
export const call: Row = {
  name: "host overhead of a call in a running chat",
  goal: 3,
  unit: "ms",
  async measure({ folder, env, pairs }) {
    const bundle = join(folder, "bundle");
    await bundleInto(bundle, ["scripts/bench/call_program.ts"]);
    const program = join(folder, "caller");
    await compileFolder(bundle, "call_program.js", program);
    const agent = join(folder, "run.sh");
    Deno.writeTextFileSync(agent, "#!/bin/sh\nread -r line\necho OK done\n", { mode: 0o755 });
    const { hosted, plain, detached } = JSON.parse(
      await output([program, agent, String(pairs)], { env }),
    ) as Record<"hosted" | "plain" | "detached", number>;
    return {
      figure: hosted - plain,
      note: `${hosted.toFixed(2)} ms, plainly ${plain.toFixed(2)} ms, ` +
        `plainly in a process group of its own ${detached.toFixed(2)} ms`,
    };
  },
};
