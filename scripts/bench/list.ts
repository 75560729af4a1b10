import { join } from "@std/path";
import { inTurn, output, timed } from "./measure.ts";
import type { Row } from "./row.ts";

const AGENTS = 1000;

/** Listing a directory of a thousand agents. */
export const list: Row = {
  name: "-agents-list, 1,000 agents",
  goal: 3,
  unit: "×",
  async measure({ program, hello, folder, env, pairs }) {
    for (let i = 0; i < AGENTS; i++) {
      const agent = join(folder, `agent_${i}`);
      Deno.mkdirSync(agent);
      Deno.writeTextFileSync(
        join(agent, "agent.json"),
        JSON.stringify({
          id: `agent_${i}`,
          version: "1.0.0",
          description: `Do the thing number ${i}. Use when the user asks for thing ${i}.`,
          exec: ["./run.sh"],
          params: [{ name: "what", type: "string", enum: ["this", "that"], default: "this" }],
        }),
      );
      Deno.writeTextFileSync(join(agent, "run.sh"), "#!/bin/sh\necho OK\n", { mode: 0o755 });
    }
    const argv = [program, "-agents-dir", folder, "-agents-list"] as const;
    const listed = (await output([...argv], { env })).match(/^agent_\d+ +1\.0\.0 +enabled/gm) ?? [];
    if (listed.length !== AGENTS) throw new Error(`Only ${listed.length} agents were listed.`);
    const [ours, theirs] = await inTurn(pairs, [
      () => timed(() => output([...argv], { env })),
      () => timed(() => output([hello], { env })),
    ]);
    return {
      figure: ours! / theirs!,
      note: `${ours!.toFixed(1)} ms, hello-world ${theirs!.toFixed(1)} ms`,
    };
  },
};
