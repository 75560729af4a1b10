import { assertEquals } from "@std/assert";
import { showCommand, splitCommandLine } from "../../src/bundled/command_line.ts";

Deno.test("a command line splits where a shell would split it", async () => {
  const lines = [
    "mpv --volume=50",
    "  mpv   --fs\t-x ",
    `mpv '--title=a b' "c d"e`,
    `a\\ b c\\"d "e\\"f" 'g\\h'`,
    `"a\\nb" "\\\\" ''`,
    `x"y z"'q'r`,
    `a "" b`,
  ];
  for (const line of lines) {
    const { stdout } = await new Deno.Command("/bin/sh", {
      args: ["-c", `for word in ${line}; do printf '%s\\0' "$word"; done`],
    }).output();
    const words = new TextDecoder().decode(stdout).split("\0").slice(0, -1);
    assertEquals(splitCommandLine(line, "/home/me"), words, line);
  }
});

Deno.test("a tilde is home at the beginning of a word only, and not in quotes", () => {
  assertEquals(splitCommandLine("~/bin/p a~b ~ ~you '~/x'", "/home/me"), [
    "/home/me/bin/p",
    "a~b",
    "/home/me",
    "~you",
    "~/x",
  ]);
  assertEquals(splitCommandLine("~/bin/p", undefined), ["~/bin/p"]);
});

Deno.test("nothing is expanded or run", () => {
  assertEquals(splitCommandLine("p $HOME `id` $(id) *", "/h"), [
    "p",
    "$HOME",
    "`id`",
    "$(id)",
    "*",
  ]);
});

Deno.test("a quote that is not closed splits into nothing", () => {
  for (const line of ["'", `mpv "a`, "mpv 'a\"", `"\\"`]) {
    assertEquals(splitCommandLine(line, undefined), undefined);
  }
});

Deno.test("a command is shown as it would be typed", () => {
  assertEquals(
    showCommand(["mpv", "--no-video", "a b"], '/m/say "hi".mp3'),
    'mpv --no-video "a b" "/m/say \\"hi\\".mp3"',
  );
});
