import { join } from "@std/path";
import { inTurn, output, timed } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const ARTISTS = 2000;
const TRACKS_EACH = 50;

/** What is looked for, and the one track that fits. */
const QUERY = "wandering lantern";
const WANTED = "Wandering Lantern";

const WORDS =
  ("amber river stone window paper garden silver thunder morning letter ocean mirror candle winter " +
    "velvet hollow summer engine marble feather signal harbour copper meadow shadow orchid ladder")
    .split(" ");

/** play_song over a large collection, next to listing the files and filtering the list. */
export const playSong: Row = {
  name: "play_song, 100,000 tracks, until the player starts",
  goal: 2,
  unit: "×",
  async measure(bench) {
    const { folder, pairs } = bench;
    if (!await isInstalled("fzf")) return { skipped: "fzf is not installed" };
    const music = join(folder, "music");
    makeMusic(music);
    const player = join(folder, "player");
    Deno.writeTextFileSync(player, "#!/bin/sh\nexec sleep 5\n", { mode: 0o755 });
    const env = {
      ...bench.env,
      CHAT_APP_MUSIC_DIR: music,
      CHAT_APP_PLAYER: player,
      CHAT_APP_STATE_DIR: join(folder, "state"),
    };
    const answered: number[] = [];
    const [ours, theirs] = await inTurn(pairs, [
      async () => {
        const { started, ended } = await play(bench, env);
        answered.push(ended);
        return started;
      },
      () => timed(() => findAndFilter(music)),
    ]);
    await stop(bench, env);
    const all = answered.reduce((sum, each) => sum + each, 0) / answered.length;
    return {
      figure: ours! / theirs!,
      note:
        `${ours!.toFixed(0)} ms, find and fzf ${theirs!.toFixed(0)} ms; the answer comes after ` +
        `${all.toFixed(0)} ms, since a player is watched for dying at once`,
    };
  },
};

/** Runs the agent; gives when it started its player and when it answered, in milliseconds. */
async function play(
  { program }: Bench,
  env: Readonly<Record<string, string>>,
): Promise<{ started: number; ended: number }> {
  const start = performance.now();
  const child = new Deno.Command(program, {
    args: ["-agent", "play_song"],
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`RUN {"query":"${QUERY}"}\n`));
  await writer.close();
  let text = "";
  let started: number | undefined;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes("INFO player:")) started ??= performance.now() - start;
  }
  const ended = performance.now() - start;
  await child.status;
  if (started === undefined || !text.includes(WANTED)) throw new Error(`It answered ${text}`);
  return { started, ended };
}

/** Ends the player that was started last. */
async function stop({ program }: Bench, env: Readonly<Record<string, string>>): Promise<void> {
  const input = 'RUN {"cmd":"stop","target":"any"}\n';
  await output([program, "-agent", "media_control"], { env, input });
}

async function findAndFilter(music: string): Promise<void> {
  const found = await output([
    "/bin/sh",
    "-c",
    'find "$1" -type f | fzf --filter "$2"',
    "sh",
    music,
    QUERY,
  ]);
  if (!found.includes(WANTED)) throw new Error("fzf did not find the track.");
}

/** A folder an artist, empty files as tracks, the same ones every time. */
function makeMusic(music: string): void {
  let seed = 1;
  const word = () => {
    seed = (seed * 48271) % 2147483647;
    const text = WORDS[seed % WORDS.length]!;
    return text[0]!.toUpperCase() + text.slice(1);
  };
  for (let artist = 0; artist < ARTISTS; artist++) {
    const folder = join(music, `${word()} ${word()} ${artist}`);
    Deno.mkdirSync(folder, { recursive: true });
    for (let track = 0; track < TRACKS_EACH; track++) {
      const number = String(track + 1).padStart(2, "0");
      Deno.createSync(join(folder, `${number} ${word()} ${word()} ${word()}.mp3`)).close();
    }
  }
  const folder = join(music, "Northern Post");
  Deno.mkdirSync(folder);
  Deno.createSync(join(folder, `01 ${WANTED}.mp3`)).close();
}

async function isInstalled(program: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: ["--version"], stdout: "null" }).output())
      .success;
  } catch {
    return false;
  }
}
