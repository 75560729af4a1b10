import { basename, isAbsolute, join } from "@std/path";
import { type Env, homeDirectory } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { splitCommandLine } from "./command_line.ts";
import type { Media } from "./media.ts";

/** A player to start. */
export interface Player {
  /** Its name, as in `mpv`. */
  readonly name: string;
  /** Absolute path of the program. */
  readonly program: string;
  /** As the user sees it, the program's name first; the file is still to be added. */
  readonly argv: readonly string[];
  /** Whether it is driven over an IPC socket. */
  readonly hasIpc: boolean;
}

/** How a file is to be shown. */
export interface Show {
  readonly media: Media;
  readonly fullscreen: boolean;
}

/** The players that are known, in the order they are tried, and their flags (SPEC section 6). */
const KNOWN: Readonly<Record<string, (show: Show) => readonly string[]>> = {
  mpv: (
    show,
  ) => [...picture(show, "--no-video", "--fullscreen", "--fullscreen=no"), "--really-quiet"],
  cvlc: (show) => ["--play-and-exit", ...picture(show, "", "--fullscreen", "--no-fullscreen")],
  vlc: (show) => [
    "--play-and-exit",
    "--intf",
    "dummy",
    ...picture(show, "", "--fullscreen", "--no-fullscreen"),
  ],
  ffplay: (show) => [...picture(show, "-nodisp", "-fs", ""), "-autoexit", "-loglevel", "quiet"],
};

/** The flag for a song, a film that fills the screen, and one in a window; empty for none. */
function picture(show: Show, song: string, full: string, windowed: string): string[] {
  const flag = show.media.id === "play_song" ? song : show.fullscreen ? full : windowed;
  return flag === "" ? [] : [flag];
}

/**
 * Finds the player: the command line of `CHAT_APP_PLAYER`, else the first known one on PATH. Throws
 * a UserError where the command line is broken or its program missing, or where there is none.
 */
export function findPlayer(env: Env, show: Show): Player {
  const line = env("CHAT_APP_PLAYER");
  if (line?.trim()) return chosenPlayer(line, env);
  for (const [name, flags] of Object.entries(KNOWN)) {
    const program = onPath(name, env);
    if (program) return { name, program, argv: [name, ...flags(show)], hasIpc: name === "mpv" };
  }
  throw new UserError("no media player found - install mpv, vlc or ffmpeg");
}

/** The user's own command line; without flags of ours, so that it does what it says. */
function chosenPlayer(line: string, env: Env): Player {
  const home = homeDirectory(env);
  const argv = splitCommandLine(line, home);
  if (!argv) {
    throw new UserError(`player: a quote is not closed in ${line} - mend it in chat-app.ini`);
  }
  const [command] = argv;
  if (!command) throw new UserError("player: it names no program - set player in chat-app.ini");
  const program = command.includes("/") ? programAt(command) : onPath(command, env);
  if (!program) {
    throw new UserError(
      `player: ${command} not found or not executable - set player in chat-app.ini`,
    );
  }
  return { name: basename(command), program, argv, hasIpc: false };
}

function programAt(path: string): string | undefined {
  return isAbsolute(path) && isExecutable(path) ? path : undefined;
}

/** Relative entries of PATH are passed over: the working directory is not the user's choice here. */
function onPath(name: string, env: Env): string | undefined {
  return (env("PATH") ?? "").split(":").filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && ((mode ?? 0) & 0o111) !== 0;
  } catch {
    return false;
  }
}
