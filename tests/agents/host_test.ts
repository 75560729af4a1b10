import { assertEquals, assertMatch } from "@std/assert";
import { runAgent, settleAgents } from "../../src/agents/host.ts";
import {
  agentOf,
  ENVIRONMENT,
  hasPython,
  readableLog,
  runPython,
  runShell,
  withFolder,
  writeProgram,
} from "./fixture.ts";

Deno.test("an agent gets one RUN line and gives its INFO, PET and OK", () =>
  withFolder(async (folder) => {
    const log = readableLog();
    const result = await runShell(
      folder,
      'IFS= read -r line; cat >rest; printf "INFO got %s\\n" "$line"; echo "PET action dance"; echo "OK done"',
      { args: { kind: "tea", note: 'a "b"\n€' }, log },
    );
    assertEquals({ ...result, ms: 0 }, {
      id: "tea",
      args: { kind: "tea", note: 'a "b"\n€' },
      ok: true,
      message: "done",
      pet: { kind: "action", name: "dance" },
      info: ['got RUN {"kind":"tea","note":"a \\"b\\"\\n€"}'],
      ms: 0,
    });
    assertEquals(Deno.readTextFileSync(`${folder}/rest`), "");
    assertEquals(log.lines, [`agent tea: INFO ${result.info[0]}`]);
  }));

Deno.test("it runs in its own folder, with the given environment and nothing else", () =>
  withFolder(async (folder) => {
    const agent = agentOf(folder, [
      writeProgram(folder, "tea.sh", "#!/bin/sh\npwd\nenv\necho OK\n"),
    ]);
    const log = readableLog();
    await runAgent(agent, {}, { environment: { CHAT_APP_PLAYER: "mpv", PATH: "/bin" }, log });
    // PWD and the like are the shell's own.
    const names = log.lines.map((line) => line.replace("agent tea: ", "").replace(/=.*/, ""))
      .filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name));
    assertEquals(names.sort(), [folder, "CHAT_APP_PLAYER", "PATH"].sort());
  }));

Deno.test("an ERR is the failure as the agent put it", () =>
  withFolder(async (folder) => {
    const result = await runShell(folder, "echo 'ERR no kettle - buy one'; exit 1");
    assertEquals([result.ok, result.message], [false, "no kettle - buy one"]);
  }));

Deno.test("CRLF, bad UTF-8, escape sequences and a missing last newline are no trouble", () =>
  withFolder(async (folder) => {
    const result = await runShell(
      folder,
      String.raw`printf 'INFO a\377b\r\nPET walk left\r\n\nOK \033[31mt\303\251a\007 \342\202\254'`,
    );
    assertEquals(result.info, ["a\ufffdb"]);
    assertEquals(result.pet, { kind: "move", name: "walk left" });
    assertEquals([result.ok, result.message], [true, "téa €"]);
  }));

Deno.test("output that comes in drops is read like any other", () =>
  withFolder(async (folder) => {
    const result = await runShell(
      folder,
      String
        .raw`for c in O K ' ' '\303' '\251' d '\n'; do printf "$c"; sleep 0.02; done; sleep 0.1`,
    );
    assertEquals([result.ok, result.message], [true, "éd"]);
  }));

Deno.test("an agent that ends without a word is a failure with its exit code", () =>
  withFolder(async (folder) => {
    assertEquals(
      (await runShell(folder, "exit 3")).message,
      "agent tea: exited without OK/ERR (exit 3)",
    );
    assertEquals((await runShell(folder, "")).message, "agent tea: exited without OK/ERR (exit 0)");
    assertEquals(
      (await runShell(folder, "echo hello; echo OKAY")).message,
      "agent tea: exited without OK/ERR (exit 0)",
    );
  }));

Deno.test("a signal that ended it is named", () =>
  withFolder(async (folder) => {
    for (const signal of ["SEGV", "KILL", "TERM", "ABRT"]) {
      assertEquals(
        (await runShell(folder, `kill -${signal} $$`)).message,
        `agent tea: exited without OK/ERR (signal SIG${signal})`,
      );
    }
  }));

Deno.test("a failure tells the first lines of standard error, clean and on one line", () =>
  withFolder(async (folder) => {
    const result = await runShell(
      folder,
      String.raw`printf 'first\033[0m\n\nsecond\r\n' >&2; echo INFO x; exit 1`,
    );
    assertEquals(
      result.message,
      "agent tea: exited without OK/ERR (exit 1): first; second",
    );
    const long = await runShell(folder, "yes error | head -c 1000000 >&2; exit 1");
    assertEquals(long.message.length < 500, true);
    assertMatch(long.message, /\(exit 1\): error; error; .*…$/);
  }));

Deno.test("8 KiB of standard error go to the log, and the rest is read and dropped", () =>
  withFolder(async (folder) => {
    const log = readableLog();
    const result = await runShell(
      folder,
      "head -c 3000000 /dev/zero | tr '\\0' e >&2; echo OK",
      { log },
    );
    await settleAgents();
    assertEquals(result.ok, true);
    assertEquals(log.lines, [`agent tea: stderr: ${"e".repeat(8192)}`]);
  }));

Deno.test(
  "a Python traceback is told",
  { ignore: !hasPython() },
  () =>
    withFolder(async (folder) => {
      const { message } = await runPython(folder, "raise ValueError('no tea')");
      assertMatch(message, /^agent tea: exited without OK\/ERR \(exit 1\): .*ValueError: no tea$/);
    }),
);

Deno.test(
  "a Python agent that forgets to flush still answers",
  { ignore: !hasPython() },
  () =>
    withFolder(async (folder) => {
      const result = await runPython(
        folder,
        "import sys, json\nargs = json.loads(sys.stdin.readline()[4:])\nprint('INFO', args)\nprint('OK hi')",
      );
      assertEquals([result.ok, result.message, result.info], [true, "hi", ["{}"]]);
    }),
);

Deno.test("breaking the rules of PET is a failure, and she does not act on it", () =>
  withFolder(async (folder) => {
    const second = await runShell(folder, "echo PET action dance; echo PET action dance; echo OK");
    assertEquals(second.message, "agent tea: second PET line");
    assertEquals(second.pet, undefined);
    const unknown = await runShell(folder, "echo PET fly; echo OK");
    assertEquals(unknown.message, 'agent tea: PET: unknown verb "fly"');
    const late = await runShell(folder, "echo PET action dance; echo OK; echo PET fly");
    assertEquals([late.ok, late.pet], [true, { kind: "action", name: "dance" }]);
  }));

Deno.test("an agent need not read what it is told, however much that is", () =>
  withFolder(async (folder) => {
    const args = { text: "x".repeat(1_000_000) };
    assertEquals((await runShell(folder, "echo OK", { args })).ok, true);
    assertEquals((await runShell(folder, "exec <&-; sleep 0.2; echo OK", { args })).ok, true);
    assertEquals((await runShell(folder, "sleep 0.2; echo OK", { args })).ok, true);
    assertEquals((await runShell(folder, "exit 4", { args })).message.includes("exit 4"), true);
  }));

Deno.test("an agent may say much before it reads, and reads all that it is told", () =>
  withFolder(async (folder) => {
    const result = await runShell(
      folder,
      "head -c 500000 /dev/zero | tr '\\0' x; echo; echo OK $(wc -c)",
      { args: { text: "x".repeat(1_000_000) } },
    );
    assertEquals(result.message, String(1_000_000 + 'RUN {"text":""}\n'.length));
  }));

Deno.test("what cannot be started says why", () =>
  withFolder(async (folder) => {
    const context = { environment: ENVIRONMENT, log: readableLog() };
    const start = async (path: string, directory = folder) =>
      (await runAgent({ ...agentOf(folder, [path]), directory }, {}, context)).message;
    const lost = writeProgram(folder, "lost", "#!/no/such/python3 -u\n");
    assertEquals(
      await start(lost),
      `agent tea: cannot start ${lost}: its interpreter "/no/such/python3" is not on this machine`,
    );
    const crlf = writeProgram(folder, "crlf", "#!/bin/sh\r\necho OK\r\n");
    assertEquals(
      await start(crlf),
      `agent tea: cannot start ${crlf}: its first line ends with CRLF - save it with Unix line ends`,
    );
    const plain = writeProgram(folder, "plain", "#!/bin/sh\n", 0o644);
    assertEquals(await start(plain), `agent tea: cannot start ${plain}: permission denied`);
    assertEquals(
      await start(`${folder}/none`),
      `agent tea: cannot start ${folder}/none: not found`,
    );
    assertEquals(
      await start(lost, `${folder}/gone`),
      `agent tea: cannot start ${lost}: its folder is gone`,
    );
    const busy = writeProgram(folder, "busy", "#!/bin/sh\necho OK\n");
    using _held = Deno.openSync(busy, { write: true });
    assertEquals(await start(busy), `agent tea: cannot start ${busy}: text file busy`);
  }));

Deno.test("a script without a #! line is run by sh, as a shell would", () =>
  withFolder(async (folder) => {
    const agent = agentOf(folder, [writeProgram(folder, "tea", "echo OK plain\n")]);
    const result = await runAgent(agent, {}, { environment: ENVIRONMENT, log: readableLog() });
    assertEquals(result.message, "plain");
  }));

Deno.test("an environment with LD_PRELOAD starts agents like any other", () =>
  withFolder(async (folder) => {
    const agent = agentOf(folder, [
      writeProgram(folder, "tea", "#!/bin/sh\necho OK $LD_LIBRARY_PATH\n"),
    ]);
    const environment = { ...ENVIRONMENT, LD_LIBRARY_PATH: "/x", LD_PRELOAD: "" };
    const result = await runAgent(agent, {}, { environment, log: readableLog() });
    assertEquals(result.message, "/x");
  }));
