/** The compiled program, run as a user would: real processes, a home of their own, nothing else. */
import { join } from "@std/path";
import { compile } from "../../scripts/compile.ts";

/** What a run came to. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** How the program is run. */
export interface RunOptions {
  /** Standard input; the empty device where not given. */
  readonly input?: string;
  /** Added to, or with undefined taken from, the environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Another copy of the program. */
  readonly program?: string;
}

/** A machine with the program and an empty home, where no package is installed. */
export interface Machine {
  readonly program: string;
  /** A folder of this test's own; `home` and `temp` are in it. */
  readonly folder: string;
  readonly home: string;
  /** TMPDIR of the program. */
  readonly temp: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The whole environment the program is run with. */
  env(changes?: RunOptions["env"]): Record<string, string>;
}

/** Built once for all tests of a file, and not at all where nothing changed. */
let built: Promise<string> | undefined;

/** Nobody: an account that owns nothing. */
const ORDINARY = 65534;

/** Whether tests may become an ordinary user. */
export const CAN_CHANGE_USER = Deno.uid() === 0 && isInstalled("setpriv");

/**
 * Runs a test body on a fresh machine and removes it. With `ordinary`, everything belongs to an
 * ordinary user and the program is run by that user, from a copy that user can read.
 */
export async function onMachine(
  body: (machine: Machine) => Promise<void>,
  options: { readonly ordinary?: boolean } = {},
): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "onidia-chat-e2e-" }));
  const home = join(folder, "home");
  const temp = join(folder, "temp");
  try {
    let program = await (built ??= compile());
    for (const path of [home, temp]) Deno.mkdirSync(path);
    if (options.ordinary) {
      for (const path of [folder, home, temp]) Deno.chownSync(path, ORDINARY, ORDINARY);
      const copy = join(folder, "onidia-chat");
      Deno.copyFileSync(program, copy);
      Deno.chmodSync(copy, 0o755);
      program = copy;
    }
    const env: Machine["env"] = (changes = {}) => {
      const all: Readonly<Record<string, string | undefined>> = {
        PATH: "/usr/local/bin:/usr/bin:/bin",
        HOME: home,
        TMPDIR: temp,
        CHAT_APP_PACKAGE_DIR: join(folder, "no-package"),
        ...changes,
      };
      return Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
    };
    await body({
      program,
      folder,
      home,
      temp,
      env,
      run: (args, { input, env: changes, program: other = program } = {}) =>
        run(options.ordinary ? [...BECOME_ORDINARY, other, ...args] : [other, ...args], {
          env: env(changes),
          cwd: folder,
          input,
        }),
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const BECOME_ORDINARY = [
  "/usr/bin/setpriv",
  `--reuid=${ORDINARY}`,
  `--regid=${ORDINARY}`,
  "--clear-groups",
  "--",
];

/** Runs a command line to its end. */
export async function run(
  argv: readonly string[],
  options: { env: Record<string, string>; cwd: string; input?: string },
): Promise<Ended> {
  const { input, ...rest } = options;
  const child = new Deno.Command(argv[0]!, {
    args: argv.slice(1),
    clearEnv: true,
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...rest,
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: decode(stdout), err: decode(stderr) };
}

/** Drops an agent into the user's directory. Takes the files of its folder; scripts are executable. */
export function dropAgent(machine: Machine, id: string, files: Record<string, string>): string {
  const folder = join(machine.home, ".config/chat-app/agents", id);
  Deno.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(join(folder, name), text, {
      mode: text.startsWith("#!") ? 0o755 : 0o644,
    });
  }
  return folder;
}

/** Every file and folder below a folder, relative to it, sorted. */
export function allBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? [name, ...allBelow(join(folder, name)).map((inner) => join(name, inner))] : [name]
  ).sort();
}

/** Whether a program is on PATH. */
export function isInstalled(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(join(folder, program)).isFile;
    } catch {
      return false;
    }
  });
}
