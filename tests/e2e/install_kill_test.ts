import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { storeFolder } from "../../src/agents/layout.ts";
import { exists } from "../../src/store/staging.ts";
import { isInstalled, type Machine, onMachine, run } from "./program.ts";
import {
  agentsOf,
  assertTidy,
  listedVersion,
  makeVersion,
  type Version,
  wholeVersion,
} from "./versions.ts";

/** How many installs are killed of each kind of source. */
const KILLS = 105;

/** After so many kills the program itself is asked; the files are looked at after each. */
const ASKED_EVERY = 15;

/** Both at the same time: each has a machine of its own, and the other one for noise. */
Deno.test("an install killed at any of 210 moments leaves the old or the new version whole", async () => {
  await Promise.all([
    killOften((version) => version.zip, { files: 2, size: 20_000 }),
    killOften((version) => version.folder, { files: 40, size: 100_000 }),
  ]);
});

async function killOften(
  source: (version: Version) => string,
  size: { files: number; size: number },
): Promise<void> {
  await onMachine(async (machine) => {
    const versions = [
      await makeVersion(machine, "1.0.0", size),
      await makeVersion(machine, "2.0.0", size),
    ] as const;
    const directory = agentsOf(machine);
    const usual = await timeOf(machine, versions.map(source));
    let kills = 0;
    let atWork = 0;
    while (kills < KILLS) {
      const before = wholeVersion(directory, versions);
      const next = before === versions[0] ? versions[1] : versions[0];
      // In the first third the program only starts.
      if (!await killedAfter(usual * (0.3 + 0.7 * Math.random()), machine, source(next))) continue;
      kills++;
      if (hasStaging(directory)) atWork++;
      const there = wholeVersion(directory, versions);
      if (kills % ASKED_EVERY === 0 || !exists(join(directory, "tea"))) {
        assertEquals(await listedVersion(machine), there.name);
        const { code, err } = await machine.run(["-agents-install", source(next)]);
        assertEquals({ code, err }, { code: 0, err: "" });
        assertTidy(directory, versions);
      }
    }
    assertEquals(await listedVersion(machine), wholeVersion(directory, versions).name);
    assert(atWork > 0, "no kill fell into the work itself");
  });
}

Deno.test({
  name:
    "a change killed before any of its renames leaves a whole version, between the two that swap as well",
  ignore: !isInstalled("strace"),
  fn: () =>
    onMachine(async (machine) => {
      const size = { files: 1, size: 1000 };
      const versions = [
        await makeVersion(machine, "1.0.0", size),
        await makeVersion(machine, "2.0.0", size),
      ] as const;
      const directory = agentsOf(machine);
      const changes = [
        ["-agents-install", versions[0].folder],
        ["-agents-install", versions[1].zip],
        ["-agents-rollback", "tea"],
      ];
      for (const version of versions) await machine.run(["-agents-install", version.folder]);
      for (const change of changes) {
        for (let step = 1; await killedAtRename(step, machine, change); step++) {
          const there = wholeVersion(directory, versions);
          assertEquals(await listedVersion(machine), there.name, `rename ${step} of ${change[0]}`);
        }
        // That one came to its end.
        assertTidy(directory, versions);
      }
    }),
});

/** Installs the sources in turn; gives how long one takes, in milliseconds. */
async function timeOf(machine: Machine, sources: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const source of [...sources, ...sources]) {
    const start = performance.now();
    const { code, err } = await machine.run(["-agents-install", source]);
    assertEquals({ code, err }, { code: 0, err: "" });
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/** Starts an install and kills it by its pid. Gives whether it was still at work. */
async function killedAfter(ms: number, machine: Machine, source: string): Promise<boolean> {
  const child = new Deno.Command(machine.program, {
    args: ["-agents-install", source],
    clearEnv: true,
    env: machine.env(),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has come to its end in this very moment.
    }
  }, ms);
  const { signal } = await child.status;
  clearTimeout(timer);
  return signal === "SIGKILL";
}

/**
 * Runs the program so that it is killed when it is about to rename something for the nth time.
 * Gives false where it does not come to that and ends well.
 */
async function killedAtRename(
  nth: number,
  machine: Machine,
  args: readonly string[],
): Promise<boolean> {
  const inject = `inject=rename:signal=SIGKILL:when=${nth}`;
  const argv = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=rename", "-e", inject];
  const { code, err } = await run([...argv, machine.program, ...args], {
    cwd: machine.folder,
    env: machine.env({ PATH: Deno.env.get("PATH") }),
  });
  if (code !== 0) assertEquals({ code, err }, { code: 137, err: "" });
  return code !== 0;
}

/** Whether a change has begun that nobody has tidied up after. */
function hasStaging(directory: string): boolean {
  return exists(storeFolder(directory)) &&
    [...Deno.readDirSync(storeFolder(directory))].some(({ name }) => name.startsWith("staging-"));
}
