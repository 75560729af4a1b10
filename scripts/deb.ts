/**
 * `deno task deb [--arch amd64|arm64]`: builds dist/onidia_<version>_<arch>.deb, the same bytes
 * from the same commit every time (SPEC section 10).
 */
import { dirname, join, relative } from "@std/path";
import { parseArgs } from "@std/cli/parse-args";
import { compile } from "./compile.ts";
import { type Architecture, architectureOf, ARCHITECTURES, thisArchitecture } from "./deb/arch.ts";
import { MAINTAINER } from "./deb/changelog.ts";
import { contents, type Entry, ROOT } from "./deb/contents.ts";

/** What can be chosen of a package; the rest follows from the sources. */
export interface DebOptions {
  readonly arch?: Architecture;
  /** Another version than the one in deno.json, to try upgrades. */
  readonly version?: string;
  /** Where the package goes; dist/ where not given. */
  readonly folder?: string;
  /** `quick` and `none` save time where the package is only tried. */
  readonly compression?: "xz" | "quick" | "none";
  readonly env?: (name: string) => string | undefined;
}

/**
 * Builds the package and gives its path. The package appears whole or not at all. Throws an Error
 * with one sentence where it cannot be built.
 */
export async function buildDeb(options: DebOptions = {}): Promise<string> {
  const env = options.env ?? ((name: string) => Deno.env.get(name));
  const arch = options.arch ?? thisArchitecture();
  const version = options.version ?? sourceVersion();
  const seconds = await sourceDate(env);
  const program = await programFor(arch, env);
  const folder = options.folder ?? join(ROOT, "dist");
  const output = join(folder, `onidia_${version}_${arch}.deb`);
  const work = Deno.makeTempDirSync({ prefix: "onidia-deb-" });
  const part = `${output}.${crypto.randomUUID()}`;
  try {
    // dpkg-deb takes the mode of the root as it is, and that of a temp folder is 0700.
    const root = join(work, "root");
    Deno.mkdirSync(root);
    const date = new Date(seconds * 1000);
    for (const entry of contents({ program, version, date })) await place(root, entry);
    const size = installedSize(root);
    await writeControl(root, { VERSION: version, ARCH: arch, INSTALLED_SIZE: String(size) });
    settle(root, seconds);
    Deno.mkdirSync(folder, { recursive: true });
    await run(work, "dpkg-deb", [
      "--root-owner-group",
      ...{ xz: ["-Zxz", "-z6"], quick: ["-Zxz", "-z0"], none: ["-Znone"] }[
        options.compression ?? "xz"
      ],
      // With more threads than one the bytes depend on the machine.
      "--threads-max=1",
      "--build",
      root,
      part,
    ], { SOURCE_DATE_EPOCH: String(seconds) });
    Deno.renameSync(part, output);
    return output;
  } finally {
    Deno.removeSync(work, { recursive: true });
    await Deno.remove(part).catch(() => {});
  }
}

/** The version in deno.json, which is the only place that has it. */
export function sourceVersion(): string {
  const { version } = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json"))) as {
    version: string;
  };
  return version;
}

/** `SOURCE_DATE_EPOCH`, else the date of the commit, in seconds. */
async function sourceDate(env: (name: string) => string | undefined): Promise<number> {
  const given = env("SOURCE_DATE_EPOCH");
  if (given) {
    if (!/^\d{1,11}$/.test(given)) {
      throw new Error(`SOURCE_DATE_EPOCH is ${given}: expected seconds since 1970, in digits.`);
    }
    return Number(given);
  }
  try {
    return Number(await run(ROOT, "git", ["log", "-1", "--format=%ct"]));
  } catch {
    throw new Error("There is no commit to take the date from: set SOURCE_DATE_EPOCH to one.");
  }
}

/** Compiles for an architecture, whose runtime has to be there: this machine's, or DENORT_BIN. */
async function programFor(
  arch: Architecture,
  env: (name: string) => string | undefined,
): Promise<string> {
  const named = env("DENORT_BIN");
  const there = named ? architectureOf(named) : thisArchitecture();
  if (there !== arch) {
    throw new Error(
      `There is no runtime for ${arch} here: set DENORT_BIN to denort ${Deno.version.deno} for ` +
        `${ARCHITECTURES[arch].target}${named ? `, as ${named} is not one` : ""}.`,
    );
  }
  const output = join(ROOT, "dist/onidia-chat" + (arch === thisArchitecture() ? "" : `-${arch}`));
  const program = await compile({ output, say: (text) => console.error(text) });
  if (architectureOf(program) !== arch) {
    throw new Error(`${program} is not for ${arch}: remove it and build again.`);
  }
  return program;
}

/** Puts one entry of the list below the root. */
async function place(root: string, { to, mode = 0o644, from, text, link, gzip }: Entry) {
  const target = join(root, to);
  Deno.mkdirSync(dirname(target), { recursive: true });
  if (link !== undefined) return Deno.symlinkSync(link, target);
  const bytes = from === undefined ? new TextEncoder().encode(text) : undefined;
  if (bytes) Deno.writeFileSync(target, gzip ? await gzipped(bytes) : bytes);
  else Deno.copyFileSync(from!, target);
  Deno.chmodSync(target, mode);
}

async function writeControl(root: string, values: Readonly<Record<string, string>>) {
  const files = [...walk(root)].filter((path) => Deno.lstatSync(path).isFile)
    .map((path) => relative(root, path)).sort();
  const sums = await run(root, "md5sum", ["--", ...files]);
  const control = Deno.readTextFileSync(join(ROOT, "packaging/control"))
    .replace(/@([A-Z_]+)@/g, (_, name: string) => ({ ...values, MAINTAINER })[name]!);
  Deno.mkdirSync(join(root, "DEBIAN"));
  Deno.writeTextFileSync(join(root, "DEBIAN/control"), control);
  Deno.writeTextFileSync(join(root, "DEBIAN/md5sums"), sums + "\n");
}

/** In KiB, as dpkg-gencontrol(1) counts: files rounded up, 1 for everything else. */
function installedSize(root: string): number {
  return [...walk(root)].map((path) => Deno.lstatSync(path))
    .reduce((sum, { isFile, size }) => sum + (isFile ? Math.ceil(size / 1024) : 1), 0);
}

/** Gives all the same time and folders the usual mode, whatever the umask is. */
function settle(root: string, seconds: number): void {
  for (const path of [...walk(root), root]) {
    const { isDirectory, isSymlink } = Deno.lstatSync(path);
    if (isDirectory) Deno.chmodSync(path, 0o755);
    // The time of a link cannot be set; dpkg-deb clamps it to SOURCE_DATE_EPOCH.
    if (!isSymlink) Deno.utimeSync(path, seconds, seconds);
  }
  for (const name of ["control", "md5sums"]) Deno.chmodSync(join(root, "DEBIAN", name), 0o644);
}

/** All below a folder, what is in a folder before the folder itself. */
function* walk(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* walk(join(folder, name));
    yield join(folder, name);
  }
}

async function gzipped(bytes: Uint8Array): Promise<Uint8Array> {
  const child = new Deno.Command("gzip", { args: ["-9n"], stdin: "piped", stdout: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const { success, stdout } = await child.output();
  await written;
  if (!success) throw new Error("gzip failed.");
  return stdout;
}

/** Runs a program and gives what it printed; throws an Error with what it said where it fails. */
async function run(
  cwd: string,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command(program, { args, cwd, env, stdin: "null" }).output();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(`There is no ${program} here, which building the package needs.`);
  }
  if (!output.success) {
    throw new Error(`${program} failed: ${new TextDecoder().decode(output.stderr).trim()}`);
  }
  return new TextDecoder().decode(output.stdout).trim();
}

if (import.meta.main) {
  try {
    const { arch, _, ...others } = parseArgs(Deno.args, { string: ["arch"] }) as {
      arch?: string;
      _: unknown[];
    };
    if (_.length > 0 || Object.keys(others).length > 0) {
      throw new Error("deb takes --arch amd64 or --arch arm64, and nothing else.");
    }
    if (arch !== undefined && !Object.hasOwn(ARCHITECTURES, arch)) {
      throw new Error(`There are packages for amd64 and arm64 and not for ${arch || "nothing"}.`);
    }
    const output = await buildDeb({ arch: arch as Architecture | undefined });
    console.log(
      `${relative(Deno.cwd(), output)} (${Math.round(Deno.statSync(output).size / 1e6)} MB)`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(2);
  }
}
