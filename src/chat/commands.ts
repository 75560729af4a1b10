import { cleanLine } from "../text/clean.ts";
import { nearest } from "../text/nearest.ts";
import { save } from "./save.ts";
import type { ChatSession } from "./session.ts";

/** What the chat is to do after a slash command. */
export type Outcome =
  /** Show this, one line or several. */
  | { readonly type: "text"; readonly text: string }
  /** It is done; a person may be told in this line, a program need not. */
  | { readonly type: "done"; readonly note: string }
  /** Answer this message. */
  | { readonly type: "say"; readonly message: string }
  /** It could not be done, and why. */
  | { readonly type: "failure"; readonly reason: string }
  | { readonly type: "leave" };

/** One slash command of a chat (SPEC section 9). */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  /** For the help: what stands behind it. */
  readonly operand?: string;
  readonly help: string;
  /** Takes the text behind the name, without blanks at its ends. */
  run(session: ChatSession, text: string): Outcome;
}

/** THE table of slash commands, for a terminal and for a piped chat, in the order `/help` shows. */
export const COMMANDS: readonly SlashCommand[] = [
  {
    name: "help",
    help: "list these commands",
    run: () => ({
      type: "text",
      text: table(COMMANDS.map((it) => [`/${it.name} ${it.operand ?? ""}`.trimEnd(), it.help])),
    }),
  },
  {
    name: "agents",
    help: "list the agents she can call",
    run: (session) => ({ type: "text", text: describeAgents(session) }),
  },
  {
    name: "why",
    help: "show how the last reply came about",
    run: (session) => ({ type: "text", text: session.why() }),
  },
  {
    name: "clear",
    help: "forget the conversation so far",
    run(session) {
      session.clear();
      return { type: "done", note: "The conversation so far is forgotten." };
    },
  },
  {
    name: "retry",
    help: "answer the last message again",
    run(session) {
      const message = session.takeBack();
      if (message !== undefined) return { type: "say", message };
      return { type: "failure", reason: "there is no message to answer again" };
    },
  },
  {
    name: "save",
    operand: "FILE",
    help: "write the conversation to a new file, as Markdown",
    run: (session, path) => save(session, path, { replaces: false }),
  },
  {
    name: "save!",
    operand: "FILE",
    help: "the same, and replace the file if it is there",
    run: (session, path) => save(session, path, { replaces: true }),
  },
  { name: "quit", help: "leave the chat (so does Ctrl-D)", run: () => ({ type: "leave" }) },
];

/**
 * Runs a line that is a slash command: a slash and one word of letters, and what stands behind it.
 * Gives undefined for every other line, paths such as `/etc/hosts` among them.
 */
export function runCommand(line: string, session: ChatSession): Outcome | undefined {
  const [, word, text = ""] = /^\s*\/([a-z]+!?)(?:\s(.*))?$/is.exec(line) ?? [];
  if (word === undefined) return undefined;
  const name = word.toLowerCase();
  const command = COMMANDS.find((it) => it.name === name);
  if (command) return command.run(session, text.trim());
  const near = nearest(name, COMMANDS.map((it) => it.name));
  const help = near ? `did you mean /${near}?` : "/help lists the commands";
  return { type: "failure", reason: `there is no command /${name}: ${help}` };
}

function describeAgents(session: ChatSession): string {
  if (session.catalog.length === 0) return "There are no agents: I can only talk.";
  return table(
    session.catalog.map(({ manifest }) => [manifest.id, whatItDoes(manifest.description)]),
  );
}

/** The first sentence of a description; the others say when to call the agent, which is for brains. */
function whatItDoes(description: string): string {
  const [first = ""] = cleanLine(description).split(/(?<=[.!?])\s+/, 1);
  return first;
}

/** Two columns, the first as wide as its widest word. */
function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join("\n");
}
