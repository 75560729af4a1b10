import { basename, dirname } from "@std/path";
import { closeSync, constants, fchmodSync, fstatSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { openPlainFile } from "../plain_file.ts";
import { migrate, refuseNewer } from "./history_schema.ts";

/** How long a writer waits for another one, in milliseconds; a transaction takes few. */
const PATIENCE = 2_000;

/** An open history and what tells its file from another of that name. */
export interface HistoryFile {
  readonly database: DatabaseSync;
  readonly identity: string;
}

/**
 * Opens the history, which is made where there is none: mode 0600 before SQLite writes a byte, so
 * that its journals get that mode too. A damaged one is set aside first. Takes its absolute path,
 * and who is told of that in one sentence. Throws a UserError where a newer program wrote it, an
 * Error for what is no file or cannot be opened, and what the system and SQLite throw.
 */
export function openHistoryFile(path: string, tell: (sentence: string) => void): HistoryFile {
  const identity = makePrivate(path);
  try {
    return { database: openDatabase(path), identity };
  } catch (error) {
    if (!isDamage(error)) throw error;
    setAside(path, identity, tell);
    const made = makePrivate(path);
    return { database: openDatabase(path), identity: made };
  }
}

/** Whether SQLite says that the file is damaged, or that it is none of its own. */
export function isDamage(error: unknown): boolean {
  // This SQLite gives no code, but always the same English sentences.
  return error instanceof Error &&
    /malformed|not a database|no such (?:table|column|module)|vtable constructor/.test(
      error.message,
    );
}

/** Whether another process holds the history for longer than anyone waits. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /database (?:table )?is locked/.test(error.message);
}

/**
 * Moves a damaged history out of the way, unless another chat has done so since it was opened. Takes
 * its path, what it was when it was opened, and who is told.
 */
export function setAside(path: string, identity: string, tell: (sentence: string) => void): void {
  if (!isStill(path, identity)) return;
  const aside = freeName(path);
  // The journals first: left behind, they would be taken for those of the new file.
  for (const ending of ["-wal", "-shm", ""]) {
    try {
      Deno.renameSync(path + ending, aside + ending);
    } catch (error) {
      if (ending === "" || !(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  tell(`${path} is damaged: it is kept as ${basename(aside)}, and a new history begins`);
}

/** Whether the history is the one that was opened. */
export function isStill(path: string, identity: string): boolean {
  const { dev, ino } = Deno.lstatSync(path);
  return `${dev}:${ino}` === identity;
}

function freeName(path: string): string {
  const date = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const taken = new Set([...Deno.readDirSync(dirname(path))].map(({ name }) => name));
  for (let count = 1;; count++) {
    const name = `${path}.damaged-${date}${count > 1 ? `-${count}` : ""}`;
    if (!taken.has(basename(name))) return name;
  }
}

/** Makes the file, or takes it from others where it is there. Gives what tells it from another. */
function makePrivate(path: string): string {
  Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openOrCreate(path);
  try {
    const { dev, ino, mode } = fstatSync(file);
    if ((mode & 0o077) !== 0) fchmodSync(file, 0o600);
    return `${dev}:${ino}`;
  } finally {
    closeSync(file);
  }
}

function openOrCreate(path: string): number {
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  for (let tries = 0;; tries++) {
    try {
      const file = openPlainFile(path, O_RDWR);
      if (file === undefined) throw new Error(`${path} is not a file`);
      return file;
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    }
    try {
      return openSync(path, O_CREAT | O_EXCL | O_RDWR, 0o600);
    } catch (error) {
      // Another chat was faster.
      if ((error as { code?: unknown }).code !== "EEXIST" || tries > 2) throw error;
    }
  }
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  try {
    database.exec(`PRAGMA busy_timeout = ${PATIENCE}`);
    refuseNewer(database);
    // Only heeded before the first table: what is deleted gives its room back.
    database.exec("PRAGMA auto_vacuum = FULL");
    // In WAL mode NORMAL does not wait for the disk at each message, and loses none to a crash.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA secure_delete = ON");
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
