import { lstatSync } from "node:fs";
import { type Media, MOVIE, SONG } from "../bundled/media.ts";
import { findPlayer } from "../bundled/players.ts";
import { configFile } from "../config/file.ts";
import { abbreviateHome, expandPath, findStateDirectory, homeDirectory } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { petPipes } from "../pet/bridge.ts";
import { cleanLine } from "../text/clean.ts";
import type { Context } from "./context.ts";

/** One thing that was looked at. */
export interface Check {
  /** As in `music folder`. */
  readonly what: string;
  /**
   * `ok`; `missing`, where she does without it; `wrong`, where something that is set does not work;
   * `stops`, where she cannot chat.
   */
  readonly state: "ok" | "missing" | "wrong" | "stops";
  /** What was found, clean. */
  readonly finding: string;
  /** What to do about it. */
  readonly fix?: string;
}

/**
 * Looks at everything on this machine that a chat needs, without a network (SPEC section 9,
 * `-preflight`). An interactive chat does so too at its start, and says what is wrong.
 */
export function checkMachine(context: Context): Check[] {
  return [
    checkConfiguration(context),
    checkAgents(context),
    checkPlayer(context),
    checkFolder(context, SONG),
    checkFolder(context, MOVIE),
    checkPet(context),
    checkState(context),
    checkTerminal(context),
  ];
}

/** Its values were checked when it was read: with a bad one the program does not come this far. */
function checkConfiguration({ settings, env }: Context): Check {
  const path = configFile(settings.config, env);
  const isThere = path !== undefined && kindOf(path) !== undefined;
  const shown = path === undefined ? "no home" : shownPath(path, env);
  return {
    what: "configuration",
    state: "ok",
    finding: isThere ? shown : `none at ${shown}, so all is as it comes`,
  };
}

function checkAgents(context: Context): Check {
  const what = "agents";
  if (context.settings["agents-off"]) {
    return { what, state: "missing", finding: "switched off", fix: "take out agents-off" };
  }
  const { agents, listings, problems } = context.discover();
  const broken = listings.filter((listing) => listing.state === "broken");
  const count = `${agents.length} can be called`;
  if (problems.length > 0) {
    return { what, state: "wrong", finding: problems.join("; "), fix: "make it readable" };
  }
  if (broken.length > 0) {
    const names = broken.map(({ id, reason }) => `${id} (${reason})`).join(", ");
    const fix = "onidia-chat -agents-list shows where they are";
    return { what, state: "wrong", finding: `${count}; broken: ${names}`, fix };
  }
  if (agents.length > 0) return { what, state: "ok", finding: count };
  return { what, state: "missing", finding: "none", fix: "onidia-chat -agents-install SOURCE" };
}

function checkPlayer({ settings, env }: Context): Check {
  const what = "player";
  const own = settings.player;
  const variables = (name: string) => name === "CHAT_APP_PLAYER" ? own : env(name);
  try {
    const { name, program } = findPlayer(variables, { media: SONG, fullscreen: false });
    return { what, state: "ok", finding: `${name}, ${program}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [finding, fix] = error.message.replace(/^player: /, "").split(" - ");
    return { what, state: own ? "wrong" : "missing", finding: cleanLine(finding!), fix };
  }
}

function checkFolder({ settings, env }: Context, media: Media): Check {
  const { folder: what, setting } = media;
  const own = settings[media === SONG ? "music-dir" : "video-dir"];
  const home = homeDirectory(env);
  const path = own ?? (home && expandPath(media.defaultFolder, env));
  const fix = `set ${setting} in chat-app.ini`;
  if (path === undefined) return { what, state: "missing", finding: "no home", fix };
  const shown = shownPath(path, env);
  const why = whyUnreadable(path);
  if (why === undefined) return { what, state: "ok", finding: shown };
  return { what, state: own === undefined ? "missing" : "wrong", finding: `${shown}: ${why}`, fix };
}

function checkPet({ settings, env }: Context): Check {
  const what = "pet pipe";
  const pipes = petPipes(settings["pet-pipe"], env);
  if (!pipes) return { what, state: "ok", finding: "off" };
  const kind = kindOf(pipes.say);
  if (kind === "pipe") return { what, state: "ok", finding: shownPath(pipes.say, env) };
  const shown = shownPath(pipes.say, env);
  if (kind === undefined) {
    const fix = "start the pet, or set pet-pipe = off";
    return { what, state: "missing", finding: `no pet at ${shown}`, fix };
  }
  return { what, state: "wrong", finding: `${shown} is not a pipe`, fix: "set pet-pipe" };
}

/** Where the log, the history and the state of agents are kept. */
function checkState({ env }: Context): Check {
  const what = "state folder";
  const path = findStateDirectory(env);
  if (path === undefined) return { what, state: "wrong", finding: "no home", fix: "set HOME" };
  const shown = shownPath(path, env);
  try {
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    const probe = Deno.makeTempFileSync({ dir: path });
    Deno.removeSync(probe);
    return { what, state: "ok", finding: shown };
  } catch (error) {
    const finding = `${shown} cannot be written: ${whyNot(error)}`;
    return { what, state: "wrong", finding, fix: `make it yours, or set XDG_STATE_HOME` };
  }
}

function checkTerminal({ output, env }: Context): Check {
  const what = "terminal";
  if (!output.isTerminal) return { what, state: "ok", finding: "none: output goes elsewhere" };
  const term = env("TERM") ?? "dumb";
  const colour = output.colour ? "colour" : "no colour";
  const finding = `${cleanLine(term)}, ${output.columns} columns, ${colour}`;
  if (term !== "dumb") return { what, state: "ok", finding };
  return { what, state: "missing", finding, fix: "set TERM, for line editing" };
}

function whyUnreadable(path: string): string | undefined {
  try {
    Deno.readDirSync(path)[Symbol.iterator]().next();
    return undefined;
  } catch (error) {
    return whyNot(error);
  }
}

function kindOf(path: string): "pipe" | "other" | undefined {
  try {
    return lstatSync(path).isFIFO() ? "pipe" : "other";
  } catch {
    return undefined;
  }
}

function whyNot(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "there is no such folder";
  if (error instanceof Deno.errors.NotADirectory) return "it is no folder";
  return cleanLine((error as Error).message.replace(/ \(os error \d+\).*$/s, ""));
}

function shownPath(path: string, env: Context["env"]): string {
  return cleanLine(abbreviateHome(path, env));
}
