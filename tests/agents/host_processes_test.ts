import { assert, assertEquals } from "@std/assert";
import { killAgents, settleAgents } from "../../src/agents/host.ts";
import { eventually, isRunning, pidIn, runShell, withFolder } from "./fixture.ts";

/** Ends a process that a test has left running on purpose. */
function end(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

Deno.test("at the time limit the whole group is killed, whatever it ignores", () =>
  withFolder(async (folder) => {
    const result = await runShell(
      folder,
      "trap '' TERM INT HUP; sleep 60 & echo $! >child; echo $$ >self; echo INFO on; wait",
      { timeoutMs: 700 },
    );
    assertEquals([result.ok, result.message], [false, "agent tea: timed out after 700"]);
    assertEquals(result.info, ["on"]);
    await settleAgents();
    const [self, child] = [await pidIn(`${folder}/self`), await pidIn(`${folder}/child`)];
    assert(await eventually(() => !isRunning(self) && !isRunning(child)));
  }));

Deno.test("an agent that has stopped itself is killed at the time limit", () =>
  withFolder(async (folder) => {
    const result = await runShell(folder, "echo $$ >self; kill -STOP $$; echo OK", {
      timeoutMs: 500,
    });
    assertEquals(result.message, "agent tea: timed out after 500");
    await settleAgents();
    assert(!isRunning(await pidIn(`${folder}/self`)));
  }));

Deno.test("what the agent had put in a session of its own is left alone", () =>
  withFolder(async (folder) => {
    const result = await runShell(
      folder,
      "setsid sh -c 'echo $$ >free; exec sleep 60' & sleep 60",
      { timeoutMs: 1000 },
    );
    const free = await pidIn(`${folder}/free`);
    try {
      assertEquals(result.message, "agent tea: timed out after 1000");
      await settleAgents();
      assert(isRunning(free));
    } finally {
      end(free);
    }
  }));

Deno.test("the reply is there at the OK, and an agent that stays is killed after its grace", () =>
  withFolder(async (folder) => {
    const began = performance.now();
    const result = await runShell(folder, "echo $$ >self; echo OK now; exec sleep 60");
    const self = await pidIn(`${folder}/self`);
    assertEquals(result.message, "now");
    assert(isRunning(self));
    await settleAgents();
    assert(performance.now() - began >= 2000);
    assert(await eventually(() => !isRunning(self)));
  }));

Deno.test("within its grace an agent finishes its work, and may go on talking", () =>
  withFolder(async (folder) => {
    const result = await runShell(
      folder,
      "echo OK now; sleep 0.2; yes | head -c 300000; yes | head -c 300000 >&2; echo saved >work",
    );
    assertEquals(result.message, "now");
    await settleAgents();
    assertEquals(Deno.readTextFileSync(`${folder}/work`), "saved\n");
  }));

Deno.test("a background child that holds the pipes delays nothing and lives on", () =>
  withFolder(async (folder) => {
    for (
      const [script, message] of [
        ["echo OK now", "now"],
        ["echo ERR no", "no"],
        ["exit 3", "agent tea: exited without OK/ERR (exit 3)"],
        ["echo x; printf 'OK last'", "last"],
      ] as const
    ) {
      const result = await runShell(
        folder,
        `sleep 60 & echo $! >child; ${script}`,
      );
      await settleAgents();
      const child = await pidIn(`${folder}/child`);
      try {
        assertEquals(result.message, message);
        assert(isRunning(child));
      } finally {
        end(child);
        Deno.removeSync(`${folder}/child`);
      }
    }
  }));

Deno.test("what was written before the exit is read, though a background child floods the pipe", () =>
  withFolder(async (folder) => {
    const result = await runShell(
      folder,
      "head -c 60000 /dev/zero | tr '\\0' x; echo; yes >&1 & echo $! >child; exit 5",
    );
    await settleAgents();
    const child = await pidIn(`${folder}/child`);
    try {
      assertEquals(result.message, "agent tea: exited without OK/ERR (exit 5)");
      // Our end is closed: the flood ends by itself.
      assert(await eventually(() => !isRunning(child)));
    } finally {
      end(child);
    }
  }));

Deno.test("an OK written just before the exit is never lost", () =>
  withFolder(async (folder) => {
    for (let at = 0; at < 25; at++) {
      const result = await runShell(folder, `sleep 20 & echo $! >child; echo OK ${at}`);
      const child = await pidIn(`${folder}/child`);
      end(child);
      Deno.removeSync(`${folder}/child`);
      assertEquals(result.message, String(at));
    }
  }));

Deno.test("an agent that closes its output without an answer is not waited for", () =>
  withFolder(async (folder) => {
    const stays = await runShell(folder, "echo $$ >self; exec >&-; exec sleep 60");
    assertEquals(stays.message, "agent tea: closed its output without OK/ERR");
    await settleAgents();
    assert(!isRunning(await pidIn(`${folder}/self`)));
    const leaves = await runShell(folder, "exec >&-; sleep 0.2; exit 7");
    assertEquals(leaves.message, "agent tea: exited without OK/ERR (exit 7)");
  }));

Deno.test("breaking the rules ends the group at once", () =>
  withFolder(async (folder) => {
    await runShell(folder, "echo $$ >self; sleep 60 & echo $! >child; echo PET fly; wait");
    await settleAgents();
    const [self, child] = [await pidIn(`${folder}/self`), await pidIn(`${folder}/child`)];
    assert(await eventually(() => !isRunning(self) && !isRunning(child)));
  }));

Deno.test("cancelling kills the group and says so", () =>
  withFolder(async (folder) => {
    const abort = new AbortController();
    const running = runShell(folder, "sleep 60 & echo $! >child; wait", { signal: abort.signal });
    const child = await pidIn(`${folder}/child`);
    abort.abort();
    assertEquals((await running).message, "agent tea: cancelled");
    assert(await eventually(() => !isRunning(child)));
  }));

Deno.test("what is cancelled before it begins is not started", () =>
  withFolder(async (folder) => {
    const result = await runShell(folder, "touch started; echo OK", {
      signal: AbortSignal.abort(),
    });
    assertEquals(result.message, "agent tea: cancelled");
    await settleAgents();
    assertEquals([...Deno.readDirSync(folder)].map((entry) => entry.name), ["tea.sh"]);
  }));

Deno.test("a program that is told to end can end all agents at once", () =>
  withFolder(async (folder) => {
    const running = runShell(folder, "echo $$ >self; exec sleep 60");
    const self = await pidIn(`${folder}/self`);
    killAgents();
    assertEquals((await running).message, "agent tea: exited without OK/ERR (signal SIGKILL)");
    assert(!isRunning(self));
  }));

Deno.test("four agents at once each give their own answer", () =>
  withFolder(async (folder) => {
    const results = await Promise.all(["a", "b", "c", "d"].map((name) => {
      Deno.mkdirSync(`${folder}/${name}`);
      return runShell(`${folder}/${name}`, `sleep 0.1; echo OK ${name}`);
    }));
    assertEquals(results.map((result) => result.message), ["a", "b", "c", "d"]);
  }));
