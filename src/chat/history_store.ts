import type { DatabaseSync } from "node:sqlite";
import { cleanLine } from "../text/clean.ts";
import { type Conversation, type KeptExchange, parseCalls } from "./conversation.ts";

/** The longest title, in characters. */
const TITLE = 60;

/** The most a search gives. */
const MOST_FOUND = 100;

/** How much stands on either side of what was found, in characters. */
const REACH = 40;

/** One exchange that a search found. */
export interface Found {
  readonly conversation: number;
  readonly time: number;
  /** The words around what was found, one clean line. */
  readonly excerpt: string;
}

/** Where an exchange came to stand. */
export interface Place {
  readonly conversation: number;
  readonly exchange: number;
}

/**
 * Adds an exchange in one short transaction. Takes the conversation it belongs to; without one, or
 * where that one was deleted meanwhile, a new one begins.
 */
export function addExchange(
  database: DatabaseSync,
  conversation: number | undefined,
  exchange: KeptExchange,
): Place {
  const { time, message, reply, brain } = exchange;
  const calls = exchange.calls.map(({ id, args, ok, message, ms }) => ({
    ...{ id, args, ok, message, ms },
  }));
  return inTransaction(database, () => {
    const id = isThere(database, conversation) ? conversation! : Number(
      database.prepare("INSERT INTO conversations (started, title) VALUES (?, ?)")
        .run(time, titleOf(message)).lastInsertRowid,
    );
    const { lastInsertRowid } = database.prepare(
      `INSERT INTO exchanges (conversation, time, message, reply, brain, calls)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ).run(id, time, message, reply, brain, JSON.stringify(calls));
    return { conversation: id, exchange: Number(lastInsertRowid) };
  });
}

/** Takes an exchange out again, because its message is answered anew. */
export function removeExchange(database: DatabaseSync, place: Place): void {
  inTransaction(database, () => {
    database.prepare("DELETE FROM exchanges WHERE id = ?").run(place.exchange);
    database.prepare(
      `DELETE FROM conversations WHERE id = ?
       AND NOT EXISTS (SELECT 1 FROM exchanges WHERE conversation = conversations.id)`,
    ).run(place.conversation);
  });
}

/** All conversations in which something was said, the newest first. */
export function listConversations(database: DatabaseSync): Conversation[] {
  return database.prepare(
    `SELECT conversations.id, started, title, count(*) AS messages, max(time) AS last,
       max(exchanges.id) AS newest
     FROM conversations JOIN exchanges ON conversation = conversations.id
     GROUP BY conversations.id ORDER BY newest DESC`,
  ).all().map(({ id, started, title, messages, last }) => ({
    ...{ id: Number(id), started: Number(started), last: Number(last) },
    ...{ messages: Number(messages), title: cleanLine(String(title)) },
  }));
}

/** The conversation in which something was said last; undefined where there is none. */
export function lastConversation(database: DatabaseSync): number | undefined {
  const row = database.prepare("SELECT conversation FROM exchanges ORDER BY id DESC LIMIT 1").get();
  return row && Number(row.conversation);
}

/** What was said in a conversation, oldest first; nothing where it does not exist. */
export function readConversation(database: DatabaseSync, id: number): KeptExchange[] {
  return database.prepare(
    `SELECT time, message, reply, brain, calls FROM exchanges WHERE conversation = ? ORDER BY id`,
  ).all(id).map(({ time, message, reply, brain, calls }) => ({
    ...{ time: Number(time), message: String(message), reply: String(reply) },
    ...{ brain: cleanLine(String(brain)), calls: parseCalls(String(calls)) },
  }));
}

/**
 * Searches for exchanges in which all the words occur, each as a word or its beginning, the newest
 * first. Where a word holds other signs than letters and digits (`c++`), or none begins so (inside
 * Japanese text), it looks for the signs themselves, anywhere.
 */
export function searchHistory(database: DatabaseSync, words: readonly string[]): Found[] {
  const parts = words.flatMap((word) => word.split(/\s+/)).filter((word) => word !== "");
  if (parts.length === 0) return [];
  const areWords = parts.every((part) => /^[\p{L}\p{M}\p{N}]+$/u.test(part));
  const found = areWords ? searchWords(database, parts) : [];
  return found.length > 0 ? found : searchAnywhere(database, parts);
}

function searchWords(database: DatabaseSync, parts: readonly string[]): Found[] {
  return database.prepare(
    `SELECT conversation, time, snippet(said, -1, '', '', '…', 12) AS excerpt
     FROM said JOIN exchanges ON exchanges.id = said.rowid
     WHERE said MATCH ? ORDER BY exchanges.id DESC LIMIT ${MOST_FOUND}`,
    // Quoted, so that OR and NEAR are words like all others.
  ).all(parts.map((part) => `"${part}"*`).join(" AND ")).map((row) => ({
    ...{ conversation: Number(row.conversation), time: Number(row.time) },
    excerpt: cleanLine(String(row.excerpt)),
  }));
}

function searchAnywhere(database: DatabaseSync, parts: readonly string[]): Found[] {
  const where = parts.map(() => "text LIKE ? ESCAPE '\\'").join(" AND ");
  return database.prepare(
    `SELECT conversation, time, message || ' ' || reply AS text FROM exchanges
     WHERE ${where} ORDER BY id DESC LIMIT ${MOST_FOUND}`,
  ).all(...parts.map((part) => `%${part.replace(/[\\%_]/g, "\\$&")}%`)).map((row) => ({
    ...{ conversation: Number(row.conversation), time: Number(row.time) },
    excerpt: around(String(row.text), parts[0]!),
  }));
}

/** The words around the first place where a text holds a part, one clean line. */
function around(text: string, part: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(part.toLowerCase()));
  const from = at <= REACH ? 0 : text.indexOf(" ", at - REACH) + 1;
  // Text without blanks has no better place to be cut.
  const begin = from === 0 || from > at ? Math.max(0, at - REACH) : from;
  const end = at + part.length + REACH;
  const excerpt = cleanLine(text.slice(begin, end)).trim();
  return `${begin > 0 ? "… " : ""}${excerpt}${end < text.length ? " …" : ""}`;
}

/**
 * Deletes conversations for good: no word of theirs stays in the file or its journal. Takes an id
 * or all. Gives how many conversations there were, and whether another process kept the journal
 * from being emptied.
 */
export function deleteConversations(
  database: DatabaseSync,
  which: number | "all",
): { readonly deleted: number; readonly isHeld: boolean } {
  const deleted = inTransaction(database, () => {
    const one = which === "all" ? "" : " WHERE id = ?";
    const values = which === "all" ? [] : [which];
    return Number(database.prepare(`DELETE FROM conversations${one}`).run(...values).changes);
  });
  // Freed pages are zeroes (secure_delete) and cut off (auto_vacuum); VACUUM itself needs ATTACH,
  // which the runtime forbids.
  if (deleted > 0) database.exec("INSERT INTO said (said) VALUES ('rebuild')");
  const row = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  return { deleted, isHeld: Number(row?.busy) !== 0 };
}

function isThere(database: DatabaseSync, id: number | undefined): boolean {
  if (id === undefined) return false;
  return database.prepare("SELECT 1 FROM conversations WHERE id = ?").get(id) !== undefined;
}

function titleOf(message: string): string {
  const characters = [...cleanLine(message.slice(0, 16 * TITLE)).trim()];
  return characters.slice(0, TITLE).join("") + (characters.length > TITLE ? "…" : "");
}

function inTransaction<T>(database: DatabaseSync, run: () => T): T {
  // Immediate: a transaction that starts by reading could not wait for its turn to write.
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = run();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // On a full disk SQLite has rolled back itself.
    }
    throw error;
  }
}
