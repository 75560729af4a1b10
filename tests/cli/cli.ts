/** The program in this process, its output kept, in a home of its own. */
import { join } from "@std/path";
import { run } from "../../src/cli/run.ts";

/** What a run came to. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A home with agents, and the program in it. */
export interface Home {
  readonly folder: string;
  run(...argv: string[]): Promise<Ended>;
  /** Drops an agent into the user's directory. Takes its folder's name, manifest and script. */
  drop(name: string, manifest: object | string, script?: string): string;
  /** Writes chat-app.ini. */
  configure(ini: string): void;
  /** From now on whatever is written to standard output fails with this. */
  cut(failure: Error): void;
}

/** Runs a test body in a fresh home without a package; variables come on top of HOME and PATH. */
export async function inHome(
  body: (home: Home) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "onidia-cli-" }));
  const config = join(folder, ".config/chat-app");
  const env: Record<string, string | undefined> = {
    HOME: folder,
    PATH: "/usr/bin:/bin",
    CHAT_APP_PACKAGE_DIR: join(folder, "package"),
    ...variables,
  };
  // A packaged directory without agents: what is listed is what the test dropped.
  Deno.mkdirSync(join(folder, "package/share/agents"), { recursive: true });
  let cut: Error | undefined;
  try {
    await body({
      folder,
      async run(...argv) {
        const out: string[] = [];
        const err: string[] = [];
        const keep = (to: string[]) => (bytes: Uint8Array) =>
          void to.push(new TextDecoder().decode(bytes));
        const streams = {
          stdout: (bytes: Uint8Array) => {
            if (cut) throw cut;
            keep(out)(bytes);
          },
          stderr: keep(err),
          isTerminal: false,
          errorIsTerminal: false,
          columns: () => 80,
        };
        const main = new URL("../../main.ts", import.meta.url).href;
        const world = { env: (name: string) => env[name], streams };
        const code = await run(argv, { main, version: "1.2.3" }, world);
        return { code, out: out.join(""), err: err.join("") };
      },
      drop(name, manifest, script = "read -r line; echo OK done") {
        const directory = join(config, "agents", name);
        Deno.mkdirSync(directory, { recursive: true });
        const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
        Deno.writeTextFileSync(join(directory, "agent.json"), text);
        Deno.writeTextFileSync(join(directory, "run.sh"), `#!/bin/sh\n${script}\n`, {
          mode: 0o755,
        });
        return directory;
      },
      cut: (failure) => void (cut = failure),
      configure(ini) {
        Deno.mkdirSync(config, { recursive: true });
        Deno.writeTextFileSync(join(config, "chat-app.ini"), ini, { mode: 0o600 });
      },
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** A manifest for `drop`. */
export function manifest(id: string, more: object = {}): object {
  return { id, version: "1.0.0", description: `Use when ${id}.`, exec: ["./run.sh"], ...more };
}
