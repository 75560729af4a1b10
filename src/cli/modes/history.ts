import { join } from "@std/path";
import type { DatabaseSync } from "node:sqlite";
import { type Conversation, localTime } from "../../chat/conversation.ts";
import { HISTORY_FILE } from "../../chat/history.ts";
import { isBusy, isDamage, openHistoryFile, setAside } from "../../chat/history_file.ts";
import {
  deleteConversations,
  listConversations,
  readConversation,
  searchHistory,
} from "../../chat/history_store.ts";
import { toMarkdown } from "../../chat/markdown.ts";
import { stateDirectory } from "../../config/paths.ts";
import { UserError } from "../../errors.ts";
import { cleanLine } from "../../text/clean.ts";
import { shown } from "../../text/shown.ts";
import type { Context } from "../context.ts";
import { table } from "../table.ts";

/** The file of typed lines in the state directory, which the arrow keys offer. */
const TYPED_LINES = "input-history";

/** `-history` (SPEC section 9): the conversations that were kept, the newest first. */
export function historyMode(context: Context): Promise<number> {
  const conversations = withHistory(context, listConversations) ?? [];
  const rows = conversations.map(({ id, last, messages, title }) => [
    ...[String(id), localTime(last), String(messages), title],
  ]);
  context.output.result(
    { conversations: conversations.map(conversationObject) },
    rows.length > 0
      ? table([["ID", "LAST", "MESSAGES", "BEGINS WITH"], ...rows])
      : "No conversation was kept.",
  );
  return Promise.resolve(0);
}

/** `-history-search WORD ...` (SPEC section 9): what was said with all these words. */
export function historySearchMode(context: Context, words: readonly string[]): Promise<number> {
  const found = withHistory(context, (database) => searchHistory(database, words)) ?? [];
  const rows = found.map(({ conversation, time, excerpt }) => [
    ...[String(conversation), localTime(time), excerpt],
  ]);
  context.output.result(
    {
      found: found.map(({ conversation, time, excerpt }) => ({
        ...{ conversation, time: new Date(time).toISOString(), excerpt },
      })),
    },
    rows.length > 0 ? table([["ID", "WHEN", "WHAT"], ...rows]) : "Nothing of that kind was said.",
  );
  return Promise.resolve(0);
}

/** `-history-show ID`: a conversation as Markdown, as `/save` writes it. */
export function historyShowMode(context: Context, operands: readonly string[]): Promise<number> {
  const id = readId(operands[0]!);
  const exchanges = withHistory(context, (database) => readConversation(database, id)) ?? [];
  if (exchanges.length === 0) throw noSuch(operands[0]!);
  const object = exchanges.map(({ time, message, reply, brain, calls }) => ({
    ...{ time: new Date(time).toISOString(), message, reply, brain },
    agents: calls.map(({ id, args, ok, message }) => ({ id, args, ok, message })),
  }));
  context.output.result({ id, exchanges: object }, toMarkdown(exchanges).trimEnd());
  return Promise.resolve(0);
}

/** `-history-delete ID|all`: deletes for good, without asking. */
export function historyDeleteMode(context: Context, operands: readonly string[]): Promise<number> {
  const { output } = context;
  const which = operands[0] === "all" ? "all" : readId(operands[0]!);
  const end = withHistory(context, (database) => {
    const titles = listConversations(database);
    return { ...deleteConversations(database, which), titles };
  }) ?? { deleted: 0, isHeld: false, titles: [] };
  if (which !== "all" && end.deleted === 0) throw noSuch(operands[0]!);
  const title = end.titles.find(({ id }) => id === which)?.title;
  if (which === "all") deleteTypedLines(context);
  output.result(
    { deleted: end.deleted },
    which === "all"
      ? `deleted ${count(end.deleted)} and the lines the arrow keys offer`
      : `deleted conversation ${which}${title ? `: ${title}` : ""}`,
  );
  if (end.isHeld) {
    output.note(
      "note: another onidia-chat reads the history: its journal keeps the text until that one ends",
    );
  }
  if (which === "all") noteDamaged(context);
  return Promise.resolve(0);
}

/**
 * Does something with the history. Gives undefined where there is none: asking makes no file.
 * A damaged one is set aside, and then there is none. Throws a UserError for one that cannot be used.
 */
function withHistory<T>(context: Context, run: (database: DatabaseSync) => T): T | undefined {
  const { env, output } = context;
  const path = join(stateDirectory(env), HISTORY_FILE);
  try {
    Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw cannotUse(path, error);
  }
  const tell = (text: string) => output.note(`onidia-chat: ${text}`);
  try {
    const { database, identity } = openHistoryFile(path, tell);
    try {
      return run(database);
    } catch (error) {
      if (!isDamage(error)) throw error;
      database.close();
      setAside(path, identity, tell);
      return undefined;
    } finally {
      if (database.isOpen) database.close();
    }
  } catch (error) {
    throw error instanceof UserError ? error : cannotUse(path, error);
  }
}

function cannotUse(path: string, error: unknown): UserError {
  const why = isBusy(error)
    ? "another onidia-chat is writing to it, try again"
    : cleanLine(error instanceof Error ? error.message : String(error))
      // The path is told already, and what was called is nobody's business.
      .replace(/^E[A-Z]+: |, [a-z]+ '.*'$| \(os error \d+\).*$/gs, "");
  return new UserError(`the history ${cleanLine(path)} cannot be used: ${why}`);
}

function conversationObject({ id, started, last, messages, title }: Conversation) {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, started: iso(started), last: iso(last), messages, title };
}

function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw noSuch(text);
  return Number(text);
}

function noSuch(text: string): UserError {
  return new UserError(
    `there is no conversation ${shown(text)}: onidia-chat -history lists what there is`,
  );
}

/** The user's messages stand there too. */
function deleteTypedLines({ env }: Context): void {
  const path = join(stateDirectory(env), TYPED_LINES);
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw cannotUse(path, error);
  }
}

/** Histories that were set aside are no longer touched, but who wants all gone shall know of them. */
function noteDamaged({ env, output }: Context): void {
  const directory = stateDirectory(env);
  try {
    for (const { name } of Deno.readDirSync(directory)) {
      if (!name.startsWith(`${HISTORY_FILE}.damaged-`)) continue;
      output.note(`note: ${cleanLine(join(directory, name))} was set aside and is still there`);
    }
  } catch {
    // No directory, nothing in it.
  }
}

function count(conversations: number): string {
  return conversations === 1 ? "1 conversation" : `${conversations} conversations`;
}
