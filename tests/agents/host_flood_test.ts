import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { hasPython, runPython, withFolder } from "./fixture.ts";

Deno.test("200 MB of output leave memory flat, the log small and the answer whole", () =>
  withFolder(async (folder) => {
    const script = fromFileUrl(new URL("flood_in_process.ts", import.meta.url));
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-check",
        "--allow-read",
        "--allow-write",
        "--allow-run",
        "--allow-env",
        "--allow-sys",
        script,
        folder,
      ],
      stderr: "inherit",
    }).output();
    const { messages, grown, logged } = JSON.parse(new TextDecoder().decode(stdout));
    assertEquals(messages, ["lines 50", "short 0", "line 0", "errors 0"]);
    assert(grown < 150e6, `${Math.round(grown / 1e6)} MB more`);
    assert(logged < 4 * 2 ** 20);
  }));

Deno.test("of a line of 5 MiB the first is kept, and a line of 1 MiB is whole", {
  ignore: !hasPython(),
}, () =>
  withFolder(async (folder) => {
    const five = await runPython(folder, "print('OK ' + 'x' * 5 * 2**20)");
    assertEquals([five.ok, five.message.length], [true, 2 ** 20 - 3]);
    const one = await runPython(folder, "print('OK ' + 'x' * (2**20 - 3))");
    assertEquals([one.ok, one.message.length], [true, 2 ** 20 - 3]);
    const other = await runPython(folder, "print('x' * 5 * 2**20)\nprint('OK after')");
    assertEquals(other.message, "after");
  }));
