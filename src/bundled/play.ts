import { abbreviateHome, type Env, expandPath } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import type { AgentIo } from "./agent_io.ts";
import { showCommand } from "./command_line.ts";
import { type Folder, walkLibrary } from "./library.ts";
import { bestOf, closestTitles, searchFor } from "./match.ts";
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
import { type Track, trackOf } from "./shortlist.ts";
import { startPlayer } from "./start.ts";
import { stopPlayer } from "./stop.ts";

/** The agent play_song (SPEC section 6). Throws a UserError with its ERR text. */
export function playSong(io: AgentIo): Promise<string> {
  return play(SONG, io);
}

/** The agent play_movie (SPEC section 6). Throws a UserError with its ERR text. */
export function playMovie(io: AgentIo): Promise<string> {
  return play(MOVIE, io);
}

async function play(media: Media, io: AgentIo): Promise<string> {
  const query = (io.params.query ?? "").trim();
  const choice = query === "" ? drawLot(io.random) : chooseFor(query, io.random);
  walkCollection(media, io, choice.add);
  const player = findPlayer(io.env, { media, fullscreen: io.params.fullscreen !== "false" });
  // Only what is found stops the music: a failed search leaves it on.
  const track = choice.track();
  const title = cleanLine(track.title).trim();
  await switchPlayer(media, player, `${track.path}/${track.file}`, title, io);
  io.pet("action dance");
  return `Playing ${title}`;
}

/** Shows every folder of the collection to `add`. */
function walkCollection(
  media: Media,
  { env, info }: AgentIo,
  add: (folder: Folder) => void,
): void {
  const root = expandPath(env(media.variable) || media.defaultFolder, env);
  const shown = abbreviateHome(root, env);
  const remedy = `set ${media.setting} in chat-app.ini`;
  if (!isFolder(root)) throw new UserError(`${media.folder} ${shown} not found - ${remedy}`);
  let count = 0;
  try {
    walkLibrary(root, media.extensions, info, (folder) => {
      count += folder.files.length;
      add(folder);
    });
  } catch (error) {
    const reason = error instanceof Deno.errors.PermissionDenied
      ? "permission denied"
      : (error as Error).message;
    throw new UserError(`cannot read ${media.folder} ${shown}: ${reason} - ${remedy}`);
  }
  if (count === 0) throw new UserError(`no ${media.files} under ${shown}`);
  info(`${count} ${media.units[count === 1 ? 0 : 1]} in ${root}`);
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    // What is there and cannot be looked at fails with its reason when it is read.
    return error instanceof Deno.errors.PermissionDenied;
  }
}

/** Chooses a track while folders go by. */
interface Choice {
  add(folder: Folder): void;
  /** Throws a UserError where none fits. */
  track(): Track;
}

/** Any track, each as likely as another: every folder may take the place of the one before. */
function drawLot(random: () => number): Choice {
  let drawn: Folder;
  let count = 0;
  return {
    add(folder) {
      count += folder.files.length;
      if (random() * count < folder.files.length) drawn = folder;
    },
    track: () => trackOf(drawn, drawn.files[Math.floor(random() * drawn.files.length)]!),
  };
}

function chooseFor(query: string, random: () => number): Choice {
  const search = searchFor(query);
  return {
    add: search.add,
    track() {
      const ranking = search.ranking();
      const track = bestOf(ranking, random());
      if (track) return track;
      const closest = closestTitles(ranking).map((title) => cleanLine(title).trim());
      throw new UserError(`no match for '${shorten(query)}' (closest: ${closest.join(", ")})`);
    },
  };
}

/** A query as it is quoted back, cut where nobody would read on. */
function shorten(query: string): string {
  return query.length > 200 ? `${query.slice(0, 200)}…` : query;
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
