/** A bare Debian for tests: made once by debootstrap, kept in dist/, copied for every test. */
import { join } from "@std/path";
import { ROOT } from "../../scripts/deb/contents.ts";

const BASE = join(ROOT, "dist/root-bookworm");

/** What a program did in the root. */
export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Whether the tests can run: as root, with what makes packages and roots. */
export const CAN_TEST = Deno.uid() === 0 &&
  ["dpkg-deb", "bwrap", "setpriv"].every(isOnPath) &&
  (isFolder(BASE) || isOnPath("debootstrap"));

export const HAS_LINTIAN = isOnPath("lintian") && isOnPath("dpkg-deb");

function isOnPath(name: string): boolean {
  return `${Deno.env.get("PATH")}:/usr/sbin:/sbin`.split(":").some((folder) =>
    folder !== "" && exists(join(folder, name))
  );
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  return exists(path) && Deno.statSync(path).isDirectory;
}

/** A root of a test's own, with an ordinary user `me`. */
export interface Root {
  readonly path: string;
  /** Runs a program as root. */
  readonly asRoot: (...command: string[]) => Promise<Result>;
  /** Runs a program as `me`, in the home. */
  readonly asMe: (...command: string[]) => Promise<Result>;
}

/** Gives a test a bare root and takes it away afterwards. Throws where it cannot be made. */
export async function inRoot(use: (root: Root) => Promise<void>): Promise<void> {
  await makeBase();
  const path = Deno.makeTempDirSync({ prefix: "onidia-root-" });
  try {
    Deno.chmodSync(path, 0o755);
    await must("cp", ["-a", "--reflink=auto", `${BASE}/.`, path]);
    // The runtime reads /proc/self/exe, so a bare chroot is not enough.
    const view = ["--bind", path, "/", "--ro-bind", "/proc", "/proc", "--dev", "/dev"];
    const asRoot = (...command: string[]) =>
      run("bwrap", [...view, "--cap-add", "ALL", "--", ...command]);
    const drop = ["setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups"];
    Deno.mkdirSync(join(path, "home/me/Music"), { recursive: true });
    await must("chown", ["-R", "1000:1000", join(path, "home/me")]);
    await use({
      path,
      asRoot,
      asMe: (...command) => asRoot("env", "-C", "/home/me", "HOME=/home/me", ...drop, ...command),
    });
  } finally {
    await must("rm", ["-rf", "--one-file-system", path]);
  }
}

async function makeBase(): Promise<void> {
  Deno.mkdirSync(join(ROOT, "dist"), { recursive: true });
  using lock = await Deno.open(`${BASE}.lock`, { write: true, create: true });
  await lock.lock(true);
  if (isFolder(BASE)) return;
  const part = `${BASE}.part`;
  await must("rm", ["-rf", "--one-file-system", part]);
  await must("debootstrap", ["--variant=minbase", "bookworm", part]);
  Deno.renameSync(part, BASE);
}

async function must(program: string, args: string[]): Promise<void> {
  const { code, err } = await run(program, args);
  if (code !== 0) throw new Error(`${program} failed: ${err}`);
}

/** Runs a program with an environment that names nothing of the machine's. */
export async function run(program: string, args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    clearEnv: true,
    env: {
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      LC_ALL: "C.UTF-8",
    },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}
