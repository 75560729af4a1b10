import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { join } from "@std/path";
import { mpvProperty } from "../../src/bundled/mpv.ts";
import { readProcessStat } from "../../src/bundled/process_stat.ts";
import {
  areInstalled,
  type Home,
  inHome,
  isRunning,
  makeFilm,
  makeSong,
  until,
} from "./media_fixture.ts";

const NO_MPV = !areInstalled("mpv", "ffmpeg");

/** A player that plays nothing for half a minute and says how it was called. */
const RECORDER = '#!/bin/sh\nprintf \'%s\\n\' "$@" >"$HOME/called"\nexec sleep 30\n';

function called(home: Home): string[] {
  return Deno.readTextFileSync(join(home.path, "called")).split("\n").slice(0, -1);
}

Deno.test({
  name: "a song is played by mpv as the page shows it, in a session of its own",
  ignore: NO_MPV,
  fn: () =>
    inHome(async (home) => {
      const file = join(home.music, "Miles Davis - So What.flac");
      await makeSong(file);
      const { code, lines } = await home.call("play_song", { query: "so what" });
      assertEquals(lines, [
        `INFO 1 track in ${home.music}`,
        `INFO player: mpv --no-video --really-quiet "${file}"`,
        "PET action dance",
        "OK Playing Miles Davis - So What",
      ]);
      assertEquals(code, 0);
      const { pid, ipc, started, ...rest } = home.session("play_song");
      const stat = readProcessStat(pid)!;
      assertEquals(stat.processGroup, pid);
      assertEquals(rest, {
        id: "play_song",
        title: "Miles Davis - So What",
        path: file,
        player: "mpv",
        paused: false,
        start_time: stat.startTime,
      });
      assert(Math.abs(Date.now() - started) < 600_000);
      await until("mpv plays", async () => typeof await mpvProperty(ipc, "time-pos") === "number");
      assertEquals(await mpvProperty(ipc, "path"), file);
      const { mode } = Deno.statSync(join(home.state, "play_song.json"));
      assertEquals((mode ?? 0) & 0o777, 0o600);
      assertEquals((Deno.statSync(home.state).mode ?? 0) & 0o777, 0o700);
      const left = [...Deno.readDirSync(home.state)].map(({ name }) => name).sort();
      assertEquals(left.filter((name) => !name.endsWith(".sock")), [
        "play_song.json",
        "players.lock",
      ]);
    }),
});

Deno.test({
  name: "a second song and then a film each end what played before",
  ignore: NO_MPV,
  fn: () =>
    inHome(async (home) => {
      await makeSong(join(home.music, "One.mp3"));
      await makeSong(join(home.music, "Two.mp3"));
      await makeFilm(join(home.videos, "The Marathon.mkv"));
      await home.call("play_song", { query: "one" });
      const one = home.session("play_song").pid;
      await home.call("play_song", { query: "two" });
      const two = home.session("play_song").pid;
      assert(!isRunning(one) && isRunning(two));
      const { lines } = await home.call("play_movie", { query: "the marathon" });
      assertEquals(lines, [
        `INFO 1 video in ${home.videos}`,
        `INFO player: mpv --fullscreen --really-quiet "${join(home.videos, "The Marathon.mkv")}"`,
        "PET action dance",
        "OK Playing The Marathon",
      ]);
      assert(!isRunning(two) && isRunning(home.session("play_movie").pid));
      const state = [...Deno.readDirSync(home.state)].map(({ name }) => name);
      assert(!state.includes("play_song.json"));
      assertEquals(state.filter((name) => name.endsWith(".sock")).length, 1);
    }),
});

Deno.test({
  name: "a file that is no audio is an ERR with mpv's reason, and leaves no session",
  ignore: NO_MPV,
  fn: () =>
    inHome(async (home) => {
      Deno.writeTextFileSync(join(home.music, "Junk.mp3"), "no audio at all");
      const { code, lines } = await home.call("play_song", { query: "junk" });
      assertEquals(lines.at(-1), "ERR mpv ended at once: it could not play the file (exit 2)");
      assertEquals(code, 1);
      assert(!lines.some((line) => line.startsWith("PET")));
      assertEquals([...Deno.readDirSync(home.state)].map(({ name }) => name), ["players.lock"]);
    }),
});

Deno.test({
  name: "a state folder too long for a socket's path still gives mpv one",
  ignore: NO_MPV,
  fn: () =>
    inHome(async (home) => {
      home.env.CHAT_APP_STATE_DIR = join(home.path, "s".repeat(120));
      await makeSong(join(home.music, "One.mp3"));
      assertEquals((await home.call("play_song")).last, "OK Playing One");
      assertEquals((await home.call("media_control", { cmd: "pause" })).last, "OK Paused: One");
      const text = Deno.readTextFileSync(join(home.env.CHAT_APP_STATE_DIR, "play_song.json"));
      const { ipc } = JSON.parse(text);
      assert(ipc.length < 108);
      assertEquals(await mpvProperty(ipc, "pause"), true);
      assertEquals((await home.call("media_control", { cmd: "stop" })).last, "OK Stopped: One");
      // Nothing of it stays in the folder all users share.
      assert(!hasFile(join(ipc, "..")));
    }),
});

function hasFile(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

const NAMES = [
  `it's "quoted" $HOME \`id\``,
  "two\nlines",
  "-rf --version",
  "東京タワー",
  "Подмосковные вечера",
  "n".repeat(251),
  "50% off #1 [x] {y} %d ?a=b",
];

Deno.test("whatever a file is called, the player is given that file and she says one line", async (t) => {
  for (const name of NAMES) {
    await t.step(JSON.stringify(name.slice(0, 40)), () =>
      inHome(async (home) => {
        home.program("mpv", RECORDER);
        Deno.writeTextFileSync(join(home.music, `${name}.mp3`), "");
        const { lines, code } = await home.call("play_song", { query: name });
        assertEquals(code, 0, lines.join("\n"));
        assertEquals(lines.length, 4);
        assertEquals(lines[3], `OK Playing ${name.replace("\n", " ")}`);
        await until("it is called", () => hasFile(join(home.path, "called")));
        assertEquals(called(home).slice(3).join("\n"), join(home.music, `${name}.mp3`));
      }));
  }
});

Deno.test("each player gets the flags that make it play and end", async (t) => {
  const cases: readonly (readonly [string, string, Record<string, string>, string[]])[] = [
    ["cvlc", "play_song", {}, ["--play-and-exit"]],
    ["vlc", "play_song", {}, ["--play-and-exit", "--intf", "dummy"]],
    ["ffplay", "play_song", {}, ["-nodisp", "-autoexit", "-loglevel", "quiet"]],
    ["cvlc", "play_movie", {}, ["--play-and-exit", "--fullscreen"]],
    ["vlc", "play_movie", { fullscreen: "false" }, [
      "--play-and-exit",
      "--intf",
      "dummy",
      "--no-fullscreen",
    ]],
    ["ffplay", "play_movie", { fullscreen: "true" }, ["-fs", "-autoexit", "-loglevel", "quiet"]],
    ["ffplay", "play_movie", { fullscreen: "false" }, ["-autoexit", "-loglevel", "quiet"]],
  ];
  for (const [player, id, params, flags] of cases) {
    await t.step(`${player} for ${id} ${JSON.stringify(params)}`, () =>
      inHome(async (home) => {
        withoutPlayers(home);
        home.program(player, RECORDER);
        Deno.writeTextFileSync(join(home.music, "a.mp3"), "");
        Deno.writeTextFileSync(join(home.videos, "a.mkv"), "");
        const { last } = await home.call(id, params);
        assertEquals(last, "OK Playing a");
        await until("it is called", () => hasFile(join(home.path, "called")));
        const file = id === "play_song" ? join(home.music, "a.mp3") : join(home.videos, "a.mkv");
        assertEquals(called(home), [...flags, file]);
      }));
  }
});

/** A PATH with the few programs that scripts need and no player. */
function withoutPlayers(home: Home): void {
  const bin = join(home.path, "bin");
  for (const program of ["sleep", "sh"]) {
    if (!hasFile(join(bin, program))) Deno.symlinkSync(`/bin/${program}`, join(bin, program));
  }
  home.env.PATH = `relative::${bin}`;
}

Deno.test("a chosen player is a whole command line, split as a shell would, and no shell runs", () =>
  inHome(async (home) => {
    Deno.writeTextFileSync(join(home.music, "a.mp3"), "");
    home.program("my player", RECORDER);
    home.env.CHAT_APP_PLAYER = `"$unset" 'x`;
    assertMatch((await home.call("play_song")).last, /^ERR player: a quote is not closed/);
    home.env.CHAT_APP_PLAYER = `'~/bin/my player' --x`;
    assertMatch((await home.call("play_song")).last, /^ERR player: ~\/bin\/my player not found/);
    home.env.CHAT_APP_PLAYER = `""`;
    assertMatch((await home.call("play_song")).last, /^ERR player: it names no program/);
    home.env.CHAT_APP_PLAYER = `~/bin/my\\ player --title='a  b' "$HOME" ;`;
    const { lines } = await home.call("play_song");
    assertEquals(lines.at(-1), "OK Playing a");
    await until("it is called", () => hasFile(join(home.path, "called")));
    assertEquals(called(home), ["--title=a  b", "$HOME", ";", join(home.music, "a.mp3")]);
    assertEquals(
      (await home.call("media_control", { cmd: "status" })).last,
      "OK a (my player, playing)",
    );
  }));

Deno.test("a player that dies at once is an ERR with its last words", async (t) => {
  const cases = [
    ["echo 'no sound card' >&2; exit 3", "no sound card (exit 3)"],
    ["printf 'one\\ntwo\\n\\033[31mthree\\nfour\\n' >&2; exit 1", "one two three (exit 1)"],
    ["kill -SEGV $$", "signal SIGSEGV"],
    ["exit 0", "exit 0"],
  ];
  for (const [script, reason] of cases) {
    await t.step(reason!, () =>
      inHome(async (home) => {
        home.env.CHAT_APP_PLAYER = home.program("player", `#!/bin/sh\n${script}\n`);
        Deno.writeTextFileSync(join(home.music, "a.mp3"), "");
        const { code, last } = await home.call("play_song");
        assertEquals(last, `ERR player ended at once: ${reason}`);
        assertEquals(code, 1);
      }));
  }
});

Deno.test("a program that cannot be started is an ERR that names it", () =>
  inHome(async (home) => {
    Deno.writeTextFileSync(join(home.music, "a.mp3"), "");
    home.env.CHAT_APP_PLAYER = home.program("player", "#!/nonexistent/interpreter\n");
    const { lines } = await home.call("play_song");
    assertMatch(lines.at(-1)!, /^ERR (cannot start player: |player ended at once: )/);
    assertEquals(
      (await home.call("media_control", { cmd: "status" })).last,
      "OK nothing is playing",
    );
  }));

Deno.test("what is missing is said with its remedy, in this order", () =>
  inHome(async (home) => {
    withoutPlayers(home);
    const ask = async (id: string, query = "") => (await home.call(id, { query })).last;
    Deno.removeSync(home.music);
    Deno.removeSync(home.videos);
    assertEquals(
      await ask("play_song"),
      "ERR music folder ~/Music not found - set music-dir in chat-app.ini",
    );
    assertEquals(
      await ask("play_movie"),
      "ERR video folder ~/Videos not found - set video-dir in chat-app.ini",
    );
    Deno.mkdirSync(home.music);
    Deno.mkdirSync(home.videos);
    assertEquals(await ask("play_song"), "ERR no audio files under ~/Music");
    assertEquals(await ask("play_movie"), "ERR no video files under ~/Videos");
    Deno.writeTextFileSync(join(home.music, "Kraftwerk - Autobahn.mp3"), "");
    assertEquals(
      await ask("play_song"),
      "ERR no media player found - install mpv, vlc or ffmpeg",
    );
    home.program("mpv", RECORDER);
    assertEquals(
      await ask("play_song", "beethoven"),
      "ERR no match for 'beethoven' (closest: Kraftwerk - Autobahn)",
    );
    home.env.CHAT_APP_MUSIC_DIR = "/nonexistent/music";
    assertEquals(
      await ask("play_song"),
      "ERR music folder /nonexistent/music not found - set music-dir in chat-app.ini",
    );
  }));

Deno.test("a search that finds nothing leaves the music on", () =>
  inHome(async (home) => {
    home.program("mpv", RECORDER);
    Deno.writeTextFileSync(join(home.music, "One.mp3"), "");
    await home.call("play_song", { query: "one" });
    const { pid } = home.session("play_song");
    assertMatch((await home.call("play_song", { query: "kraftwerk" })).last, /^ERR no match/);
    assert(isRunning(pid));
  }));

Deno.test("of two calls at one moment one player is left", () =>
  inHome(async (home) => {
    home.program("mpv", '#!/bin/sh\necho $$ >>"$HOME/started"\nexec sleep 30\n');
    Deno.writeTextFileSync(join(home.music, "One.mp3"), "");
    Deno.writeTextFileSync(join(home.videos, "Two.mkv"), "");
    const answers = await Promise.all([home.call("play_song"), home.call("play_movie")]);
    assertEquals(answers.map(({ last }) => last), ["OK Playing One", "OK Playing Two"]);
    const pids = Deno.readTextFileSync(join(home.path, "started")).trim().split("\n").map(Number);
    assertEquals(pids.length, 2);
    assertEquals(pids.filter(isRunning).length, 1);
  }));

Deno.test("a stranger who has an old session's pid is never signalled", () =>
  inHome(async (home) => {
    home.program("mpv", RECORDER);
    Deno.writeTextFileSync(join(home.music, "One.mp3"), "");
    // A process group of its own, as a player has.
    const stranger = new Deno.Command("sleep", { args: ["30"], detached: true }).spawn();
    try {
      const stat = readProcessStat(stranger.pid)!;
      assertEquals(stat.processGroup, stranger.pid);
      Deno.mkdirSync(home.state, { mode: 0o700 });
      const old = {
        id: "play_song",
        pid: stranger.pid,
        title: "Old",
        path: "/m/Old.mp3",
        player: "mpv",
        ipc: "",
        paused: false,
        started: 1,
        start_time: stat.startTime - 1,
      };
      const file = join(home.state, "play_song.json");
      Deno.writeTextFileSync(file, JSON.stringify(old));
      assertEquals(
        (await home.call("media_control", { cmd: "stop" })).last,
        "ERR nothing is playing - nothing to stop",
      );
      assert(!hasFile(file));
      Deno.writeTextFileSync(file, JSON.stringify(old));
      assertEquals((await home.call("play_song")).last, "OK Playing One");
      assertNotEquals(home.session("play_song").pid, stranger.pid);
      assertEquals(readProcessStat(stranger.pid)?.startTime, stat.startTime);
    } finally {
      stranger.kill("SIGKILL");
      await stranger.status;
    }
  }));
