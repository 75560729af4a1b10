import { assertMatch } from "@std/assert";
import { join } from "@std/path";
import { isInstalled, onMachine, run } from "./program.ts";

Deno.test({
  name: "on a terminal she holds a conversation until Ctrl-D",
  ignore: !isInstalled("tmux"),
  fn: () =>
    onMachine(async ({ program, env, folder }) => {
      const socket = join(folder, "tmux");
      const tmux = (...args: string[]) =>
        run(["/usr/bin/env", "tmux", "-S", socket, "-f", "/dev/null", ...args], {
          env: env({ TERM: "xterm-256color", LANG: "C.UTF-8", PATH: Deno.env.get("PATH") }),
          cwd: folder,
        });
      /** Waits until the screen shows something. */
      const shows = async (what: RegExp) => {
        let screen = "";
        for (let tries = 0; tries < 200 && !what.test(screen); tries++) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          screen = (await tmux("capture-pane", "-p")).out;
        }
        assertMatch(screen, what);
      };
      try {
        // The shell stays behind, so that the end of the program can be read too.
        await tmux("new-session", "-d", "-x", "80", "-y", "24", "env PS1= sh");
        await tmux("send-keys", `"${program}"; echo "ended $?"`, "Enter");
        await shows(/\n.*\n/);
        await tmux("send-keys", "greet Ada", "Enter");
        await shows(/Ada[^]*Ada/);
        await tmux("send-keys", "/agents", "Enter");
        await shows(/play_song/);
        await tmux("send-keys", "C-d");
        await shows(/^ended 0$/m);
      } finally {
        await tmux("kill-server");
      }
    }),
});
