import type { Reply } from "../../brain/turn.ts";
import { runCommand } from "../commands.ts";
import type { ChatSession } from "../session.ts";
import type { InputHistory } from "./input_history.ts";
import { LineInput } from "./line_input.ts";
import { NO_SPINNER, startSpinner } from "./spinner.ts";

/** What an interactive chat runs on. */
export interface TerminalSetup {
  readonly session: ChatSession;
  /** The first line: who is there, which brain, how to change it. */
  readonly greeting: string;
  /** Writes to the terminal at once. */
  readonly write: (text: string) => void;
  /** The width of the terminal, asked each time. */
  readonly columns: () => number;
  /** Whether the cursor can be moved (not on a dumb terminal). */
  readonly canEdit: boolean;
  /** Whether a reply is shown as it arrives. */
  readonly stream: boolean;
  readonly history: InputHistory;
  /** Aborted by signals that end the program: what runs is cancelled, the terminal given back. */
  readonly ended: AbortSignal;
}

/** An interactive chat: prompt, reply, prompt, until Ctrl-D or `/quit` (SPEC sections 1 and 9). */
export class TerminalChat {
  readonly #setup: TerminalSetup;
  readonly #input: LineInput;
  /** The reply that runs; Ctrl-C cancels it. */
  #running: AbortController | undefined;

  constructor(setup: TerminalSetup) {
    this.#setup = setup;
    this.#input = new LineInput({
      ...{ prompt: "> ", history: setup.history.lines },
      ...{ write: setup.write, canEdit: setup.canEdit },
      onInterrupt: (hadText) => this.#onInterrupt(hadText),
    });
  }

  /** Runs it to its end and gives the terminal back, however it ends. */
  async run(): Promise<void> {
    const { write, greeting, ended } = this.#setup;
    const end = () => {
      this.#running?.abort();
      this.#input.close();
    };
    ended.addEventListener("abort", end, { once: true });
    try {
      write(`${greeting}\n`);
      for (let line; (line = await this.#input.next()) !== undefined;) {
        if (line.trim() === "") continue;
        this.#setup.history.add(line);
        if (await this.#answer(line) === "leave") return;
      }
    } finally {
      ended.removeEventListener("abort", end);
      this.#input.close();
    }
  }

  /** Ctrl-C that arrives as a signal, where the kernel edits the lines. */
  interrupt(): void {
    this.#input.interrupt();
  }

  #onInterrupt(hadText: boolean): void {
    if (this.#running) this.#running.abort();
    else if (!hadText) this.#setup.write("Ctrl-D or /quit leaves.\n");
  }

  async #answer(line: string): Promise<"leave" | undefined> {
    const { session, write } = this.#setup;
    const outcome = runCommand(line, session) ?? { type: "say", message: line };
    if (outcome.type === "leave") return "leave";
    if (outcome.type === "say") await this.#reply(outcome.message);
    if (outcome.type === "text") write(`${outcome.text}\n`);
    if (outcome.type === "done") write(`${outcome.note}\n`);
    if (outcome.type === "failure") write(`onidia-chat: ${outcome.reason}\n`);
  }

  async #reply(message: string): Promise<void> {
    const { session, write, columns, canEdit, stream } = this.#setup;
    const running = this.#running = new AbortController();
    const spinner = canEdit ? startSpinner(write, columns) : NO_SPINNER;
    try {
      const reply = await session.say(message, {
        signal: running.signal,
        onEvent(event) {
          if (event.type === "calling") return spinner.label(event.id);
          if (!stream) return;
          spinner.stop();
          write(event.text);
        },
      });
      spinner.stop();
      write(stream ? "" : reply.text);
      write(ending(reply));
      // Only now, so that nobody waits for a file.
      await session.keep();
    } finally {
      spinner.stop();
      this.#running = undefined;
    }
  }
}

/** What stands behind the text of a reply, so that no reply ends without a word. */
function ending(reply: Reply): string {
  const end = reply.text === "" ? "" : "\n";
  if (reply.failure !== undefined) return `${end}onidia-chat: ${reply.failure}\n`;
  if (reply.cancelled) return `${end}(cancelled)\n`;
  return reply.text === "" ? "(done)\n" : end;
}
