import { join } from "@std/path";
import type { DatabaseSync } from "node:sqlite";
import type { Log } from "../config/log.ts";
import { UserError } from "../errors.ts";
import type { KeptExchange } from "./conversation.ts";
import type { HistoryFile } from "./history_file.ts";
import type { Place } from "./history_store.ts";

/** The name of the history in the state directory (SPEC section 9). */
export const HISTORY_FILE = "history.db";

/** Where the history is, and who hears of its troubles. */
export interface HistorySetup {
  /** The state directory. */
  readonly directory: string;
  readonly log: Log;
  /** Says one sentence to the user. */
  readonly tell: (sentence: string) => void;
}

/** A conversation to go on with. */
export interface Continued {
  readonly id: number;
  readonly exchanges: readonly KeptExchange[];
}

type Task =
  | { readonly type: "add"; readonly exchange: KeptExchange }
  | { readonly type: "take back" }
  | { readonly type: "begin anew" };

/**
 * Keeps one conversation in the history. What is to be kept is noted at once and written by
 * `flush`, when the reply has been shown; SQLite is loaded for the first of it. No trouble with the
 * file stops a chat: it is logged once, and the rest of the conversation is not kept.
 *
 * It is never closed on purpose. Closing would wait for the disk; what was committed stands in the
 * journal, and whoever opens the history next finds it there.
 */
export class History {
  readonly #setup: HistorySetup;
  readonly #path: string;
  #file: HistoryFile | undefined;
  #tasks: Task[] = [];
  #conversation: number | undefined;
  /** Where the exchanges of this run stand, so that the last can be taken back. */
  #places: Place[] = [];
  /**
   * Histories that another chat has set aside: SQLite would, on closing the last of their
   * connections, remove the journal of that name, which is the new one's.
   */
  readonly #replaced: DatabaseSync[] = [];
  #isOff = false;

  constructor(setup: HistorySetup) {
    this.#setup = setup;
    this.#path = join(setup.directory, HISTORY_FILE);
  }

  /** Notes an exchange. */
  add(exchange: KeptExchange): void {
    if (!this.#isOff) this.#tasks.push({ type: "add", exchange });
  }

  /** Takes back the exchange that was noted last. */
  takeBack(): void {
    this.#tasks.push({ type: "take back" });
  }

  /** The next exchange begins a conversation of its own. */
  beginAnew(): void {
    this.#tasks.push({ type: "begin anew" });
  }

  /** Writes what was noted. Never rejects. */
  async flush(): Promise<void> {
    const isNew = this.#file === undefined && this.#places.length === 0;
    if (this.#isOff || (isNew && !this.#tasks.some(({ type }) => type === "add"))) return;
    await this.#attempt(async () => {
      while (this.#tasks.length > 0) {
        await this.#write(this.#tasks[0]!);
        this.#tasks.shift();
      }
    });
  }

  /**
   * Goes on with the conversation in which something was said last. Gives it, or undefined where
   * there is none or it cannot be read. Makes no file.
   */
  async goOn(): Promise<Continued | undefined> {
    if (!isThere(this.#path)) return undefined;
    const { lastConversation, readConversation } = await import("./history_store.ts");
    return await this.#attempt(async () => {
      const { database } = await this.#open();
      const id = lastConversation(database);
      if (id === undefined) return undefined;
      this.#conversation = id;
      return { id, exchanges: readConversation(database, id) };
    });
  }

  async #write(task: Task): Promise<void> {
    const { addExchange, removeExchange } = await import("./history_store.ts");
    if (task.type === "begin anew") {
      this.#conversation = undefined;
      return;
    }
    const { database } = await this.#open();
    if (task.type === "take back") {
      const place = this.#places.at(-1);
      if (place) removeExchange(database, place);
      this.#places = this.#places.slice(0, -1);
      return;
    }
    const place = addExchange(database, this.#conversation, task.exchange);
    this.#conversation = place.conversation;
    this.#places.push(place);
  }

  async #open(): Promise<HistoryFile> {
    const { openHistoryFile } = await import("./history_file.ts");
    return this.#file ??= openHistoryFile(this.#path, this.#setup.tell);
  }

  /** Does something with the history; damage found on the way is set aside, and it is tried anew. */
  async #attempt<T>(run: () => Promise<T>, isSecond = false): Promise<T | undefined> {
    const { isBusy, isDamage, isStill, setAside } = await import("./history_file.ts");
    const { log, tell } = this.#setup;
    try {
      return await run();
    } catch (error) {
      if (isBusy(error)) {
        // It stays noted, for when the next reply has been shown.
        log.warn(`history: ${this.#path} is in use by another process for long`);
        return undefined;
      }
      if (isDamage(error) && this.#file && !isSecond) {
        const { database, identity } = this.#file;
        this.#file = undefined;
        this.#conversation = undefined;
        this.#places = [];
        return await this.#attempt(() => {
          if (isStill(this.#path, identity)) database.close();
          else this.#replaced.push(database);
          setAside(this.#path, identity, tell);
          return run();
        }, true);
      }
      this.#isOff = true;
      this.#tasks = [];
      if (error instanceof UserError) tell(`${error.message}; this conversation is not kept`);
      log.warn(`history: ${this.#path}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }
}

function isThere(path: string): boolean {
  try {
    return Deno.lstatSync(path) !== undefined;
  } catch {
    return false;
  }
}
