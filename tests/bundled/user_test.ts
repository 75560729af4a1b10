/** What only an ordinary user meets: vlc runs, and folders can be closed. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { dirname, join } from "@std/path";
import { CAN_CHANGE_USER, type Machine, onMachine } from "../e2e/program.ts";
import { readProcessStat } from "../../src/bundled/process_stat.ts";
import { areInstalled, isRunning, makeFilm, makeSong } from "./media_fixture.ts";

/** Calls a bundled agent of the compiled program; gives its lines. */
async function call(
  machine: Machine,
  id: string,
  params: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<string[]> {
  const input = `RUN ${JSON.stringify(params)}\n`;
  const { out } = await machine.run(["-agent", id], { input, env });
  return out.split("\n").slice(0, -1);
}

function music({ home }: Machine): string {
  Deno.mkdirSync(join(home, "Music"), { recursive: true });
  return join(home, "Music");
}

/** A PATH on which only this player is to be found. */
function only(machine: Machine, player: string): string {
  const folder = join(machine.folder, "only");
  Deno.mkdirSync(folder, { recursive: true });
  // cvlc is a script that names vlc by its path.
  Deno.symlinkSync(`/usr/bin/${player}`, join(folder, player));
  return folder;
}

for (const player of ["vlc", "cvlc"]) {
  Deno.test({
    name: `${player} plays, pauses, goes on and ends for an ordinary user`,
    ignore: !CAN_CHANGE_USER || !areInstalled(player, "ffmpeg"),
    fn: () =>
      onMachine(async (machine) => {
        await makeSong(join(music(machine), "One.mp3"));
        Deno.mkdirSync(join(machine.home, "Videos"));
        await makeFilm(join(machine.home, "Videos/Two.mkv"));
        const settings = join(machine.home, ".config/vlc/vlcrc");
        Deno.mkdirSync(dirname(settings), { recursive: true });
        Deno.writeTextFileSync(settings, "aout=adummy\nvout=vdummy\n");
        const env = { PATH: only(machine, player), XDG_CONFIG_HOME: join(machine.home, ".config") };
        for (const [id, title] of [["play_song", "One"], ["play_movie", "Two"]] as const) {
          const control = async (cmd: string) =>
            (await call(machine, "media_control", { cmd }, env)).at(-1);
          try {
            const lines = await call(machine, id, {}, env);
            assertEquals(lines.at(-1), `OK Playing ${title}`, lines.join("\n"));
            assertMatch(lines[1]!, new RegExp(`^INFO player: ${player} --play-and-exit `));
            const file = join(machine.home, `.local/state/chat-app/${id}.json`);
            const { pid } = JSON.parse(Deno.readTextFileSync(file));
            assertEquals(await control("pause"), `OK Paused: ${title}`);
            assertEquals(readProcessStat(pid)?.state, "T");
            assertEquals(await control("status"), `OK ${title} (${player}, paused)`);
            assertEquals(await control("resume"), `OK Resumed: ${title}`);
            assertEquals(await control("status"), `OK ${title} (${player}, playing)`);
            assertEquals(await control("stop"), `OK Stopped: ${title}`);
            assert(!isRunning(pid));
          } finally {
            await control("stop");
          }
        }
      }, { ordinary: true }),
  });
}

Deno.test({
  name: "vlc's refusal to run as root is her reason",
  ignore: Deno.uid() !== 0 || !areInstalled("vlc"),
  fn: () =>
    onMachine(async (machine) => {
      Deno.writeTextFileSync(join(music(machine), "One.mp3"), "");
      const lines = await call(machine, "play_song", {}, { PATH: only(machine, "vlc") });
      assertMatch(lines.at(-1)!, /^ERR vlc ended at once: .*root.*\(exit \d+\)$/);
    }),
});

Deno.test({
  name: "folders that an ordinary user may not read are skipped and told",
  ignore: !CAN_CHANGE_USER,
  fn: () =>
    onMachine(async (machine) => {
      const folder = music(machine);
      for (const name of ["open", "closed"]) {
        Deno.mkdirSync(join(folder, name));
        Deno.writeTextFileSync(join(folder, name, `${name}.mp3`), "");
      }
      // Belongs to root, like all that a test makes here.
      Deno.chmodSync(join(folder, "closed"), 0o700);
      const lines = await call(machine, "play_song", { query: "zzzz" });
      assertEquals(lines[0], `INFO skipped ${join(folder, "closed")}: permission denied`);
      assertEquals(lines[1], `INFO 1 track in ${folder}`);
      Deno.chmodSync(folder, 0o700);
      assertEquals(
        (await call(machine, "play_song")).at(-1),
        "ERR cannot read music folder ~/Music: permission denied - set music-dir in chat-app.ini",
      );
    }, { ordinary: true }),
});

Deno.test({
  name: "a session file of another user is left alone",
  ignore: !CAN_CHANGE_USER,
  fn: () =>
    onMachine(async (machine) => {
      const state = join(machine.home, ".local/state/chat-app");
      Deno.mkdirSync(state, { recursive: true });
      Deno.writeTextFileSync(join(state, "play_song.json"), "{}");
      Deno.chownSync(state, 65534, 65534);
      const lines = await call(machine, "media_control", { cmd: "status" });
      assertEquals(lines, [
        `INFO ignored ${join(state, "play_song.json")}: it is not a file of this user`,
        "OK nothing is playing",
      ]);
    }, { ordinary: true }),
});
