import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";
import { openInputHistory } from "../../../src/chat/terminal/input_history.ts";
import { SILENT_LOG } from "../../../src/config/log.ts";
import { keepingLog, makeFifo } from "../../pet/pet_fixture.ts";

const CONFIG = fromFileUrl(new URL("../../../deno.json", import.meta.url));
const HISTORY = new URL("../../../src/chat/terminal/input_history.ts", import.meta.url);

function inFolder(body: (path: string) => void): void {
  const folder = Deno.makeTempDirSync({ prefix: "onidia-history-" });
  try {
    body(join(folder, "state", "input-history"));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("typed lines are there again, the newest first, in a file of the user alone", () => {
  inFolder((path) => {
    const first = openInputHistory(path, SILENT_LOG);
    assertEquals(first.lines, []);
    const second = openInputHistory(path, SILENT_LOG);
    first.add("one");
    second.add("two");
    assertEquals(openInputHistory(path, SILENT_LOG).lines, ["two", "one"]);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
  });
});

Deno.test("a pipe in the place of the file is logged, and nobody waits for it", () => {
  inFolder((path) => {
    Deno.mkdirSync(dirname(path), { recursive: true });
    makeFifo(path);
    // In a process of its own, which can be ended where it does wait.
    const program = `
      import { openInputHistory } from "${HISTORY}";
      openInputHistory("${path}", { info() {}, warn: console.log }).add("one");`;
    const { stdout } = new Deno.Command("timeout", {
      args: ["20", Deno.execPath(), "eval", "--quiet", "--config", CONFIG, program],
    }).outputSync();
    assertStringIncludes(new TextDecoder().decode(stdout), "cannot be written: it is not a file\n");
  });
});

Deno.test("of a long history the newest lines are kept, and nothing that acts on a terminal", () => {
  inFolder((path) => {
    openInputHistory(path, SILENT_LOG).add("first\n\n");
    const many = Array.from({ length: 2_001 }, (_, line) => `${line}\n`);
    Deno.writeTextFileSync(path, many.join("") + "\x1b[2Jclear\n", { append: true });
    const { lines } = openInputHistory(path, SILENT_LOG);
    assertEquals([lines.length, lines[0], lines[1], lines[499]], [500, "clear", "2000", "1502"]);
    assertEquals(Deno.readTextFileSync(path).split("\n").length, 501);
  });
});

Deno.test("a history that cannot be kept is logged, and the chat goes on", () => {
  const log = keepingLog();
  const history = openInputHistory("/dev/null/input-history", log);
  history.add("one");
  assertEquals([history.lines, log.lines.length], [[], 1]);
});
