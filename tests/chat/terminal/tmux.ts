import { isAlive, processes } from "../program.ts";

/** Whether there is a tmux to test with. */
export const HAS_TMUX = hasProgram("tmux");

function hasProgram(name: string): boolean {
  const path = Deno.env.get("PATH") ?? "";
  return path.split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${name}`).isFile;
    } catch {
      return false;
    }
  });
}

/** How a terminal is made. */
export interface TerminalOptions {
  readonly columns?: number;
  /** Set for the program, on top of what is inherited. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A real terminal, held by a tmux server of its own, in which a program runs. */
export class Terminal implements AsyncDisposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "onidia-tmux-" });

  /** Starts a program; when it has ended, a last line says `ended CODE` and how the terminal is. */
  static async start(argv: readonly string[], options: TerminalOptions = {}): Promise<Terminal> {
    const terminal = new Terminal();
    const after = 'echo "ended $?"; stty -a | grep -o "[- ]icanon"; exec cat';
    const env = Object.entries(options.env ?? {}).map(([name, value]) => `${name}=${value}`);
    const program = ["env", ...env, "sh", "-c", `trap : INT; "$@"; ${after}`, "sh", ...argv];
    const size = ["-x", `${options.columns ?? 80}`, "-y", "50"];
    await terminal.#tmux("-f", "/dev/null", "new-session", "-d", ...size, ...program);
    return terminal;
  }

  /** Types text as it is. */
  async type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", text);
  }

  /** Presses a key, in tmux's words: `Enter`, `C-c`, `Up`. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#tmux("send-keys", ...keys);
  }

  /** Types a line. */
  async enter(line: string): Promise<void> {
    await this.type(line);
    await this.press("Enter");
  }

  /** What is to be seen, without the empty lines below it. */
  async screen(): Promise<string> {
    return (await this.#tmux("capture-pane", "-p")).trimEnd();
  }

  /** Waits until the screen shows this; gives the screen. */
  async shows(what: RegExp): Promise<string> {
    for (let tries = 0; tries < 600; tries++) {
      const screen = await this.screen();
      if (what.test(screen)) return screen;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`never showed ${what}, but:\n${await this.screen()}`);
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const command = new Deno.Command("tmux", {
      args: ["-S", `${this.#folder}/socket`, ...args],
      stdin: "null",
    });
    const { success, stdout, stderr } = await command.output();
    if (!success) throw new Error(`tmux ${args[0]}: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout);
  }

  /** Closes the terminal, as a window is closed: what runs in it is told so, and has ended here. */
  async close(): Promise<void> {
    const leader = Number(await this.#tmux("display-message", "-p", "#{pane_pid}"));
    const running = processes().filter((process) => process.session === leader);
    await this.#tmux("kill-server");
    while (running.some(({ pid }) => isAlive(pid))) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Closes the terminal, if it is still there, and forgets it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close().catch(() => {});
    await Deno.remove(this.#folder, { recursive: true });
  }
}
