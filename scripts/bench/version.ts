import { inTurn, output, timed } from "./measure.ts";
import type { Row } from "./row.ts";

/** Asking for the version: what starting the program costs beyond starting the runtime. */
export const version: Row = {
  name: "-version, whole process",
  goal: 1.15,
  unit: "×",
  async measure({ program, hello, env, pairs }) {
    const [ours, theirs] = await inTurn(pairs, [
      () => timed(() => output([program, "-version"], { env })),
      () => timed(() => output([hello], { env })),
    ]);
    return {
      figure: ours! / theirs!,
      note: `${ours!.toFixed(1)} ms, hello-world ${theirs!.toFixed(1)} ms`,
    };
  },
};
