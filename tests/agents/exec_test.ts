import { assert, assertEquals } from "@std/assert";
import { discover } from "../../src/agents/discovery.ts";
import { OPTIONS, reasonIn, user, writeAgent } from "./discovery_fixture.ts";
import { withFolder, writeProgram } from "./fixture.ts";

Deno.test("exec: relative to the folder, absolute, on PATH, or the running program", () =>
  withFolder((folder) => {
    const argvOf = (exec: string[]) => {
      writeAgent(`${folder}/agents/tea`, { exec });
      return discover([user(`${folder}/agents`)], OPTIONS).agents[0]?.argv;
    };
    writeAgent(`${folder}/agents/tea`);
    Deno.mkdirSync(`${folder}/agents/tea/bin`);
    const inner = writeProgram(`${folder}/agents/tea/bin`, "run", "#!/bin/sh\n");
    const absolute = writeProgram(folder, "tool", "#!/bin/sh\n");
    assertEquals(argvOf(["./tea.sh", "-x"]), [`${folder}/agents/tea/tea.sh`, "-x"]);
    assertEquals(argvOf(["bin/run"]), [inner]);
    assertEquals(argvOf([absolute]), [absolute]);
    assertEquals(argvOf(["../../tool"]), [`${folder}/agents/tea/../../tool`]);
    assertEquals(argvOf(["onidia-chat", "-agent", "play_song"]), [
      "/opt/onidia/bin/onidia-chat",
      "--",
      "-agent",
      "play_song",
    ]);
    const sh = argvOf(["sh", "./tea.sh"])!;
    assert(["/usr/bin/sh", "/bin/sh"].includes(sh[0]));
    assertEquals(sh[1], "./tea.sh");
    // A file of the program's name in the folder is not the program.
    writeProgram(`${folder}/agents/tea`, "onidia-chat", "#!/bin/sh\n");
    assertEquals(argvOf(["onidia-chat"])![0], "/opt/onidia/bin/onidia-chat");
  }));

Deno.test("exec: what cannot be resolved says why, and how to mend it", () =>
  withFolder((folder) => {
    const reason = (exec: string[], options: Parameters<typeof reasonIn>[1] = {}) => {
      writeAgent(`${folder}/tea`, { exec });
      return reasonIn(folder, options);
    };
    assertEquals(reason(["./gone.sh"]), "exec not found");
    assertEquals(reason(["/no/such/program"]), "exec not found");
    assertEquals(reason(["no-such-program"]), "exec not found");
    assertEquals(reason(["tea.sh"]), "exec not found - write ./tea.sh");
    assertEquals(reason(["./agent.json"]), "exec not executable - chmod +x agent.json");
    assertEquals(
      reason([`${folder}/tea/agent.json`]),
      `exec not executable - chmod +x ${folder}/tea/agent.json`,
    );
    assertEquals(reason(["./tea.sh/x"]), "exec not found");
    Deno.mkdirSync(`${folder}/tea/bin`);
    assertEquals(reason(["./bin"]), "exec is not a file - bin");
    assertEquals(reason(["./"]), "exec is not a file - ./");
    assertEquals(reason(["bin"]), "exec not found");
    assertEquals(reason([".."]), "exec not found");
    Deno.symlinkSync("nowhere", `${folder}/tea/link`);
    assertEquals(reason(["./link"]), "exec not found");
    assertEquals(reason(["sh"], { path: undefined }), "exec not found");
    assertEquals(reason(["sh"], { path: "" }), "exec not found");
  }));

Deno.test("exec: PATH entries that are empty or relative are passed over", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/tea`, { exec: ["brew"] });
    writeProgram(folder, "brew", "#!/bin/sh\n");
    const before = Deno.cwd();
    Deno.chdir(folder);
    try {
      assertEquals(reasonIn(folder, { path: `:.:./:${folder}/none` }), "exec not found");
    } finally {
      Deno.chdir(before);
    }
    const found = discover([user(folder)], { ...OPTIONS, path: `:${folder}` });
    assertEquals(found.agents[0]?.argv, [`${folder}/brew`]);
  }));

Deno.test("exec: on PATH, a folder or a file that cannot be run is passed over", () =>
  withFolder((folder) => {
    for (const name of ["one/brew", "two", "three"]) {
      Deno.mkdirSync(`${folder}/path/${name}`, { recursive: true });
    }
    writeProgram(`${folder}/path/two`, "brew", "#!/bin/sh\n", 0o644);
    const brew = writeProgram(`${folder}/path/three`, "brew", "#!/bin/sh\n");
    writeAgent(`${folder}/agents/tea`, { exec: ["brew"] });
    const path = ["one", "two", "three"].map((name) => `${folder}/path/${name}`).join(":");
    const { agents } = discover([user(`${folder}/agents`)], { ...OPTIONS, path });
    assertEquals(agents[0]?.argv, [brew]);
  }));
