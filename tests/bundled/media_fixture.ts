/** Real agents, players and files in a home of their own. */
import { join } from "@std/path";
import { parseSession, type Session } from "../../src/bundled/sessions.ts";
import { hasEnded, readProcessStat } from "../../src/bundled/process_stat.ts";
import { runBundled } from "../../src/bundled/run.ts";

/** What an agent said, line by line, and its exit code. */
export interface Answer {
  readonly code: number;
  readonly lines: readonly string[];
  /** The OK or ERR line. */
  readonly last: string;
}

/** A home with Music and Videos, players without a sound or a picture, and a state folder. */
export interface Home {
  readonly path: string;
  readonly music: string;
  readonly videos: string;
  readonly state: string;
  /** Changed by tests as they need. */
  readonly env: Record<string, string>;
  /** Calls an agent in a process of its own. */
  call(id: string, params?: Record<string, string>): Promise<Answer>;
  /** Puts text of the test's own, executable, where PATH finds it; gives its path. */
  program(name: string, text: string): string;
  /** What a session file holds. */
  session(id: string): Session;
}

/** Runs a test body in a fresh home; ends every player it left and removes the home. */
export async function inHome(body: (home: Home) => Promise<void>): Promise<void> {
  const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "onidia-chat-media-" }));
  const folder = (name: string) => {
    Deno.mkdirSync(join(path, name), { recursive: true });
    return join(path, name);
  };
  const bin = folder("bin");
  Deno.writeTextFileSync(join(folder(".config/mpv"), "mpv.conf"), "ao=null\nvo=null\n");
  const env: Record<string, string> = {
    HOME: path,
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    CHAT_APP_STATE_DIR: join(path, "state"),
    SDL_AUDIODRIVER: "dummy",
    SDL_VIDEODRIVER: "dummy",
  };
  const home: Home = {
    path,
    music: folder("Music"),
    videos: folder("Videos"),
    state: join(path, "state"),
    env,
    call: (id, params = {}) => callProcess(env, id, params),
    program(name, text) {
      Deno.writeTextFileSync(join(bin, name), text, { mode: 0o755 });
      return join(bin, name);
    },
    session(id) {
      const text = Deno.readTextFileSync(join(path, "state", `${id}.json`));
      return parseSession(text, id as Session["id"])!;
    },
  };
  try {
    await body(home);
  } finally {
    await home.call("media_control", { cmd: "stop" });
    await home.call("media_control", { cmd: "stop" });
    Deno.removeSync(path, { recursive: true });
  }
}

/** What the compiled program may do; the agents must come by with it. */
const PERMISSIONS = ["read", "write", "run", "env", "net", "sys=hostname,uid"];

/** Where Deno keeps its modules, which is told by HOME where nothing else tells it. */
let modules: Promise<string> | undefined;

async function findModules(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** Runs an agent in a process of its own, as the host does. */
async function callProcess(
  env: Record<string, string>,
  id: string,
  params: Record<string, string>,
): Promise<Answer> {
  const denoDir = await (modules ??= findModules());
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--no-prompt",
      ...PERMISSIONS.map((permission) => `--allow-${permission}`),
      new URL("agent_main.ts", import.meta.url).href,
      id,
    ],
    clearEnv: true,
    env: { ...env, DENO_DIR: denoDir, NO_COLOR: "1" },
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`RUN ${JSON.stringify(params)}\n`));
  await writer.close();
  // Ends with the agent only if its player holds none of these pipes.
  const { code, stdout, stderr } = await child.output();
  const said = new TextDecoder().decode(stderr);
  if (said !== "") throw new Error(said);
  const lines = new TextDecoder().decode(stdout).split("\n").slice(0, -1);
  return { code, lines, last: lines.at(-1) ?? "" };
}

/** What an agent answers to a text on its standard input. */
export async function answerTo(
  id: string,
  input: string,
  env: Record<string, string> = {},
): Promise<Answer> {
  const lines: string[] = [];
  const stdin = new Blob([input]).stream();
  const code = await runBundled(id, {
    env: (name) => env[name],
    stdin,
    write: (line) => lines.push(line),
  });
  return { code, lines, last: lines.at(-1) ?? "" };
}

/** Half a minute of a tone; its name is all that is asked of it. */
export async function makeSong(path: string): Promise<void> {
  await ffmpeg(["-f", "lavfi", "-i", "sine=duration=30", "-b:a", "32k", path]);
}

/** Half a minute of a test picture. */
export async function makeFilm(path: string): Promise<void> {
  await ffmpeg(["-f", "lavfi", "-i", "testsrc=duration=30:size=64x48:rate=5", path]);
}

async function ffmpeg(args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("ffmpeg", {
    args: ["-nostdin", "-loglevel", "error", ...args],
    stdout: "null",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Whether all these programs are installed. */
export function areInstalled(...programs: string[]): boolean {
  return programs.every((program) =>
    ["/usr/local/bin", "/usr/bin", "/bin"].some((folder) => {
      try {
        return Deno.statSync(join(folder, program)).isFile;
      } catch {
        return false;
      }
    })
  );
}

/** Waits until something is so; fails the test where it never is. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 200; look++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain: ${what}`);
}

/** Whether a process is there and has not ended; whoever should fetch it may be slow. */
export function isRunning(pid: number): boolean {
  const stat = readProcessStat(pid);
  return stat !== undefined && !hasEnded(stat);
}
