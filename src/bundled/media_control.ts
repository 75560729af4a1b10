import { UserError } from "../errors.ts";
import type { AgentIo } from "./agent_io.ts";
import { askMpv, mpvProperty } from "./mpv.ts";
import {
  liveSessions,
  lockSessions,
  type Session,
  sessionDirectory,
  writeSession,
} from "./sessions.ts";
import { freezePlayer, isStopped, stopPlayer } from "./stop.ts";

const COMMANDS = ["pause", "resume", "stop", "status"];
const TARGETS: Readonly<Record<string, Session["id"] | undefined>> = {
  any: undefined,
  song: "play_song",
  movie: "play_movie",
};

/** The agent media_control (SPEC section 6). Throws a UserError with its ERR text. */
export async function mediaControl(io: AgentIo): Promise<string> {
  const { cmd = "", target = "any" } = io.params;
  if (!COMMANDS.includes(cmd)) throw new UserError(`cmd: one of ${COMMANDS.join(", ")}`);
  if (!Object.hasOwn(TARGETS, target)) {
    throw new UserError(`target: one of ${Object.keys(TARGETS).join(", ")}`);
  }
  const folder = sessionDirectory(io.env);
  // A look needs no lock: it must not wait for a player that is being started.
  using _lock = cmd === "status" ? undefined : await lockSessions(folder);
  const wanted = TARGETS[target];
  const session = liveSessions(folder, io.info).find(({ id }) => !wanted || id === wanted);
  if (cmd === "status") return session ? await status(session) : "nothing is playing";
  if (!session) throw new UserError(`nothing is playing - nothing to ${cmd}`);
  if (cmd === "stop") {
    await stopPlayer(folder, session);
    io.pet("action skip");
    return `Stopped: ${session.title}`;
  }
  const paused = cmd === "pause";
  await setPaused(session, paused);
  writeSession(folder, { ...session, paused });
  return `${paused ? "Paused" : "Resumed"}: ${session.title}`;
}

async function status(session: Session): Promise<string> {
  const state = await isPaused(session) ? "paused" : "playing";
  return `${session.title} (${session.player}, ${state})`;
}

/** Asked of the player and not of the session file: it has keys and a window of its own. */
async function isPaused(session: Session): Promise<boolean> {
  if (isStopped(session)) return true;
  return session.ipc !== "" && await mpvProperty(session.ipc, "pause") === true;
}

/** mpv over its socket; others, and an mpv that does not answer, by stopping the process. */
async function setPaused(session: Session, paused: boolean): Promise<void> {
  if (!paused && isStopped(session)) await freezePlayer(session, false);
  if (session.ipc !== "") {
    const answer = await askMpv(session.ipc, ["set_property", "pause", paused]);
    if (answer?.error === "success") return;
    if (!paused) throw new UserError(`${session.player} does not answer`);
  }
  if (paused) await freezePlayer(session, true);
}
