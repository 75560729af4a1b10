/** `deno task compile`: builds dist/onidia-chat, one program that needs nothing else installed. */
import { dirname, fromFileUrl, join, relative } from "@std/path";
import { PERMISSIONS } from "../src/cli/self.ts";
import { findDenort } from "./denort.ts";

const ROOT = fromFileUrl(new URL("..", import.meta.url)).replace(/\/$/, "");

/** The program, and after it every worker, since a worker is a program of its own to the bundler. */
const ENTRIES = ["main.ts", "src/store/archive_worker.ts"];

/** What goes into the program beside the code. */
const AGENTS = "agents";

/**
 * All that she asks of the system: whose pipe the pet's is; and the name of the machine, which a
 * part of the models' library reads when it is loaded, and nothing here uses.
 */
const SYSTEM = "uid,hostname";

/** What she may do, named one by one: no FFI, and never everything. */
const ALLOWED = [
  ...PERMISSIONS.map((name) => name === "sys" ? `--allow-sys=${SYSTEM}` : `--allow-${name}`),
  // No code from elsewhere, even where an address can be read.
  "--deny-import",
  // A permission that is not in the list is an error at once and not a question to the user.
  "--no-prompt",
];

/** What every program made here is compiled with, the hello-world of the measurements too. */
const FLAGS = [
  "--quiet",
  "--no-check",
  "--no-config",
  "--no-lock",
  "--unstable-worker-options",
  // Deno would keep compiled code under a predictable name in the temp folder all users share, where
  // another user could plant some; and the measured gain for a bundle of this size is nothing.
  "--no-code-cache",
  ...ALLOWED,
];

/**
 * Environment of the program, where the user's own does not say otherwise: she trusts the
 * certificate authorities that the machine trusts. `deno compile` keeps no other trace of it.
 */
const ENVIRONMENT = "DENO_TLS_CA_STORE=system,mozilla\n";

/** Folders and files that decide what the program is. */
const INPUTS = [
  "main.ts",
  "src",
  AGENTS,
  "deno.json",
  "deno.lock",
  "scripts/compile.ts",
  "scripts/denort.ts",
];

/** What can be chosen of a build. */
export interface CompileOptions {
  /** Where the program goes; dist/onidia-chat where not given. */
  readonly output?: string;
  /** Told what is being done, a line at a time. */
  readonly say?: (text: string) => void;
}

/**
 * Builds the program of the current sources, unless it is there already (told by a hash over all
 * inputs that is kept beside it). Gives its absolute path. Two builds at once wait for each other;
 * the program appears whole or not at all. Throws an Error with the failed command's own words.
 */
export async function compile(options: CompileOptions = {}): Promise<string> {
  const output = options.output ?? join(ROOT, "dist/onidia-chat");
  const say = options.say ?? (() => {});
  Deno.mkdirSync(dirname(output), { recursive: true });
  using lock = await Deno.open(`${output}.lock`, { write: true, create: true });
  await lock.lock(true);
  const commit = await currentCommit();
  const inputs = await hashInputs(commit);
  if (isBuiltFrom(inputs, output)) return output;

  const work = Deno.makeTempDirSync({ prefix: "onidia-chat-build-" });
  try {
    say("bundling");
    const bundle = join(work, "bundle");
    await bundleInto(bundle, ENTRIES);
    copyTree(join(ROOT, AGENTS), join(bundle, AGENTS));
    Deno.writeTextFileSync(join(bundle, "build.json"), JSON.stringify({ commit }) + "\n");
    say("compiling");
    await compileFolder(bundle, "main.js", output);
    Deno.writeTextFileSync(`${output}.inputs`, stamp(inputs, output));
    return output;
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

/**
 * Bundles modules of this project with all they import. Takes the folder to write to and the
 * modules' paths from the project's root; each becomes a `.js` at the place it has below the folder
 * that holds them all.
 */
export async function bundleInto(folder: string, entries: readonly string[]): Promise<void> {
  await run(ROOT, [
    "bundle",
    "--quiet",
    "--code-splitting",
    // Every start reads all that is in the program, so half the size is time won at each.
    "--minify",
    "--platform=deno",
    `--outdir=${folder}`,
    ...entries,
  ]);
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (isFile && name.endsWith(".js")) giveRequire(join(folder, name));
  }
}

/**
 * CommonJS packages of the models' library call `require`. Deno gives a bundle one, but does not
 * find the place in a minified one, which then refuses at the first call.
 */
function giveRequire(path: string): void {
  const code = Deno.readTextFileSync(path);
  if (!code.includes("Dynamic require of")) return;
  const head = 'import{createRequire as __createRequire}from"node:module";' +
    "const require=__createRequire(import.meta.url);";
  Deno.writeTextFileSync(path, head + code);
}

/**
 * Compiles a folder of JavaScript with its main module into a program, with the flags of the
 * product. Takes the folder, the main module's name in it, and the program's path.
 */
export async function compileFolder(folder: string, main: string, output: string): Promise<void> {
  const denort = await findDenort();
  const part = `${output}.${crypto.randomUUID()}`;
  const environment = `${part}.env`;
  const others = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) =>
    name !== main
  ).sort();
  // Times of files are kept in the program: with fixed ones two builds are the same bytes.
  for (const path of filesBelow(folder)) Deno.utimeSync(path, 1, 1);
  try {
    Deno.writeTextFileSync(environment, ENVIRONMENT);
    await run(folder, [
      "compile",
      ...FLAGS,
      `--env-file=${environment}`,
      ...others.flatMap((name) => ["--include", name]),
      `--output=${part}`,
      main,
    ], denort ? { DENORT_BIN: denort } : {});
    Deno.renameSync(part, output);
  } finally {
    for (const path of [part, environment]) await Deno.remove(path).catch(() => {});
  }
}

/** Runs Deno in a folder; throws an Error with what it said where it fails. */
async function run(cwd: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
  }).output();
  if (!success) {
    throw new Error(`deno ${args[0]} failed: ${new TextDecoder().decode(stderr).trim()}`);
  }
}

/** The commit the sources are at, with a `+` where they differ; undefined outside a checkout. */
async function currentCommit(): Promise<string | undefined> {
  try {
    const git = async (...args: string[]) => {
      const { success, stdout } = await new Deno.Command("git", {
        args: ["-C", ROOT, ...args],
        stderr: "null",
      }).output();
      return success ? new TextDecoder().decode(stdout).trim() : undefined;
    };
    const commit = await git("rev-parse", "--short=12", "HEAD");
    const changed = await git("status", "--porcelain", "--", ...INPUTS);
    return commit && commit + (changed ? "+" : "");
  } catch {
    // There is no git.
    return undefined;
  }
}

async function hashInputs(commit = ""): Promise<string> {
  const lines = [Deno.version.deno, Deno.build.target, commit];
  for (const input of INPUTS) {
    for (const path of filesBelow(join(ROOT, input))) {
      lines.push(`${relative(ROOT, path)} ${await sha256(Deno.readFileSync(path))}`);
    }
  }
  return await sha256(new TextEncoder().encode(lines.join("\n")));
}

function filesBelow(path: string): string[] {
  if (!Deno.statSync(path).isDirectory) return [path];
  return [...Deno.readDirSync(path)].map((entry) => entry.name).sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function copyTree(from: string, to: string): void {
  for (const path of filesBelow(from)) {
    const target = join(to, relative(from, path));
    Deno.mkdirSync(dirname(target), { recursive: true });
    Deno.copyFileSync(path, target);
  }
}

/** What is kept beside the program: what it was built from, and that it is still that file. */
function stamp(inputs: string, output: string): string {
  const { size, mtime } = Deno.statSync(output);
  return `${inputs} ${size} ${mtime?.getTime()}\n`;
}

function isBuiltFrom(inputs: string, output: string): boolean {
  try {
    return Deno.readTextFileSync(`${output}.inputs`) === stamp(inputs, output);
  } catch {
    return false;
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

if (import.meta.main) {
  try {
    const output = await compile({ say: (text) => console.error(text) });
    console.log(`${relative(Deno.cwd(), output)} (${megabytes(output)} MB)`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(1);
  }
}

function megabytes(path: string): number {
  return Math.round(Deno.statSync(path).size / 1e6);
}
