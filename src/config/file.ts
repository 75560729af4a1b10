import { join } from "@std/path";
import { UserError } from "../errors.ts";
import { type Env, expandPath, findConfigDirectory } from "./paths.ts";

/** The largest configuration file, in bytes. */
const LIMIT = 1024 * 1024;

/**
 * Where the configuration is (SPEC section 2): the file named with `-config`, else chat-app.ini in
 * the configuration directory, never the current one. Undefined where there is neither a name nor
 * a home.
 */
export function configFile(named: string | undefined, env: Env): string | undefined {
  if (named !== undefined) return expandPath(named, env);
  const directory = findConfigDirectory(env);
  return directory && join(directory, "chat-app.ini");
}

/** What is no file and yet can be read without waiting for a stranger: `-config <(...)`. */
const STREAM = /^\/dev\/(?:null|fd\/\d+)$/;

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
    // To open a FIFO would wait for whoever writes to it, and nobody may.
    if (!info.isFile && !(named && STREAM.test(path))) throw notAFile(path);
    const bytes = readBytes(path);
    const readableByOthers = info.isFile && ((info.mode ?? 0) & 0o044) !== 0;
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), readableByOthers };
  } catch (error) {
    if (error instanceof UserError) throw error;
    // Deno's word for a file of /dev or /proc that a program of few permissions may not open.
    if (error instanceof Deno.errors.NotCapable) throw notAFile(path);
    const isAbsent = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (isAbsent && !named) return undefined;
    if (error instanceof TypeError) throw new UserError(`${path}: expected UTF-8 text`);
    const cause = (error as Error).message.replace(/ \(os error \d+\).*$/s, "");
    throw new UserError(`cannot read ${path}: ${cause}`);
  }
}

function notAFile(path: string): UserError {
  return new UserError(`${path} is not a file: put one in its place`);
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
