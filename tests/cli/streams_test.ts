/** What only a real process shows: closed, full and missing streams. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";

const MAIN = fromFileUrl(new URL("../../main.ts", import.meta.url));
const CONFIG = fromFileUrl(new URL("../../deno.json", import.meta.url));
const RUN = new URL("../../src/cli/run.ts", import.meta.url);
const OUTPUT = new URL("../../src/cli/output.ts", import.meta.url);

/** Runs a shell line in which `$CHAT` starts the program. */
function shell(line: string): { code: number; out: string; err: string } {
  const home = Deno.makeTempDirSync({ prefix: "onidia-streams-" });
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  try {
    const done = new Deno.Command("sh", {
      args: ["-c", line],
      env: {
        HOME: home,
        DENO_DIR: JSON.parse(new TextDecoder().decode(stdout)).denoDir,
        CHAT: `${Deno.execPath()} run --quiet -A ${MAIN}`,
      },
    }).outputSync();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code: done.code, out: text(done.stdout), err: text(done.stderr) };
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

Deno.test("a reader that has had enough ends the program quietly", () => {
  const { err } = shell("$CHAT -help | true; $CHAT -agents-list | head -n 1 >/dev/null");
  assertEquals(err, "");
});

Deno.test("a full disk is one sentence and exit 2", () => {
  for (const flags of ["-help", "-version", "-json -agents-list"]) {
    const { code, err } = shell(`$CHAT ${flags} >/dev/full`);
    assertEquals(code, 2);
    assertStringIncludes(err, "onidia-chat: cannot write to standard output: No space left");
    assertEquals(err.trimEnd().split("\n").length, 1);
  }
});

Deno.test("the configuration may come through a pipe of the shell's", () => {
  const { code, err } = shell("echo stream=maybe | $CHAT -config /dev/fd/3 -agents-list 3<&0");
  assertEquals({ code, err }, {
    code: 2,
    err: "onidia-chat: /dev/fd/3:1: stream: expected true or false\n",
  });
});

Deno.test("an error that nobody waits for ends the program with one sentence too", () => {
  const uncaught = (error: string) =>
    shell(`${Deno.execPath()} eval --quiet --config ${CONFIG} '
      import { watchUncaught } from "${RUN}";
      import { OutputClosed } from "${OUTPUT}";
      watchUncaught([], Deno.exit);
      setTimeout(async () => { throw ${error} });
      setTimeout(() => {}, 60_000);
    '`);
  const sentence = "onidia-chat: internal error: the cable is cut\n";
  assertEquals(uncaught('new Error("the cable is cut")'), { code: 2, out: "", err: sentence });
  assertEquals(uncaught("new OutputClosed()"), { code: 0, out: "", err: "" });
});

Deno.test("a directory as standard input is one sentence and exit 2", () => {
  const err = "onidia-chat: cannot read standard input: Is a directory\n";
  assertEquals(shell("$CHAT </"), { code: 2, out: "", err });
  assertEquals(shell("$CHAT explain - </"), { code: 2, out: "", err });
});

Deno.test("a variable that is not UTF-8 is ignored with a warning", () => {
  const { code, out, err } = shell(
    // With NO_COLOR nobody asks for TERM.
    `unset NO_COLOR; DISPLAY=$(printf '\\377') TERM=$(printf '\\377') $CHAT -agents-off hello`,
  );
  assertEquals({ code, said: out !== "" }, { code: 0, said: true });
  assertStringIncludes(err, "onidia-chat: warning: DISPLAY is not UTF-8 text, so it is ignored\n");
  assertEquals(err.trimEnd().split("\n").length, 2);
});

Deno.test("closed streams are no crash", () => {
  assertEquals(shell("$CHAT -help >&-; $CHAT -nonsense 2>&-; $CHAT -help <&- >/dev/null").err, "");
});
