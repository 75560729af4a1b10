import { assert, assertEquals } from "@std/assert";
import { parseProcessStat, readProcessStat } from "../../src/bundled/process_stat.ts";

Deno.test("a process is told by its start time, state and group", async () => {
  const child = new Deno.Command("sleep", { args: ["60"], detached: true }).spawn();
  try {
    const stat = readProcessStat(child.pid)!;
    assertEquals(stat.processGroup, child.pid);
    assertEquals(readProcessStat(child.pid)!.startTime, stat.startTime);
    Deno.kill(child.pid, "SIGSTOP");
    while (readProcessStat(child.pid)!.state !== "T") {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    Deno.kill(child.pid, "SIGKILL");
    await child.status;
  }
  assertEquals(readProcessStat(child.pid), undefined);
});

Deno.test("a program whose name looks like fields fools nobody", () => {
  const text = "42 (a) R 1 (b\nc) S 1 42 42 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 98765 2 3\n";
  assertEquals(parseProcessStat(text), { state: "S", processGroup: 42, startTime: 98765 });
});

Deno.test("what is no stat line is none", () => {
  for (const text of ["", "42", "42 (x)", "42 (x) S 1"]) {
    assertEquals(parseProcessStat(text), undefined);
  }
  assert(readProcessStat(Deno.pid) !== undefined);
});
