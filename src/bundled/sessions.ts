import { basename, dirname, join } from "@std/path";
import { type Env, stateDirectory } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import type { Media } from "./media.ts";
import { hasEnded, readProcessStat } from "./process_stat.ts";

/** The player that a play_* call started (SPEC section 6), as it is kept in a session file. */
export interface Session {
  readonly id: Media["id"];
  /** Of the player, which leads a session and process group of its own. */
  readonly pid: number;
  readonly title: string;
  readonly path: string;
  /** As in `mpv`. */
  readonly player: string;
  /** Path of the IPC socket; empty where it has none. */
  readonly ipc: string;
  readonly paused: boolean;
  /** When it was started, in milliseconds since 1970. */
  readonly started: number;
  /** When the process was started, in clock ticks since boot: tells it from one with its old pid. */
  readonly start_time: number;
}

const IDS: readonly Media["id"][] = ["play_song", "play_movie"];
const MAX_BYTES = 64 * 1024;

/** Folders this program makes for sockets begin so. */
export const SOCKET_FOLDER = "chat-app-";

/**
 * The folder of the session files: `CHAT_APP_STATE_DIR`, which the host sets, else the usual place.
 * Made with mode 0700 where missing; throws a UserError where that fails.
 */
export function sessionDirectory(env: Env): string {
  const folder = env("CHAT_APP_STATE_DIR") || stateDirectory(env);
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError(`cannot make ${folder}: ${(error as Error).message}`);
  }
  return folder;
}

/**
 * Keeps others from starting or stopping a player meanwhile, so that two calls at one moment do not
 * make two sounds. Takes the folder of the session files; dispose of the result to let others go on.
 */
export async function lockSessions(folder: string): Promise<Disposable> {
  const file = await Deno.open(join(folder, "players.lock"), {
    read: true,
    write: true,
    create: true,
    mode: 0o600,
  });
  try {
    await file.lock(true);
  } catch (error) {
    file.close();
    throw error;
  }
  return file;
}

/**
 * The players that run, newest first. Files that are damaged or whose player has gone are removed;
 * those that are not this user's own are left alone and told to `info`.
 */
export function liveSessions(folder: string, info: (text: string) => void): Session[] {
  return IDS.flatMap((id) => {
    const session = readSession(folder, id, info);
    if (!session) return [];
    if (isAlive(session)) return [session];
    removeSession(folder, session);
    return [];
  }).sort((a, b) => b.started - a.started);
}

/** Whether the very process of the session still runs, and still leads its group. */
export function isAlive(session: Session): boolean {
  return stateOf(session) !== undefined;
}

/**
 * The state of the session's own process, one letter as in ProcessStat; undefined where that has
 * ended, even if another has its pid now.
 */
export function stateOf({ pid, start_time }: Session): string | undefined {
  const stat = readProcessStat(pid);
  const isOurs = stat?.startTime === start_time && stat.processGroup === pid;
  return isOurs && !hasEnded(stat) ? stat.state : undefined;
}

/** Writes a session file, mode 0600, whole or not at all. */
export function writeSession(folder: string, session: Session): void {
  const part = join(folder, `.${session.id}.${crypto.randomUUID()}`);
  try {
    Deno.writeTextFileSync(part, JSON.stringify(session) + "\n", { createNew: true, mode: 0o600 });
    Deno.renameSync(part, fileOf(folder, session.id));
  } catch (error) {
    removeQuietly(part);
    throw error;
  }
}

/** Removes a session file and the player's socket. */
export function removeSession(folder: string, { id, ipc }: Pick<Session, "id" | "ipc">): void {
  removeQuietly(fileOf(folder, id));
  if (ipc === "") return;
  if (isSocket(ipc)) removeQuietly(ipc);
  if (basename(dirname(ipc)).startsWith(SOCKET_FOLDER)) removeQuietly(dirname(ipc));
}

function readSession(
  folder: string,
  id: Media["id"],
  info: (text: string) => void,
): Session | undefined {
  const path = fileOf(folder, id);
  let text: string;
  try {
    const { isFile, uid, size } = Deno.lstatSync(path);
    if (!isFile || uid !== Deno.uid()) {
      info(`ignored ${path}: it is not a file of this user`);
      return undefined;
    }
    text = size > MAX_BYTES ? "" : Deno.readTextFileSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) info(`ignored ${path}: ${error}`);
    return undefined;
  }
  const session = parseSession(text, id);
  if (!session) {
    info(`removed ${path}: it is damaged`);
    removeQuietly(path);
  }
  return session;
}

/** Reads the text of a session file; undefined for one that could make us signal a stranger. */
export function parseSession(text: string, id: Media["id"]): Session | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const s = value as { [Key in keyof Session]?: unknown };
  const { pid, title, path, player, ipc, paused, started, start_time } = s;
  if (s.id !== id || !isWhole(pid) || pid <= 1 || pid === Deno.pid || !isWhole(start_time)) {
    return undefined;
  }
  if (typeof title !== "string" || typeof path !== "string" || typeof player !== "string") {
    return undefined;
  }
  if (typeof ipc !== "string" || typeof paused !== "boolean" || !isWhole(started)) return undefined;
  return { id, pid, title, path, player, ipc, paused, started, start_time };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isSocket(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSocket ?? false;
  } catch {
    return false;
  }
}

function fileOf(folder: string, id: Media["id"]): string {
  return join(folder, `${id}.json`);
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Gone already, or not ours to remove: nothing depends on it.
  }
}
