import { abbreviateHome, type Env, expandPath } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import type { AgentIo } from "./agent_io.ts";
import { showCommand } from "./command_line.ts";
import { type Library, readLibrary } from "./library.ts";
import { bestOf, closestTitles, rank } from "./match.ts";
import { type Media, MOVIE, SONG } from "./media.ts";
import { findPlayer, type Player } from "./players.ts";
import { readProcessStat } from "./process_stat.ts";
import {
  liveSessions,
  lockSessions,
  removeSession,
  sessionDirectory,
  writeSession,
} from "./sessions.ts";
import type { Track } from "./shortlist.ts";
import { startPlayer } from "./start.ts";
import { stopPlayer } from "./stop.ts";
import { titleOf } from "./title.ts";

/** The agent play_song (SPEC section 6). Throws a UserError with its ERR text. */
export function playSong(io: AgentIo): Promise<string> {
  return play(SONG, io);
}

/** The agent play_movie (SPEC section 6). Throws a UserError with its ERR text. */
export function playMovie(io: AgentIo): Promise<string> {
  return play(MOVIE, io);
}

async function play(media: Media, io: AgentIo): Promise<string> {
  const library = openLibrary(media, io);
  const player = findPlayer(io.env, { media, fullscreen: io.params.fullscreen !== "false" });
  // Only what is found stops the music: a failed search leaves it on.
  const track = chooseTrack(library, io.params.query ?? "", io.random);
  const title = cleanLine(titleOf(track)).trim();
  await switchPlayer(media, player, `${track.folder.path}/${track.file}`, title, io);
  io.pet("action dance");
  return `Playing ${title}`;
}

function openLibrary(media: Media, { env, info }: AgentIo): Library {
  const root = expandPath(env(media.variable) || media.defaultFolder, env);
  const shown = abbreviateHome(root, env);
  const remedy = `set ${media.setting} in chat-app.ini`;
  if (!isFolder(root)) throw new UserError(`${media.folder} ${shown} not found - ${remedy}`);
  let library: Library;
  try {
    library = readLibrary(root, media.extensions, info);
  } catch (error) {
    const reason = error instanceof Deno.errors.PermissionDenied
      ? "permission denied"
      : (error as Error).message;
    throw new UserError(`cannot read ${media.folder} ${shown}: ${reason} - ${remedy}`);
  }
  if (library.count === 0) throw new UserError(`no ${media.files} under ${shown}`);
  info(`${library.count} ${media.units[library.count === 1 ? 0 : 1]} in ${root}`);
  return library;
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    // What is there and cannot be looked at fails with its reason when it is read.
    return error instanceof Deno.errors.PermissionDenied;
  }
}

function chooseTrack({ folders, count }: Library, query: string, random: () => number): Track {
  if (query.trim() === "") return trackAt(folders, Math.floor(random() * count));
  const ranking = rank(folders, query);
  const track = bestOf(ranking, random());
  if (track) return track;
  const closest = closestTitles(ranking).map((title) => cleanLine(title).trim());
  throw new UserError(`no match for '${shorten(query.trim())}' (closest: ${closest.join(", ")})`);
}

/** A query as it is quoted back, cut where nobody would read on. */
function shorten(query: string): string {
  return query.length > 200 ? `${query.slice(0, 200)}…` : query;
}

function trackAt(folders: Library["folders"], at: number): Track {
  let before = 0;
  for (const folder of folders) {
    const file = folder.files[at - before];
    if (file !== undefined) return { folder, file };
    before += folder.files.length;
  }
  throw new RangeError(`there is no track ${at}`);
}

/** Stops what an earlier call started, of either kind, and starts the player. */
async function switchPlayer(
  media: Media,
  player: Player,
  path: string,
  title: string,
  { env, info }: { env: Env; info(text: string): void },
): Promise<void> {
  const folder = sessionDirectory(env);
  using _lock = await lockSessions(folder);
  for (const session of liveSessions(folder, info)) await stopPlayer(folder, session);
  const started = startPlayer(player, path, env, folder);
  info(`player: ${showCommand(player.argv, path)}`);
  const session = {
    id: media.id,
    pid: started.pid,
    title,
    path,
    player: player.name,
    ipc: started.ipc,
    paused: false,
    started: Date.now(),
    start_time: readProcessStat(started.pid)?.startTime ?? 0,
  };
  // Before the watch, so that a player is known even if this agent is killed meanwhile.
  writeSession(folder, session);
  const reason = await started.watch();
  if (reason === undefined) return;
  removeSession(folder, session);
  throw new UserError(`${player.name} ended at once: ${reason}`);
}
