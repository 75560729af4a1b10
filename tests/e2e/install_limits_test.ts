/** Installing where the machine does not play along: no room, no right to write, others at it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { CAN_CHANGE_USER, isInstalled, onMachine, run } from "./program.ts";
import { agentsOf, assertTidy, digestOf, listedVersion, makeVersion } from "./versions.ts";

const SIZE = { files: 4, size: 500_000 };

/** Whether a file system can be mounted here; root may not everywhere. */
const CAN_MOUNT = Deno.uid() === 0 && isInstalled("mount") && canMount();

Deno.test({
  name: "on a full disk an install says so and leaves the old version, and nothing else",
  ignore: !CAN_MOUNT,
  fn: () =>
    onMachine(async (machine) => {
      const old = await makeVersion(machine, "1.0.0", { files: 1, size: 1000 });
      const next = await makeVersion(machine, "2.0.0", SIZE);
      const directory = agentsOf(machine);
      await withSmallDisk(directory, async () => {
        assertEquals((await machine.run(["-agents-install", old.folder])).code, 0);
        for (const source of [next.zip, next.folder]) {
          assertEquals(await machine.run(["-agents-install", source]), {
            code: 2,
            out: "",
            err: `onidia-chat: Cannot install ${source}: ` +
              "the disk is full: make room, then try again\n",
          });
          assertTidy(directory, [old]);
        }
        assertEquals(await listedVersion(machine), "1.0.0");
      });
    }),
});

Deno.test({
  name: "where files may not grow, an install fails and the next one cleans up",
  ignore: !isInstalled("prlimit"),
  fn: () =>
    onMachine(async (machine) => {
      const old = await makeVersion(machine, "1.0.0", { files: 1, size: 1000 });
      const next = await makeVersion(machine, "2.0.0", SIZE);
      assertEquals((await machine.run(["-agents-install", old.folder])).code, 0);
      for (const source of [next.zip, next.folder]) {
        const argv = ["prlimit", "--fsize=100000", machine.program, "-agents-install", source];
        const { code } = await run(argv, { cwd: machine.folder, env: machine.env() });
        assert(code !== 0);
        assertEquals(await listedVersion(machine), "1.0.0");
      }
      assertEquals((await machine.run(["-agents-install", next.zip])).code, 0);
      assertTidy(agentsOf(machine), [old, next]);
      assertEquals(await listedVersion(machine), "2.0.0");
    }),
});

Deno.test({
  name: "in a directory that may not be written nothing changes, and the remedy is told",
  ignore: !CAN_CHANGE_USER,
  fn: () =>
    onMachine(async (machine) => {
      const version = await makeVersion(machine, "1.0.0", { files: 0, size: 0 });
      const directory = agentsOf(machine);
      assertEquals((await machine.run(["-agents-install", version.folder])).code, 0);
      for (const path of [directory, join(directory, ".store")]) {
        Deno.mkdirSync(path, { recursive: true });
        Deno.chownSync(path, 0, 0);
        Deno.chmodSync(path, 0o755);
      }
      const before = digestOf(directory);
      for (const args of [["-agents-install", version.zip], ["-agents-remove", "tea"]]) {
        const { code, out, err } = await machine.run(args);
        assertEquals({ code, out }, { code: 2, out: "" });
        assertEquals(
          err,
          `onidia-chat: Cannot write to ${directory}: permission denied - ` +
            "make it a folder that you can write, or name another with -agents-dir\n",
        );
      }
      assertEquals(digestOf(directory), before);
    }, { ordinary: true }),
});

Deno.test({
  name: "a read-only file system is named as such",
  ignore: !CAN_MOUNT,
  fn: () =>
    onMachine(async (machine) => {
      const version = await makeVersion(machine, "1.0.0", { files: 0, size: 0 });
      const directory = agentsOf(machine);
      await withSmallDisk(directory, async () => {
        await mount(["-o", "remount,ro", directory]);
        const { code, err } = await machine.run(["-agents-install", version.zip]);
        assertEquals(code, 2);
        assertStringIncludes(err, `Cannot write to ${directory}: the file system is read-only`);
      });
    }),
});

Deno.test("of four installs at once all succeed, and one is there, whole, without leftovers", () =>
  onMachine(async (machine) => {
    const versions = await Promise.all(
      ["1.0.0", "2.0.0", "3.0.0", "4.0.0"].map((name) => makeVersion(machine, name, SIZE)),
    );
    const installs = await Promise.all(
      versions.map(({ zip, folder }, at) =>
        machine.run(["-agents-install", at % 2 === 0 ? zip : folder])
      ),
    );
    for (const { code, out, err } of installs) {
      assertEquals(code, 0, err);
      assertMatch(out, /^installed tea -> /);
      assertMatch(err, /^(?:waiting for another change [^\n]*\n)?$/);
    }
    assertTidy(agentsOf(machine), versions);
    await listedVersion(machine);
  }));

/** Gives a folder a disk of its own, of 1 MiB, for as long as the body runs. */
async function withSmallDisk(folder: string, body: () => Promise<void>): Promise<void> {
  Deno.mkdirSync(folder, { recursive: true });
  await mount(["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]);
  try {
    await body();
  } finally {
    new Deno.Command("umount", { args: [folder] }).outputSync();
  }
}

async function mount(args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("mount", { args: [...args] }).output();
  assert(success, new TextDecoder().decode(stderr));
}

function canMount(): boolean {
  const folder = Deno.makeTempDirSync();
  try {
    const args = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder];
    if (!new Deno.Command("mount", { args }).outputSync().success) return false;
    return new Deno.Command("umount", { args: [folder] }).outputSync().success;
  } finally {
    Deno.removeSync(folder);
  }
}
