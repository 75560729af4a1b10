import { join } from "@std/path";
import type { Log } from "../../src/config/log.ts";
import type { PetPipes } from "../../src/pet/bridge.ts";

/** Makes a folder with the paths of a pet's two pipes; the pipes themselves are for the test. */
export function petFolder(): { pipes: PetPipes; folder: string } & Disposable {
  const folder = Deno.makeTempDirSync({ prefix: "onidia-pet-" });
  return {
    folder,
    pipes: { say: join(folder, "pet.say"), command: join(folder, "pet.cmd") },
    [Symbol.dispose]: () => Deno.removeSync(folder, { recursive: true }),
  };
}

/** Makes a named pipe. */
export function makeFifo(path: string): void {
  const { success } = new Deno.Command("mkfifo", { args: [path] }).outputSync();
  if (!success) throw new Error(`mkfifo ${path} failed`);
}

/** A log that keeps its lines for the test to read. */
export function keepingLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  return { lines, info: (text) => lines.push(text), warn: (text) => lines.push(text) };
}

/** A real process that has the pipe open for reading. */
export class Reader implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #output: ReadableStreamDefaultReader<string>;
  #text = "";

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Starts a process that reads the pipe on and on, or that has it open and never reads. */
  static async start(path: string, how: "reads" | "stalls" = "reads"): Promise<Reader> {
    // Open for both, so that the opening waits for nobody.
    const then = how === "reads" ? "exec cat <&3" : "exec sleep 600";
    const args = ["-c", `exec 3<>"$1"; echo ready; ${then}`, "reader", path];
    const command = new Deno.Command("sh", { args, stdin: "null", stdout: "piped" });
    const reader = new Reader(command.spawn());
    await reader.line();
    return reader;
  }

  /** The next line the process got from the pipe; waits for it. */
  async line(): Promise<string> {
    while (!this.#text.includes("\n")) {
      const { value, done } = await this.#output.read();
      if (done) throw new Error("the reader ended");
      this.#text += value;
    }
    const end = this.#text.indexOf("\n");
    const line = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 1);
    return line;
  }

  /** Ends the process. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#output.cancel();
    await this.#child.status;
  }
}
