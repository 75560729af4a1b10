import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { askMpv, mpvProperty } from "../../src/bundled/mpv.ts";
import { readProcessStat } from "../../src/bundled/process_stat.ts";
import { parseSession } from "../../src/bundled/sessions.ts";
import {
  areInstalled,
  type Home,
  inHome,
  isRunning,
  makeFilm,
  makeSong,
  until,
} from "./media_fixture.ts";

const control = async (home: Home, cmd: string, target = "any") =>
  (await home.call("media_control", { cmd, target })).last;

Deno.test({
  name: "mpv pauses, goes on and ends when told, and says so itself",
  ignore: !areInstalled("mpv", "ffmpeg"),
  fn: () =>
    inHome(async (home) => {
      await makeSong(join(home.music, "Miles Davis - So What.mp3"));
      await home.call("play_song");
      const { ipc, pid } = home.session("play_song");
      const position = async () => Number(await mpvProperty(ipc, "time-pos"));
      await until("it plays", async () => await position() > 0.1);

      assertEquals(await control(home, "status"), "OK Miles Davis - So What (mpv, playing)");
      assertEquals(await control(home, "pause"), "OK Paused: Miles Davis - So What");
      assertEquals(await mpvProperty(ipc, "pause"), true);
      const paused = await position();
      await new Promise((resolve) => setTimeout(resolve, 300));
      assertEquals(await position(), paused);
      assertEquals(home.session("play_song").paused, true);
      assertEquals(await control(home, "status"), "OK Miles Davis - So What (mpv, paused)");
      assertEquals(await control(home, "pause"), "OK Paused: Miles Davis - So What");

      assertEquals(await control(home, "resume"), "OK Resumed: Miles Davis - So What");
      assertEquals(await mpvProperty(ipc, "pause"), false);
      await until("it goes on", async () => await position() > paused);

      // As with a key in the player's own window.
      await askMpv(ipc, ["set_property", "pause", true]);
      assertEquals(await control(home, "status"), "OK Miles Davis - So What (mpv, paused)");

      const { lines } = await home.call("media_control", { cmd: "stop" });
      assertEquals(lines, ["PET action skip", "OK Stopped: Miles Davis - So What"]);
      assert(!isRunning(pid));
      assertEquals([...Deno.readDirSync(home.state)].map(({ name }) => name), ["players.lock"]);
    }),
});

Deno.test({
  name: "an mpv that hangs is paused, resumed and stopped all the same",
  ignore: !areInstalled("mpv", "ffmpeg"),
  fn: () =>
    inHome(async (home) => {
      await makeSong(join(home.music, "One.mp3"));
      await home.call("play_song");
      const { pid, ipc } = home.session("play_song");
      Deno.kill(pid, "SIGSTOP");
      assertEquals(await control(home, "status"), "OK One (mpv, paused)");
      assertEquals(await control(home, "pause"), "OK Paused: One");
      assertEquals(await control(home, "resume"), "OK Resumed: One");
      assertEquals(await mpvProperty(ipc, "pause"), false);
      Deno.kill(pid, "SIGSTOP");
      assertEquals(await control(home, "stop"), "OK Stopped: One");
      assert(!isRunning(pid));
    }),
});

Deno.test({
  name: "ffplay pauses, goes on and ends by signals, for a song and for a film",
  ignore: !areInstalled("ffplay", "ffmpeg"),
  fn: () =>
    inHome(async (home) => {
      await makeSong(join(home.music, "One.mp3"));
      await makeFilm(join(home.videos, "Two.mkv"));
      const folder = join(home.path, "only");
      Deno.mkdirSync(folder);
      Deno.symlinkSync(findProgram("ffplay"), join(folder, "ffplay"));
      home.env.PATH = folder;
      for (const [id, title] of [["play_song", "One"], ["play_movie", "Two"]] as const) {
        assertEquals((await home.call(id)).last, `OK Playing ${title}`);
        await signalsWork(home, id, title, "ffplay");
      }
    }),
});

function findProgram(name: string): string {
  return ["/usr/local/bin", "/usr/bin", "/bin"].map((folder) => join(folder, name)).find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  })!;
}

async function signalsWork(home: Home, id: string, title: string, player: string): Promise<void> {
  const { pid } = home.session(id);
  assertEquals(await control(home, "status"), `OK ${title} (${player}, playing)`);
  assertEquals(await control(home, "pause"), `OK Paused: ${title}`);
  assertEquals(readProcessStat(pid)?.state, "T");
  assertEquals(await control(home, "status"), `OK ${title} (${player}, paused)`);
  assertEquals(await control(home, "resume"), `OK Resumed: ${title}`);
  assert(readProcessStat(pid)?.state !== "T");
  assertEquals(await control(home, "pause"), `OK Paused: ${title}`);
  assertEquals(await control(home, "stop"), `OK Stopped: ${title}`);
  assert(!isRunning(pid));
  assertEquals(await control(home, "status"), "OK nothing is playing");
}

Deno.test("a player in a script is paused and stopped with the script", () =>
  inHome(async (home) => {
    Deno.writeTextFileSync(join(home.music, "One.mp3"), "");
    home.env.CHAT_APP_PLAYER = home.program(
      "wrapper",
      '#!/bin/sh\nsleep 30 &\necho $! >"$HOME/inner"\nwait\n',
    );
    await home.call("play_song");
    const inner = Number(Deno.readTextFileSync(join(home.path, "inner")));
    assertEquals(await control(home, "pause"), "OK Paused: One");
    assertEquals(readProcessStat(inner)?.state, "T");
    assertEquals(await control(home, "stop"), "OK Stopped: One");
    assert(!isRunning(inner));
  }));

Deno.test("a player that ignores polite signals is killed", () =>
  inHome(async (home) => {
    Deno.writeTextFileSync(join(home.music, "One.mp3"), "");
    home.env.CHAT_APP_PLAYER = home.program(
      "stubborn",
      "#!/bin/sh\ntrap '' INT TERM\nwhile :; do sleep 1; done\n",
    );
    await home.call("play_song");
    const { pid } = home.session("play_song");
    assertEquals(await control(home, "stop"), "OK Stopped: One");
    assert(!isRunning(pid));
  }));

Deno.test("where nothing plays she says so, and what cannot be done", () =>
  inHome(async (home) => {
    assertEquals(await control(home, "status"), "OK nothing is playing");
    for (const cmd of ["pause", "resume", "stop"]) {
      const { code, lines } = await home.call("media_control", { cmd });
      assertEquals(lines, [`ERR nothing is playing - nothing to ${cmd}`]);
      assertEquals(code, 1);
    }
  }));

Deno.test("a target other than what plays is not touched", () =>
  inHome(async (home) => {
    Deno.writeTextFileSync(join(home.music, "One.mp3"), "");
    home.env.CHAT_APP_PLAYER = home.program("player", "#!/bin/sh\nexec sleep 30\n");
    await home.call("play_song");
    const { pid } = home.session("play_song");
    assertEquals(await control(home, "stop", "movie"), "ERR nothing is playing - nothing to stop");
    assertEquals(await control(home, "status", "movie"), "OK nothing is playing");
    assert(isRunning(pid));
    assertEquals(await control(home, "stop", "song"), "OK Stopped: One");
  }));

Deno.test("a player that has ended by itself is forgotten", () =>
  inHome(async (home) => {
    Deno.writeTextFileSync(join(home.music, "One.mp3"), "");
    home.env.CHAT_APP_PLAYER = home.program("player", "#!/bin/sh\nexec sleep 30\n");
    await home.call("play_song");
    Deno.kill(home.session("play_song").pid, "SIGKILL");
    await until("it ends", async () => await control(home, "status") === "OK nothing is playing");
    assertEquals([...Deno.readDirSync(home.state)].map(({ name }) => name), ["players.lock"]);
  }));

Deno.test("damaged session files are removed and nobody is signalled", () =>
  inHome(async (home) => {
    Deno.mkdirSync(home.state);
    const file = join(home.state, "play_movie.json");
    for (
      const text of ["", "{", "null", "[]", '{"id":"play_movie","pid":1}', "x".repeat(100_000)]
    ) {
      Deno.writeTextFileSync(file, text);
      const { lines } = await home.call("media_control", { cmd: "stop" });
      assertEquals(lines.length, 2);
      assertMatch(lines[0]!, /^INFO removed .*play_movie\.json: it is damaged$/);
      assertEquals(lines[1], "ERR nothing is playing - nothing to stop");
    }
  }));

Deno.test("a session file that is a link is not followed and left where it is", () =>
  inHome(async (home) => {
    Deno.mkdirSync(home.state);
    const file = join(home.state, "play_song.json");
    const other = join(home.path, "other.json");
    Deno.writeTextFileSync(other, "{}");
    Deno.symlinkSync(other, file);
    const { lines } = await home.call("media_control", { cmd: "stop" });
    assertMatch(lines[0]!, /^INFO ignored .*play_song\.json: it is not a file of this user$/);
    assertEquals(lines[1], "ERR nothing is playing - nothing to stop");
    assert(Deno.lstatSync(file).isSymlink);
    assertEquals(Deno.readTextFileSync(other), "{}");
  }));

Deno.test("a session that could make us signal a stranger or ourselves is none", () => {
  const good = {
    id: "play_song",
    pid: 4711,
    title: "a",
    path: "/a.mp3",
    player: "mpv",
    ipc: "",
    paused: false,
    started: 1,
    start_time: 2,
  };
  assertEquals(
    parseSession(JSON.stringify(good), "play_song"),
    good as ReturnType<typeof parseSession>,
  );
  const bad: Record<string, unknown>[] = [
    ...[0, 1, -1, -4711, Deno.pid, 1.5, "4711", null, 1e300].map((pid) => ({ pid })),
    ...[-1, "2", null].map((start_time) => ({ start_time })),
    { id: "play_movie" },
    { title: 1 },
    { path: null },
    { player: [] },
    { ipc: undefined },
    { paused: "no" },
    { started: "now" },
  ];
  for (const change of bad) {
    assertEquals(parseSession(JSON.stringify({ ...good, ...change }), "play_song"), undefined);
  }
});
