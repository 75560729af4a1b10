import { assert, assertEquals } from "@std/assert";
import { createProgress, renderProgress } from "../../src/store/progress.ts";

const MIB = 1024 * 1024;

Deno.test("the bar shows its share, the percentage and the amounts", () => {
  assertEquals(
    renderProgress(16 * MIB, 64 * MIB, 50),
    "[#####------------------]  25 %  16.0 of 64.0 MiB",
  );
});

Deno.test("the bar fits every terminal without wrapping, and is never over full", () => {
  for (let columns = 0; columns <= 200; columns++) {
    for (
      const [bytes, total] of [[0, 5], [5, 5], [9, 5], [0, 0], [MIB, undefined]] as const
    ) {
      const bar = renderProgress(bytes, total, columns);
      assert(bar.length <= Math.max(0, columns - 1), `${columns}: ${bar}`);
      assert(!/1\d[1-9] %/.test(bar), bar);
    }
  }
});

Deno.test("without a known end only the amount is shown", () => {
  assertEquals(renderProgress(1.5 * MIB, undefined, 80), "1.5 MiB");
});

/** A target that keeps what is written, and a clock that a test moves. */
function fakeTarget(isTerminal: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const target = {
    isTerminal,
    columns: () => 80,
    write: (text: string) => void written.push(text),
  };
  return { written, clock, progress: createProgress(target, () => clock.ms) };
}

Deno.test("in a pipe nothing is written", () => {
  const { written, progress } = fakeTarget(false);
  progress.update(1, 2);
  progress.update(2, 2);
  progress.done();
  assertEquals(written, []);
});

Deno.test("on a terminal it is drawn ten times a second, at its end in any case, and removed", () => {
  const { written, clock, progress } = fakeTarget(true);
  for (clock.ms = 0; clock.ms < 1000; clock.ms++) progress.update(clock.ms, 1000);
  assertEquals(written.length, 10);
  progress.update(1000, 1000);
  assert(written.at(-1)!.includes("100 %"));
  progress.done();
  assertEquals(written.at(-1), "\r\x1b[K");
});

Deno.test("a bar that was never drawn is not removed", () => {
  const { written, progress } = fakeTarget(true);
  progress.done();
  assertEquals(written, []);
});
