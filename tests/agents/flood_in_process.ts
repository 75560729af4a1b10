/**
 * Run by host_flood_test.ts as a process of its own, so that the memory it measures is its own.
 * Takes a folder; prints the messages and by how many bytes memory grew at most.
 */
import { settleAgents } from "../../src/agents/host.ts";
import { readableLog, runShell } from "./fixture.ts";

const FLOODS = [
  "yes INFO y | head -c 200000000; echo; echo OK lines",
  "yes | head -c 200000000; echo OK short",
  "head -c 200000000 /dev/zero; echo; echo OK line",
  "head -c 200000000 /dev/zero >&2; echo OK errors",
];

if (import.meta.main) {
  const log = readableLog();
  const messages: string[] = [];
  const before = Deno.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => peak = Math.max(peak, Deno.memoryUsage().rss), 20);
  for (const flood of FLOODS) {
    const result = await runShell(Deno.args[0]!, flood, { timeoutMs: 600_000, log });
    messages.push(`${result.message} ${result.info.length}`);
  }
  clearInterval(watch);
  await settleAgents();
  console.log(
    JSON.stringify({ messages, grown: peak - before, logged: log.lines.join("").length }),
  );
}
