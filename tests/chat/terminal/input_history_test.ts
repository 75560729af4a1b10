import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { openInputHistory } from "../../../src/chat/terminal/input_history.ts";
import { SILENT_LOG } from "../../../src/config/log.ts";
import { keepingLog } from "../../pet/pet_fixture.ts";

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
