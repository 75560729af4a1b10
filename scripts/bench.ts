/**
 * `deno task bench [word …]`: the ratios of SPEC section 11, each of medians of pairs taken in turn
 * in this one run. With words, only the rows whose name holds one of them.
 */
import { join } from "@std/path";
import { call } from "./bench/call.ts";
import { decision } from "./bench/decision.ts";
import { install } from "./bench/install.ts";
import { list } from "./bench/list.ts";
import { memory } from "./bench/memory.ts";
import { oneShot } from "./bench/one_shot.ts";
import { playSong } from "./bench/play_song.ts";
import type { Bench, Row } from "./bench/row.ts";
import { version } from "./bench/version.ts";
import { compile, compileFolder } from "./compile.ts";

/** In the order of the specification. A row more is a file more. */
const ROWS: readonly Row[] = [
  version,
  oneShot,
  call,
  list,
  decision,
  playSong,
  install,
  memory,
];

const PAIRS = 15;

const HELLO = 'console.log("hello world");\n';
const HELLO_IDLE = `${HELLO}for await (const _ of Deno.stdin.readable);\n`;

/** Measures the rows that are asked for and prints one line each as it is known. */
async function bench(words: readonly string[]): Promise<void> {
  const work = Deno.makeTempDirSync({ prefix: "onidia-chat-bench-" });
  try {
    const program = await compile({ say: (text) => console.error(text) });
    const hello = await compileHello(work, "hello", HELLO);
    const helloIdle = await compileHello(work, "hello-idle", HELLO_IDLE);
    console.log(`Medians of ${PAIRS} pairs taken in turn.\n`);
    console.log(line("what", "figure", "goal", "", "note"));
    for (const [i, row] of ROWS.entries()) {
      if (words.length > 0 && !words.some((word) => row.name.includes(word))) continue;
      const folder = join(work, String(i));
      Deno.mkdirSync(folder);
      console.log(
        await measure(row, {
          program,
          hello,
          helloIdle,
          folder,
          env: emptyHome(work),
          pairs: PAIRS,
        }),
      );
      Deno.removeSync(folder, { recursive: true });
    }
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

async function measure(row: Row, parts: Bench): Promise<string> {
  const goal = `${row.goal} ${row.unit}`;
  try {
    const result = await row.measure(parts);
    if ("skipped" in result) return line(row.name, "-", goal, "skipped", result.skipped);
    const { figure, note } = result;
    const reached = figure <= row.goal ? "reached" : "missed";
    return line(row.name, `${figure.toFixed(2)} ${row.unit}`, goal, reached, note);
  } catch (error) {
    return line(row.name, "-", goal, "failed", error instanceof Error ? error.message : `${error}`);
  }
}

function line(name: string, figure: string, goal: string, verdict: string, note: string): string {
  return [name.padEnd(52), figure.padStart(9), goal.padStart(8), ` ${verdict.padEnd(8)}`, note]
    .join(" ").trimEnd();
}

async function compileHello(work: string, name: string, source: string): Promise<string> {
  const folder = join(work, `${name}-source`);
  Deno.mkdirSync(folder);
  Deno.writeTextFileSync(join(folder, "main.js"), source);
  await compileFolder(folder, "main.js", join(work, name));
  return join(work, name);
}

/** A home with nothing in it, no package, and no settings of the caller's. */
function emptyHome(work: string): Record<string, string> {
  const home = join(work, "home");
  Deno.mkdirSync(home, { recursive: true });
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_DATA_HOME: join(home, "data"),
    XDG_STATE_HOME: join(home, "state"),
    CHAT_APP_PACKAGE_DIR: join(work, "no-package"),
    DISPLAY: "",
  };
}

if (import.meta.main) await bench(Deno.args);
