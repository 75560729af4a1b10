/** The program, run from its sources with agents of the test's own. */
import { fromFileUrl, join } from "@std/path";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

/** What the program is run with from its sources (`deno task chat`). */
const PERMISSIONS = ["read", "write", "run", "env", "net", "sys"].map((name) => `--allow-${name}`);

/** No test speaks to a provider because whoever runs it has a key. */
const NO_KEYS = Object.fromEntries(
  [
    ...["GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENROUTER_API_KEY", "OPENAI_API_KEY"],
    ...["ANTHROPIC_API_KEY", "OLLAMA_API_KEY", "AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID"],
  ].map((name) => [name, ""]),
);

/** What of an agent a test says; the rest is the same for all. */
export interface TestAgent {
  /** Sentences that mean it. */
  readonly examples: readonly string[];
  readonly params?: readonly unknown[];
  /** Lines of POSIX shell behind the reading of the RUN line, which is in `$line`. */
  readonly script: string;
}

/** A program on a fresh home with the agents of one folder. */
export interface TestProgram extends Disposable {
  readonly folder: string;
  /** The command line that starts it. */
  argv(...args: readonly string[]): string[];
  /** Its environment, on top of what is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs it to its end. Takes the text of its standard input; without one, nothing is to be read. */
  run(args: readonly string[], input?: string): Promise<{ code: number; out: string; err: string }>;
  /** Starts it with pipes. */
  start(...args: readonly string[]): Deno.ChildProcess;
  /** Waits for a file of the folder that a script writes; gives its text. */
  appears(name: string): Promise<string>;
}

/** Makes a program whose agents are these, by id. Scripts find the test's folder in `$TEST`. */
export function testProgram(agents: Readonly<Record<string, TestAgent>>): TestProgram {
  const folder = Deno.makeTempDirSync({ prefix: "onidia-chat-" });
  Deno.mkdirSync(join(folder, "agents"));
  for (const [id, agent] of Object.entries(agents)) writeAgent(folder, id, agent);
  const argv: TestProgram["argv"] = (...args) => [
    ...[Deno.execPath(), "run", "--quiet", ...PERMISSIONS, "--config", join(ROOT, "deno.json")],
    ...[
      join(ROOT, "main.ts"),
      "-agents-dir",
      join(folder, "agents"),
      "-pet-pipe=off",
      ...args,
    ],
  ];
  const env = {
    ...{ HOME: folder, TEST: folder, DENO_DIR: denoDirectory(), NO_COLOR: "1" },
    ...NO_KEYS,
    ...{ XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", XDG_DATA_HOME: "", CHAT_APP_PACKAGE_DIR: folder },
  };
  const start: TestProgram["start"] = (...args) => {
    const [program, ...rest] = argv(...args);
    const pipes = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    return new Deno.Command(program!, { args: rest, env, cwd: folder, ...pipes }).spawn();
  };
  return {
    ...{ folder, argv, env, start },
    async run(args, input = "") {
      const child = start(...args);
      const writer = child.stdin.getWriter();
      // A program that does not read its input closes it: that is its right.
      await writer.write(new TextEncoder().encode(input)).catch(() => {});
      await writer.close().catch(() => {});
      const { code, stdout, stderr } = await child.output();
      const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      return { code, out: out!, err: err! };
    },
    async appears(name) {
      for (let tries = 0; tries < 600; tries++) {
        const text = await Deno.readTextFile(join(folder, name)).catch(() => "");
        if (text.endsWith("\n")) return text.trim();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no agent wrote ${name}`);
    },
    [Symbol.dispose]: () => Deno.removeSync(folder, { recursive: true }),
  };
}

function writeAgent(root: string, id: string, { examples, params = [], script }: TestAgent): void {
  const folder = join(root, "agents", id);
  Deno.mkdirSync(folder);
  const description = `Use when the user says: ${examples.join(", ")}.`;
  const manifest = { id, description, exec: ["./run.sh"], timeout_ms: 60_000, params, examples };
  Deno.writeTextFileSync(join(folder, "agent.json"), JSON.stringify(manifest));
  const text = `#!/bin/sh\nIFS= read -r line\n${script}\n`;
  Deno.writeTextFileSync(join(folder, "run.sh"), text, { mode: 0o755 });
}

/** Where Deno keeps its cache: the program gets a home of its own, but not a cache of its own. */
function denoDirectory(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** Whether a process is alive; one that nobody has collected yet is not. */
export function isAlive(pid: number): boolean {
  return processes().some((process) => process.pid === pid);
}

/** All processes that are alive, and the leader of the session each belongs to. */
export function processes(): { pid: number; session: number }[] {
  // By a program: Deno itself may read there only when it may do everything.
  const { stdout } = new Deno.Command("sh", {
    args: ["-c", "cat /proc/[0-9]*/stat"],
    stderr: "null", // of those that end meanwhile
  }).outputSync();
  // Behind the name, which may hold anything: state, parent, group, session.
  const lines = new TextDecoder().decode(stdout).matchAll(/^(\d+) \(.*\) (\S) \d+ \d+ (\d+) /gm);
  return [...lines].filter((line) => line[2] !== "Z").map((line) => ({
    ...{ pid: Number(line[1]), session: Number(line[3]) },
  }));
}

/** Agents that most tests here use. */
export const AGENTS = {
  kettle: {
    examples: ["put the kettle on", "boil some water"],
    params: [{ name: "kind", enum: ["tea", "coffee"], default: "tea", description: "which drink" }],
    script: 'echo "INFO asked for tea"; echo "PET action dance"; echo "OK The kettle is on"',
  },
  ledger: {
    examples: ["balance the ledger"],
    script: 'echo "ERR the ledger is locked"',
  },
  report: {
    examples: ["fetch the annual report"],
    script: 'echo $$ > "$TEST/report.pid"; sleep 300; echo "OK here is the report"',
  },
  weird: {
    examples: ["open the weird parcel"],
    script: `printf 'OK \\033[2Jparcel\\033]0;title\\007 is \\302\\2331mopen\\rnow\\n'`,
  },
} satisfies Record<string, TestAgent>;
