import type { DatabaseSync } from "node:sqlite";
import { UserError } from "../errors.ts";

/** What leads from each version of the schema to the next; the first makes it. */
const STEPS: readonly string[] = [
  `CREATE TABLE conversations (
     -- Never used twice: who deletes 7 shall not delete another 7 tomorrow.
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     started INTEGER NOT NULL,
     title TEXT NOT NULL
   );
   CREATE TABLE exchanges (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     conversation INTEGER NOT NULL REFERENCES conversations ON DELETE CASCADE,
     time INTEGER NOT NULL,
     message TEXT NOT NULL,
     reply TEXT NOT NULL,
     brain TEXT NOT NULL,
     calls TEXT NOT NULL
   );
   CREATE INDEX exchanges_of ON exchanges (conversation, id);
   CREATE VIRTUAL TABLE said USING fts5(
     message, reply, content = 'exchanges', content_rowid = 'id',
     tokenize = 'unicode61 remove_diacritics 2'
   );
   -- Without it deleted words would stay in the index until it is next merged.
   INSERT INTO said (said, rank) VALUES ('secure-delete', 1);
   CREATE TRIGGER exchange_added AFTER INSERT ON exchanges BEGIN
     INSERT INTO said (rowid, message, reply) VALUES (new.id, new.message, new.reply);
   END;
   CREATE TRIGGER exchange_deleted AFTER DELETE ON exchanges BEGIN
     INSERT INTO said (said, rowid, message, reply)
       VALUES ('delete', old.id, old.message, old.reply);
   END;`,
];

/** The version this program writes. */
export const SCHEMA = STEPS.length;

/** Throws a UserError where a newer program wrote the history; reads and nothing else. */
export function refuseNewer(database: DatabaseSync): void {
  if (versionOf(database) <= SCHEMA) return;
  throw new UserError("the history was written by a newer onidia-chat: update this one to use it");
}

/**
 * Brings a history to this program's schema, its version being in `user_version`. Two programs may
 * try at once. Throws what SQLite throws, and as `refuseNewer`.
 */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === SCHEMA) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Again, behind the lock: another chat may have done it meanwhile.
    refuseNewer(database);
    for (const step of STEPS.slice(versionOf(database))) database.exec(step);
    database.exec(`PRAGMA user_version = ${SCHEMA}; COMMIT`);
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}
