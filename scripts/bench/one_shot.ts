import { fromFileUrl, join } from "@std/path";
import { inTurn, output, timed } from "./measure.ts";
import type { Row } from "./row.ts";

const AGENT = fromFileUrl(new URL("../../agents/hello_world", import.meta.url));

/** A one-shot message that calls hello_world, without the time the agent takes by itself. */
export const oneShot: Row = {
  name: "one-shot, hello_world, without the agent's own time",
  goal: 2.5,
  unit: "×",
  async measure({ program, hello, env, pairs }) {
    const manifest = JSON.parse(Deno.readTextFileSync(join(AGENT, "agent.json")));
    const agent = join(AGENT, manifest.exec[0]);
    const input = 'RUN {"name":"Ada","style":"friendly"}\n';
    const answer = /^OK (.*)$/m.exec(await output([agent], { cwd: AGENT, input }))![1]!;
    const reply = await output([program, "greet Ada"], { env });
    if (!reply.includes(answer)) throw new Error(`The reply was not the agent's: ${reply}`);
    const [ours, agents, theirs] = await inTurn(pairs, [
      () => timed(() => output([program, "greet Ada"], { env })),
      () => timed(() => output([agent], { cwd: AGENT, input })),
      () => timed(() => output([hello], { env })),
    ]);
    return {
      figure: (ours! - agents!) / theirs!,
      note: `${ours!.toFixed(1)} ms, of it the agent ${agents!.toFixed(1)} ms, ` +
        `hello-world ${theirs!.toFixed(1)} ms`,
    };
  },
};
