import { join } from "@std/path";
import { UserError } from "../errors.ts";
import { configDirectory, type Env, expandPath, homeDirectory } from "./paths.ts";

/** The largest configuration file, in bytes. */
const LIMIT = 1024 * 1024;

/**
 * Where the configuration is (SPEC section 2): the file named with `-config`, else chat-app.ini in
 * the configuration directory, never the current one. Undefined where there is neither a name nor
 * a home.
 */
export function configFile(named: string | undefined, env: Env): string | undefined {
  if (named !== undefined) return expandPath(named, env);
  return env("XDG_CONFIG_HOME") || homeDirectory(env)
    ? join(configDirectory(env), "chat-app.ini")
    : undefined;
}

/**
 * Reads a configuration file. Takes its path and whether the user named it; one that was not named
 * need not exist. Throws a UserError that says what is wrong with it.
 */
export function readConfigFile(
  path: string,
  named: boolean,
): { readonly text: string; readonly readableByOthers: boolean } | undefined {
  try {
    const info = Deno.statSync(path);
    if (info.isDirectory) throw new UserError(`${path} is a directory: name a file with -config`);
    // Opening a pipe waits for a writer; who names one has one, /dev/fd/63 for example.
    if (!named && !info.isFile) throw new UserError(`${path} is not a file: put one in its place`);
    const bytes = readBytes(path);
    const readableByOthers = info.isFile && ((info.mode ?? 0) & 0o044) !== 0;
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), readableByOthers };
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (error instanceof Deno.errors.NotFound && !named) return undefined;
    if (error instanceof TypeError) throw new UserError(`${path}: expected UTF-8 text`);
    throw new UserError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

/** Reads at most the limit, also from what has no size or no end. */
function readBytes(path: string): Uint8Array {
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(LIMIT + 1);
  let length = 0;
  for (let count = file.readSync(bytes); count; count = file.readSync(bytes.subarray(length))) {
    length += count;
    if (length > LIMIT) throw new UserError(`${path} is larger than 1 MiB: is it the right file?`);
  }
  return bytes.subarray(0, length);
}
