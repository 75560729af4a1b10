import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { CAN_CHANGE_USER, isInstalled, type Machine, onMachine } from "./program.ts";

/** What play_song keeps of the player it started, as far as it is read here. */
interface Session {
  readonly pid: number;
  readonly title: string;
  readonly ipc: string;
}

function readSession({ home }: Machine): Session {
  return JSON.parse(Deno.readTextFileSync(join(home, ".local/state/chat-app/play_song.json")));
}

/** Puts a minute of a tone into the music folder, and has mpv play to nowhere. */
async function giveMusic({ home }: Machine, names: readonly string[]): Promise<void> {
  const music = join(home, "Music");
  Deno.mkdirSync(music, { recursive: true });
  const tone = join(home, "tone.flac");
  const { success } = await new Deno.Command("ffmpeg", {
    args: ["-loglevel", "error", "-f", "lavfi", "-i", "sine=duration=60", tone],
    stdin: "null",
  }).output();
  assert(success);
  for (const name of names) Deno.copyFileSync(tone, join(music, `${name}.flac`));
  Deno.mkdirSync(join(home, ".config/mpv"), { recursive: true });
  Deno.writeTextFileSync(join(home, ".config/mpv/mpv.conf"), "ao=null\nvo=null\n");
}

/** Asks mpv itself. Waits until its socket is there, for it is still starting when she answers. */
async function askMpv(ipc: string, property: string): Promise<unknown> {
  const socket = await eventually(() => Deno.connect({ transport: "unix", path: ipc }));
  try {
    const command = JSON.stringify({ command: ["get_property", property], request_id: 7 }) + "\n";
    await socket.write(new TextEncoder().encode(command));
    let text = "";
    const buffer = new Uint8Array(4096);
    while (true) {
      const read = await socket.read(buffer);
      if (read === null) throw new Error("mpv closed its socket");
      text += new TextDecoder().decode(buffer.subarray(0, read));
      for (const line of text.split("\n").slice(0, -1)) {
        const message = JSON.parse(line);
        if (message.request_id !== 7) continue;
        if (message.error !== "success") throw new Error(message.error);
        return message.data;
      }
    }
  } finally {
    socket.close();
  }
}

/** Tries until it works; the last failure is thrown after some seconds. */
async function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  for (let tries = 0;; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Reads a file of /proc, which Deno lets no program read that is not allowed everything. */
async function readProcess(pid: number, file: string): Promise<string> {
  const { stdout } = await new Deno.Command("cat", {
    args: [`/proc/${pid}/${file}`],
    stderr: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}

async function isRunning(pid: number): Promise<boolean> {
  return /^State:\s+[^Z]/m.test(await readProcess(pid, "status"));
}

function end(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended, as it should.
  }
}

const PLAYING = { ignore: !isInstalled("mpv") || !isInstalled("ffmpeg") };

for (const ordinary of [false, true]) {
  Deno.test({
    name: `"play so what" plays in a real mpv and "stop" ends it, for ${
      ordinary ? "an ordinary user" : "its user"
    }`,
    ignore: PLAYING.ignore || (ordinary && !CAN_CHANGE_USER),
    fn: () =>
      onMachine(async (machine) => {
        await giveMusic(machine, [
          "Miles Davis - So What",
          "Kraftwerk - Autobahn",
          "Radio-Activity",
        ]);
        const played = await machine.run(["play so what"]);
        assertStringIncludes(played.out, "Playing Miles Davis - So What\n");
        assertEquals({ code: played.code, err: played.err }, { code: 0, err: "" });
        const { pid, ipc, title } = readSession(machine);
        try {
          assertEquals(title, "Miles Davis - So What");
          assertMatch(
            await readProcess(pid, "cmdline"),
            /mpv[^]*Miles Davis - So What/,
          );
          // It plays: its clock runs.
          const position = () => eventually(() => askMpv(ipc, "time-pos")) as Promise<number>;
          const before = await position();
          await eventually(async () => assert(await position() > before));

          const asked = await machine.run(["what's playing?"]);
          assertStringIncludes(asked.out, "Miles Davis - So What (mpv, playing)\n");

          const paused = await machine.run(["pause"]);
          assertStringIncludes(paused.out, "Paused: Miles Davis - So What\n");
          assertEquals(await askMpv(ipc, "pause"), true);

          const stopped = await machine.run(["stop"]);
          assertStringIncludes(stopped.out, "Stopped: Miles Davis - So What\n");
          await eventually(async () => assert(!await isRunning(pid)));
        } finally {
          end(pid);
        }
      }, { ordinary }),
  });
}

Deno.test({
  name: "a song in place of another is one song, not two",
  ...PLAYING,
  fn: () =>
    onMachine(async (machine) => {
      await giveMusic(machine, ["Miles Davis - So What", "Kraftwerk - Autobahn"]);
      const pids: number[] = [];
      try {
        await machine.run(["play so what"]);
        pids.push(readSession(machine).pid);
        await machine.run(["play autobahn"]);
        pids.push(readSession(machine).pid);
        await eventually(async () =>
          assertEquals(await Promise.all(pids.map(isRunning)), [false, true])
        );
      } finally {
        pids.forEach(end);
      }
    }),
});

Deno.test("what play_song lacks is said in full", async () => {
  await onMachine(async (machine) => {
    const folder = await machine.run(["play some jazz"]);
    assertEquals(folder.code, 2);
    assertStringIncludes(
      folder.out,
      "(music folder ~/Music not found - set music-dir in chat-app.ini)",
    );
    Deno.mkdirSync(join(machine.home, "Music"));
    const files = await machine.run(["play some jazz"]);
    assertStringIncludes(files.out, "(no audio files under ~/Music)");
    Deno.writeTextFileSync(join(machine.home, "Music/Jazz.mp3"), "");
    const player = await machine.run(["play some jazz"], { env: { PATH: machine.temp } });
    assertStringIncludes(player.out, "(no media player found - install mpv, vlc or ffmpeg)");
  });
});
