import { join } from "@std/path";
import { inTurn, output, timed } from "./measure.ts";
import type { Row } from "./row.ts";

const MIB = 1024 * 1024;
const FILES = 15;

/** Installing a large zip, next to unpacking it with unzip. */
export const install: Row = {
  name: "install of a 60 MiB zip",
  goal: 1.5,
  unit: "×",
  async measure({ program, folder, env, pairs }) {
    if (!await has("zip") || !await has("unzip")) return { skipped: "zip or unzip is missing" };
    const agent = join(folder, "agent");
    makeAgent(agent);
    const zip = join(folder, "agent.zip");
    await output(["zip", "-q", "-r", zip, "."], { cwd: agent });
    const size = Deno.statSync(zip).size / MIB;
    const small = join(folder, "small.zip");
    await output(["zip", "-q", small, "agent.json", "run.sh"], { cwd: agent });
    const target = join(folder, "agents");
    const install = (source: string) => async () => {
      const argv = [program, "-agents-dir", target, "-agents-install", source] as const;
      const ms = await timed(() => output(argv, { env }));
      Deno.removeSync(target, { recursive: true });
      return ms;
    };
    const unzip = (syncs: boolean) => async () => {
      const ms = await timed(async () => {
        await output(["unzip", "-q", zip, "-d", target]);
        if (syncs) { for (const { name } of Deno.readDirSync(target)) sync(join(target, name)); }
      });
      Deno.removeSync(target, { recursive: true });
      return ms;
    };
    const [ours, theirs, start, synced] = await inTurn(pairs, [
      install(zip),
      unzip(false),
      install(small),
      unzip(true),
    ]);
    const ms = (figure: number | undefined) => `${figure!.toFixed(0)} ms`;
    return {
      figure: ours! / theirs!,
      note: `${ms(ours)}, unzip ${ms(theirs)}, ${size.toFixed(0)} MiB packed; ` +
        `a zip of 1 KiB ${ms(start)}; unzip with its files synced, as ours are, ${ms(synced)}`,
    };
  },
};

/** An agent whose files do not shrink: a zip of 60 MiB may unpack to 64 MiB at most. */
function makeAgent(folder: string): void {
  Deno.mkdirSync(folder);
  Deno.writeTextFileSync(
    join(folder, "agent.json"),
    JSON.stringify({ id: "large", description: "A large agent.", exec: ["./run.sh"] }),
  );
  Deno.writeTextFileSync(join(folder, "run.sh"), "#!/bin/sh\necho OK\n", { mode: 0o755 });
  for (let file = 0; file < FILES; file++) {
    const bytes = new Uint8Array(4 * MIB);
    for (let at = 0; at < bytes.length; at += 65536) {
      crypto.getRandomValues(bytes.subarray(at, at + 65536));
    }
    Deno.writeFileSync(join(folder, `part-${file}.bin`), bytes);
  }
}

/** Waits until a file is on the disk. */
function sync(path: string): void {
  using file = Deno.openSync(path);
  file.syncSync();
}

async function has(program: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: ["-v"], stdout: "null", stderr: "null" })
      .output()).success;
  } catch {
    return false;
  }
}
