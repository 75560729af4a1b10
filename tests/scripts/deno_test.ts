import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";

/**
 * The wrapper scripts/deno, run for real on machines made of a PATH: a folder of links to the few
 * ordinary tools, and stand-ins for npm and for other Denos that hand out the Deno that runs this
 * test. That the real npm gives the same is what .ci/run starts with.
 */
const WRAPPER = fromFileUrl(new URL("../../scripts/deno", import.meta.url));
const PINNED = /^DENO_VERSION=(.+)$/m.exec(Deno.readTextFileSync(WRAPPER))![1]!;
const PLATFORM = `linux-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}-glibc`;
const TOOLS = ["sh", "uname", "readlink", "mkdir", "mktemp", "mv", "rm", "chmod", "ln", "sleep"];

/** Like `npm install --prefix FOLDER … @deno/PLATFORM@VERSION`. */
const NPM = `#!/bin/sh
sleep 0.2
while [ "$1" != --prefix ]; do shift; done
folder=$2
while [ $# -gt 1 ]; do shift; done
[ "$1" = "@deno/${PLATFORM}@${PINNED}" ] || exit 1
mkdir -p "$folder/node_modules/@deno/${PLATFORM}"
ln -s "${Deno.execPath()}" "$folder/node_modules/@deno/${PLATFORM}/deno"
echo "added 1 package"
`;

/** Like another Deno's `deno cache npm:@deno/PLATFORM@VERSION`. */
const OTHER_DENO = `#!/bin/sh
case "$1" in
--version) echo "deno 2.0.0 (stable, release, x)" ;;
cache)
  folder="$DENO_DIR/npm/a.registry/@deno/${PLATFORM}/${PINNED}"
  mkdir -p "$folder"
  ln -s "${Deno.execPath()}" "$folder/deno" ;;
*) exit 1 ;;
esac
`;

interface Machine {
  readonly path: string;
  readonly home: string;
  /** The folder the fetched Deno is kept in. */
  readonly kept: string;
  add(name: string, script: string): void;
  run(args: string[], options?: RunOptions): Promise<{ code: number; out: string; err: string }>;
}

interface RunOptions {
  readonly shell?: string;
  readonly wrapper?: string;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

async function onMachine(body: (machine: Machine) => Promise<void>): Promise<void> {
  const base = Deno.realPathSync(Deno.makeTempDirSync());
  const path = join(base, "bin");
  const home = join(base, "home");
  Deno.mkdirSync(path);
  Deno.mkdirSync(home);
  for (const tool of TOOLS) Deno.symlinkSync(onPath(tool)!, join(path, tool));
  try {
    await body({
      path,
      home,
      kept: join(home, `.cache/onidia-chat/deno-${PINNED}`),
      add: (name, script) => Deno.writeTextFileSync(join(path, name), script, { mode: 0o755 }),
      async run(args, { shell = "sh", wrapper = WRAPPER, cwd = "/", env = {} } = {}) {
        const [program, ...first] = shell.split(" ");
        const { code, stdout, stderr } = await new Deno.Command(onPath(program!)!, {
          args: [...first, wrapper, ...args],
          cwd,
          clearEnv: true,
          env: { PATH: path, HOME: home, ...env },
          stdin: "null",
        }).output();
        const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
        return { code, out: decode(stdout), err: decode(stderr) };
      },
    });
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

function onPath(tool: string): string | undefined {
  return (Deno.env.get("PATH") ?? "").split(":").map((folder) => join(folder, tool)).find(
    (file) => {
      try {
        return Deno.statSync(file).isFile;
      } catch {
        return false;
      }
    },
  );
}

function linkPinned(machine: Machine, name = "deno"): void {
  Deno.symlinkSync(Deno.execPath(), join(machine.path, name));
}

Deno.test("a Deno of the pinned version on PATH is used in silence and nothing is kept", async () => {
  await onMachine(async (machine) => {
    linkPinned(machine);
    const { code, out, err } = await machine.run(["--version"]);
    assertStringIncludes(out, `deno ${PINNED} `);
    assertEquals({ code, err }, { code: 0, err: "" });
    assertEquals([...Deno.readDirSync(machine.home)], []);
  });
});

for (const shell of ["sh", "dash", "busybox sh", "bash --posix"]) {
  Deno.test({
    name: `a machine with npm alone gets Deno from it once, by ${shell}`,
    ignore: onPath(shell.split(" ")[0]!) === undefined,
    fn: () =>
      onMachine(async (machine) => {
        machine.add("npm", NPM);
        const first = await machine.run(["--version"], { shell });
        assertStringIncludes(first.out, `deno ${PINNED} `);
        assertEquals(
          first.err,
          `scripts/deno: fetching Deno ${PINNED} with npm into ${machine.kept}\n`,
        );
        Deno.removeSync(join(machine.path, "npm"));
        const second = await machine.run(["--version"], { shell });
        assertEquals(second, { code: 0, out: first.out, err: "" });
        assertEquals([...Deno.readDirSync(machine.kept)].map(({ name }) => name), ["deno"]);
      }),
  });
}

Deno.test("a machine with another Deno alone gets the pinned one through it", async () => {
  await onMachine(async (machine) => {
    machine.add("deno", OTHER_DENO);
    const { code, out, err } = await machine.run(["--version"]);
    assertStringIncludes(out, `deno ${PINNED} `);
    assertMatch(err, /^scripts\/deno: fetching Deno .+ with the Deno on PATH, from npm into .+\n$/);
    assertEquals(code, 0);
  });
});

Deno.test("two that fetch at once both work", async () => {
  await onMachine(async (machine) => {
    machine.add("npm", NPM);
    const runs = await Promise.all([machine.run(["--version"]), machine.run(["--version"])]);
    for (const { code, out } of runs) {
      assertEquals(code, 0);
      assertStringIncludes(out, `deno ${PINNED} `);
    }
    assertEquals([...Deno.readDirSync(machine.kept)].map(({ name }) => name), ["deno"]);
  });
});

Deno.test("without any way one sentence names the ways", async () => {
  await onMachine(async (machine) => {
    const { code, out, err } = await machine.run(["--version"]);
    assertEquals({ code, out }, { code: 1, out: "" });
    assertMatch(
      err,
      /^scripts\/deno: there is no way to Deno .+ Node with npm, any other Deno.+\n$/,
    );
  });
});

Deno.test("a download that is not the pinned Deno is refused and not kept", async () => {
  await onMachine(async (machine) => {
    machine.add("npm", NPM.replace(Deno.execPath(), join(machine.path, "uname")));
    const { code, err } = await machine.run(["--version"]);
    assertEquals(code, 1);
    assertStringIncludes(err, "npm did not give it");
    assertEquals([...Deno.readDirSync(machine.kept)], []);
  });
});

Deno.test("where HOME cannot be written the project keeps it, and Deno's own cache too", async () => {
  await onMachine(async (machine) => {
    machine.add("npm", NPM);
    const project = join(machine.path, "../project");
    Deno.mkdirSync(join(project, "scripts"), { recursive: true });
    const wrapper = join(project, "scripts/deno");
    Deno.copyFileSync(WRAPPER, wrapper);
    for (const env of [{ HOME: "/proc/nobody" }, { HOME: "" }]) {
      const script = "console.log(Deno.env.get('DENO_DIR'))";
      const { code, out } = await machine.run(["eval", script], { wrapper, env });
      assertEquals({ code, out }, {
        code: 0,
        out: `${Deno.realPathSync(project)}/.cache/deno-dir\n`,
      });
      Deno.removeSync(join(project, ".cache"), { recursive: true });
    }
  });
});

Deno.test("tasks are the project's from any folder, and find the pinned deno", async () => {
  await onMachine(async (machine) => {
    machine.add("npm", NPM);
    const project = join(machine.path, "../project");
    Deno.mkdirSync(join(project, "scripts"), { recursive: true });
    Deno.copyFileSync(WRAPPER, join(project, "scripts/deno"));
    Deno.writeTextFileSync(
      join(project, "deno.json"),
      JSON.stringify({ tasks: { where: "pwd && sh -c 'command -v deno' && echo" } }),
    );
    const wrapper = join(machine.home, "link");
    Deno.symlinkSync(join(project, "scripts/deno"), wrapper);
    const { code, out } = await machine.run(["task", "where", "-a", "two words"], { wrapper });
    assertEquals(
      { code, out },
      { code: 0, out: `${Deno.realPathSync(project)}\n${machine.kept}/deno\n-a two words\n` },
    );
  });
});

Deno.test("it is not its own other Deno where it stands on PATH as deno", async () => {
  await onMachine(async (machine) => {
    Deno.symlinkSync(WRAPPER, join(machine.path, "deno"));
    const { code, err } = await machine.run(["--version"]);
    assertEquals(code, 1);
    assertMatch(err, /^scripts\/deno: there is no way .+\n$/);
  });
});

Deno.test("the machine's certificate authorities are trusted unless the caller chose others", async () => {
  await onMachine(async (machine) => {
    linkPinned(machine);
    const script = ["eval", "console.log(Deno.env.get('DENO_TLS_CA_STORE'))"];
    assertEquals((await machine.run(script)).out, "system,mozilla\n");
    const env = { DENO_TLS_CA_STORE: "mozilla" };
    assertEquals((await machine.run(script, { env })).out, "mozilla\n");
  });
});

Deno.test("no other file names another version of Deno", () => {
  const root = new URL("../../", import.meta.url);
  for (
    const name of ["README.md", "CONTRIBUTING.md", "scripts/denort.ts", ".ci/run", "deno.json"]
  ) {
    const text = Deno.readTextFileSync(new URL(name, root));
    const named = [...text.matchAll(/\bdeno\W{1,4}v?(\d+\.\d+\.\d+)/gi)].map(([, version]) =>
      version
    );
    assertEquals(named.filter((version) => version !== PINNED), [], name);
  }
});
