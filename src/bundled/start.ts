import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "@std/path";
import { type Env, homeDirectory } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { mpvProperty } from "./mpv.ts";
import type { Player } from "./players.ts";
import { SOCKET_FOLDER } from "./sessions.ts";

/** A player that was started. */
export interface StartedPlayer {
  readonly pid: number;
  /** Path of its IPC socket; empty where it has none. */
  readonly ipc: string;
  /**
   * Watches whether it dies at once. Gives undefined where it lives, else why it died. Call it
   * once; afterwards the player is on its own.
   */
  watch(): Promise<string | undefined>;
}

/** A player that dies within so many milliseconds has not played (SPEC section 6). */
const AT_ONCE = 300;

/** mpv can be asked, so a slow machine gets more time to find out that a file is broken. */
const MPV_AT_ONCE = 1500;

/** A socket's path must fit into sockaddr_un with its final NUL (unix(7)). */
const MAX_SOCKET_PATH = 107;

/** How much of what a dying player said is passed on. */
const MAX_REASON = 300;

/** What mpv's exit codes mean (mpv manual, "EXIT CODES"): with --really-quiet it says nothing. */
const MPV_CODES: Readonly<Record<number, string>> = {
  1: "it could not start",
  2: "it could not play the file",
  3: "it could not play the file",
};

/**
 * Starts a player detached: a session of its own and no pipe shared with this process, so that it
 * plays on when the agent has gone. What it says on standard error goes to a file that has no name
 * any more once `watch` is done. Takes the player, the file, the environment, and the folder for
 * session files; throws a UserError where it cannot be started.
 */
export function startPlayer(
  player: Player,
  file: string,
  env: Env,
  folder: string,
): StartedPlayer {
  const ipc = player.hasIpc ? socketPath(env, folder) : "";
  const args = player.argv.slice(1);
  if (ipc !== "") args.push(`--input-ipc-server=${ipc}`);
  const errors = join(folder, `.player.${crypto.randomUUID()}`);
  // Deno.Command takes no open file for a standard stream; its Node part does.
  const stderr = openSync(errors, "wx", 0o600);
  try {
    const child = spawn(player.program, [...args, file], {
      cwd: homeOrRoot(env),
      detached: true,
      stdio: ["ignore", "ignore", stderr],
    });
    const ended = endOf(child);
    child.unref();
    return {
      // Where there is no process the watch says why.
      pid: child.pid ?? 0,
      ipc,
      async watch() {
        const end = await livesOn(ended, ipc);
        const said = end ? Deno.readTextFileSync(errors) : "";
        Deno.removeSync(errors);
        return end && reasonOf(player, end, said);
      },
    };
  } catch (error) {
    Deno.removeSync(errors);
    throw new UserError(`cannot start ${player.name}: ${(error as Error).message}`);
  } finally {
    closeSync(stderr);
  }
}

/** How a process ended. */
interface End {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it never started; undefined where it did. */
  readonly error?: string;
}

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: null, signal: null, error: error.message }));
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
}

/** Waits long enough to be sure; gives the end of a player that has come to it. */
async function livesOn(ended: Promise<End>, ipc: string): Promise<End | undefined> {
  const started = performance.now();
  const end = await Promise.race([ended, after(AT_ONCE)]);
  if (end || ipc === "") return end;
  while (performance.now() - started < MPV_AT_ONCE) {
    // It has a position as soon as the file is open.
    const asked = mpvProperty(ipc, "time-pos", MPV_AT_ONCE / 3).then((at) =>
      typeof at === "number"
    );
    const answer = await Promise.race([ended, asked]);
    if (typeof answer === "object") return answer;
    if (answer) return undefined;
    const late = await Promise.race([ended, after(50)]);
    if (late) return late;
  }
  return undefined;
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}

function reasonOf(player: Player, { code, signal, error }: End, said: string): string {
  const words = said.trim().split(/\s*\n\s*/).slice(0, 3).join(" ").slice(0, MAX_REASON);
  const how = signal ? `signal ${signal}` : `exit ${code}`;
  const why = error || words || (player.name === "mpv" && MPV_CODES[code ?? 0]);
  return error ? error : why ? `${why} (${how})` : how;
}

/** A path for the socket that nobody else can reach and that is short enough. */
function socketPath(env: Env, folder: string): string {
  const name = `mpv-${crypto.randomUUID().slice(0, 8)}.sock`;
  const runtime = env("XDG_RUNTIME_DIR");
  const folders = [folder, ...(runtime && isOwn(runtime) ? [runtime] : [])];
  const short = folders.map((each) => join(each, name)).find(fits);
  return short ?? join(Deno.makeTempDirSync({ dir: "/tmp", prefix: SOCKET_FOLDER }), name);
}

function fits(path: string): boolean {
  return new TextEncoder().encode(path).length <= MAX_SOCKET_PATH;
}

function isOwn(folder: string): boolean {
  try {
    const { isDirectory, uid, mode } = Deno.lstatSync(folder);
    return isDirectory && uid === Deno.uid() && ((mode ?? 0o777) & 0o077) === 0;
  } catch {
    return false;
  }
}

function homeOrRoot(env: Env): string {
  const home = homeDirectory(env);
  try {
    return home && Deno.statSync(home).isDirectory ? home : "/";
  } catch {
    return "/";
  }
}
