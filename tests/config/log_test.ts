import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { openLog } from "../../src/config/log.ts";

function withFolder(body: (folder: string, path: string) => void) {
  const folder = Deno.makeTempDirSync({ prefix: "onidia-log-" });
  try {
    body(folder, join(folder, "state", "onidia-chat.log"));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("nothing is made before the first entry; then the log is for the user alone", () =>
  withFolder((folder, path) => {
    const log = openLog(join(folder, "state"));
    assertEquals([...Deno.readDirSync(folder)], []);
    log.info("hello");
    log.warn("two\nlines \x1b[31mred");
    const lines = Deno.readTextFileSync(path).trimEnd().split("\n");
    assertMatch(lines[0]!, /^\d{4}-\d\d-\d\dT[\d:.]+Z \d+ info hello$/);
    assertMatch(lines[1]!, / warn two lines red$/);
    assertEquals(lines.length, 2);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
  }));

Deno.test("a full log becomes the older one, of which one is kept", () =>
  withFolder((folder, path) => {
    const one = openLog(join(folder, "state"));
    const two = openLog(join(folder, "state"));
    for (let i = 0; i < 700; i++) {
      one.info(`one ${i} ${"x".repeat(2000)}`);
      two.info(`two ${i} ${"x".repeat(2000)}`);
    }
    const names = [...Deno.readDirSync(join(folder, "state"))].map((entry) => entry.name).sort();
    assertEquals(names, ["onidia-chat.log", "onidia-chat.log.1"]);
    for (const file of [path, `${path}.1`]) {
      assertEquals(Deno.statSync(file).size <= 1024 * 1024 + 4200, true);
    }
    const last = Deno.readTextFileSync(path).trimEnd().split("\n").at(-1)!;
    assertMatch(last, /two 699/);
  }));

Deno.test("a place that cannot be written is no error", async (t) => {
  const places: [string, (path: string) => void][] = [
    ["a folder in its place", (path) => Deno.mkdirSync(path, { recursive: true })],
    ["a file in the place of its folder", (path) => Deno.writeTextFileSync(join(path, ".."), "")],
    ["a link in its place", (path) => {
      Deno.mkdirSync(join(path, ".."));
      Deno.symlinkSync("/dev/full", path);
    }],
  ];
  for (const [name, make] of places) {
    await t.step(name, () =>
      withFolder((folder, path) => {
        make(path);
        openLog(join(folder, "state")).warn("unheard");
      }));
  }
  openLog(undefined).warn("unheard");
});

Deno.test("entries are copied to where -verbose wants them, also without a file", () => {
  const seen: string[] = [];
  openLog(undefined, (line) => seen.push(line)).warn("no pet");
  assertEquals(seen, ["warn no pet"]);
});
