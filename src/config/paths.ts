import { isAbsolute, join, resolve } from "@std/path";
import { UserError } from "../errors.ts";

/** Looks up one environment variable; an empty one counts as unset to all functions here. */
export type Env = (name: string) => string | undefined;

/** The folder name of the program's former self, kept so that agents and keys stay where they are. */
const FOLDER = "chat-app";

/**
 * The user's home directory. Takes the environment; gives an absolute path, or undefined where
 * HOME is unset or not absolute.
 */
export function homeDirectory(env: Env): string | undefined {
  const home = env("HOME");
  return home && isAbsolute(home) ? home : undefined;
}

/** `$XDG_CONFIG_HOME/chat-app`, else `~/.config/chat-app` (SPEC section 2). Throws without either. */
export function configDirectory(env: Env): string {
  return xdgDirectory(env, "XDG_CONFIG_HOME", ".config");
}

/** `$XDG_STATE_HOME/chat-app`, else `~/.local/state/chat-app` (SPEC section 4). Throws without either. */
export function stateDirectory(env: Env): string {
  return xdgDirectory(env, "XDG_STATE_HOME", ".local/state");
}

/** As `stateDirectory`, but undefined where there is none: for what can do without it. */
export function findStateDirectory(env: Env): string | undefined {
  return findDirectory(env, "XDG_STATE_HOME", ".local/state");
}

/** As `configDirectory`, but undefined where there is none: for what can do without it. */
export function findConfigDirectory(env: Env): string | undefined {
  return findDirectory(env, "XDG_CONFIG_HOME", ".config");
}

/** `$XDG_DATA_HOME/chat-app`, else `~/.local/share/chat-app` (SPEC section 3). Throws without either. */
export function dataDirectory(env: Env): string {
  return xdgDirectory(env, "XDG_DATA_HOME", ".local/share");
}

/** Where the package is installed: `CHAT_APP_PACKAGE_DIR`, else `/opt/onidia` (SPEC section 3). */
export function packageDirectory(env: Env): string {
  return env("CHAT_APP_PACKAGE_DIR") || "/opt/onidia";
}

/**
 * Expands a leading `~` or `$HOME` of a path the user wrote (SPEC section 2) and makes it absolute.
 * Takes the path as written; throws a UserError when it needs a home and there is none.
 */
export function expandPath(path: string, env: Env): string {
  const match = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(path);
  if (!match) return resolve(path);
  const home = homeDirectory(env);
  if (!home) throw noHome();
  return resolve(join(home, path.slice(match[0].length)));
}

/** Shows a path with the home directory as `~` (SPEC section 8). */
export function abbreviateHome(path: string, env: Env): string {
  const home = homeDirectory(env);
  if (!home || home === "/") return path;
  return path === home ? "~" : path.startsWith(home + "/") ? "~" + path.slice(home.length) : path;
}

function xdgDirectory(env: Env, variable: string, fallback: string): string {
  const directory = findDirectory(env, variable, fallback);
  if (directory === undefined) throw noHome();
  return directory;
}

function findDirectory(env: Env, variable: string, fallback: string): string | undefined {
  const base = env(variable);
  // The XDG base directory specification has relative paths ignored.
  if (base && isAbsolute(base)) return join(base, FOLDER);
  const home = homeDirectory(env);
  return home && join(home, fallback, FOLDER);
}

function noHome(): UserError {
  return new UserError("HOME is not set: set it to your home directory, e.g. export HOME=/home/me");
}
