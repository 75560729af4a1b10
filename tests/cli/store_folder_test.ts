import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { allBelow } from "../e2e/program.ts";
import { exists } from "../../src/store/staging.ts";
import { withTempFolder, writeAgent, writeFiles } from "../store/folders.ts";
import { type Home, inHome, manifest } from "./cli.ts";
import { agentsOf, answer, RESTART } from "./store_fixture.ts";

/** Expects a refusal of one sentence with these words, and that nothing was left or changed. */
async function assertRefused(home: Home, source: string, words: string, ...flags: string[]) {
  const { code, out, err } = await home.run(...flags, "-agents-install", source);
  assertEquals({ code, out }, { code: 2, out: "" });
  assertEquals(err.split("\n").length, 2, err);
  assertStringIncludes(err, "onidia-chat: Cannot install ");
  assertStringIncludes(err, words);
}

Deno.test("a folder is installed with the output that was promised", () =>
  inHome(async (home) => {
    writeAgent(home.folder, "coffee");
    for (const source of [join(home.folder, "coffee"), "~/coffee", "~/coffee/"]) {
      assertEquals(await home.run("-agents-install", source), {
        code: 0,
        out: `installed coffee -> ${agentsOf(home)}/coffee\n${RESTART}`,
        err: "",
      });
    }
    assertEquals(await answer(home, "coffee"), "coffee 1.0.0");
  }));

Deno.test("with -json an install is one object with the notes in it", () =>
  inHome(async (home) => {
    writeAgent(home.folder, "tea", "2.0.0", { disabled: true });
    home.drop("tea", manifest("tea"));
    home.configure("agents-disabled = tea\n");
    const { code, out, err } = await home.run("-json", "-agents-install", "~/tea");
    assertEquals({ code, err }, { code: 0, err: "" });
    assertEquals(JSON.parse(out), {
      installed: {
        ...{ id: "tea", version: "2.0.0", location: `${agentsOf(home)}/tea`, replaced: "1.0.0" },
        notes: [
          "tea is in agents-disabled: take it out of chat-app.ini to use it",
          'tea is switched off by "disabled" in its agent.json',
        ],
      },
    });
    const refused = await home.run("-json", "-agents-install", "~/gone");
    assertEquals(refused.code, 2);
    assertEquals(Object.keys(JSON.parse(refused.out)), ["error"]);
  }));

Deno.test("notes name what keeps an agent from being used, or whom it shadows", () =>
  inHome(async (home) => {
    writeAgent(join(home.folder, "package/share/agents"), "tea", "9.0.0");
    writeAgent(home.folder, "tea");
    const flags = ["-agents-disabled", "tea", "-agents-off"];
    const { code, out, err } = await home.run(...flags, "-agents-install", "~/tea");
    assertEquals({ code, out }, {
      code: 0,
      out: `installed tea -> ${agentsOf(home)}/tea\n${RESTART}`,
    });
    assertEquals(
      err,
      "note: tea is in agents-disabled: take it out of chat-app.ini to use it\n" +
        "note: agents-off is set: no agent is offered\n" +
        "note: tea now shadows the bundled tea; -agents-remove tea brings that one back\n",
    );
    assertEquals(await answer(home, "tea"), "tea 1.0.0");
    const removed = await home.run("-agents-remove", "tea");
    assertEquals(
      removed.err,
      `note: the bundled tea is back (${home.folder}/package/share/agents/tea)\n`,
    );
    assertEquals(await answer(home, "tea"), "tea 9.0.0");
  }));

Deno.test("an agent is installed in place, and nothing of its folder is lost", async (t) => {
  const cases: [string, string, (home: Home) => string][] = [
    ["by its path", "tea", (home) => join(agentsOf(home), "tea")],
    ["with ~", "tea", () => "~/.config/chat-app/agents/tea"],
    ["from a folder with another name", "my tea", (home) => join(agentsOf(home), "my tea")],
  ];
  for (const [name, folder, source] of cases) {
    await t.step(name, () =>
      inHome(async (home) => {
        const before = home.drop(folder, manifest("tea"));
        writeFiles(before, { ".git/HEAD": "ref", "notes.txt": "mine" });
        for (let again = 0; again < 2; again++) {
          if (again > 0 && folder !== "tea") break;
          assertEquals(await home.run("-agents-install", source(home)), {
            code: 0,
            out: `installed tea -> ${agentsOf(home)}/tea\n${RESTART}`,
            err: "",
          });
        }
        assertEquals(allBelow(agentsOf(home)), [
          ...["tea", "tea/.git", "tea/.git/HEAD", "tea/agent.json", "tea/notes.txt"],
          "tea/run.sh",
        ]);
      }));
  }
});

Deno.test("an agent that is a link is installed in place and stays a link", () =>
  inHome(async (home) => {
    const source = writeAgent(home.folder, "tea");
    Deno.mkdirSync(agentsOf(home), { recursive: true });
    Deno.symlinkSync(source, join(agentsOf(home), "tea"));
    const { code } = await home.run("-agents-install", join(agentsOf(home), "tea"));
    assertEquals(code, 0);
    assertEquals(Deno.lstatSync(join(agentsOf(home), "tea")).isSymlink, true);
  }));

Deno.test("an install over a linked folder leaves what it leads to alone", () =>
  inHome(async (home) => {
    const linked = writeAgent(home.folder, "tea", "1.0.0");
    writeAgent(join(home.folder, "new"), "tea", "2.0.0");
    Deno.mkdirSync(agentsOf(home), { recursive: true });
    Deno.symlinkSync("../../../tea", join(agentsOf(home), "tea"));
    assertEquals((await home.run("-agents-install", "~/new/tea")).code, 0);
    assertEquals(await answer(home, "tea"), "tea 2.0.0");
    assertEquals(Deno.lstatSync(join(agentsOf(home), "tea")).isSymlink, false);
    assertEquals(allBelow(linked), ["agent.json", "run.sh"]);
    assertEquals((await home.run("-agents-rollback", "tea")).code, 0);
    assertEquals(await answer(home, "tea"), "tea 1.0.0");
  }));

Deno.test("an id in a folder of another name is replaced, and the folder is named after it", () =>
  inHome(async (home) => {
    home.drop("drinks", manifest("tea"));
    writeAgent(home.folder, "tea", "2.0.0");
    assertEquals((await home.run("-agents-install", "~/tea")).code, 0);
    assertEquals([...Deno.readDirSync(agentsOf(home))].map(({ name }) => name).sort(), [
      ".store",
      "tea",
    ]);
    assertEquals(await answer(home, "tea"), "tea 2.0.0");
  }));

Deno.test("what has the agent's name and is something else is never replaced", async (t) => {
  const occupants: [string, (home: Home) => void, string][] = [
    ["another agent", (home) => void home.drop("tea", manifest("juice")), "holds another agent"],
    [
      "a folder without agent.json",
      (home) => Deno.mkdirSync(join(agentsOf(home), "tea"), { recursive: true }),
      "is in the way and is no agent",
    ],
    [
      "a file",
      (home) => {
        Deno.mkdirSync(agentsOf(home), { recursive: true });
        Deno.writeTextFileSync(join(agentsOf(home), "tea"), "mine");
      },
      "is in the way and is no agent",
    ],
    [
      "a link that leads nowhere",
      (home) => {
        Deno.mkdirSync(agentsOf(home), { recursive: true });
        Deno.symlinkSync("nowhere", join(agentsOf(home), "tea"));
      },
      "is in the way and is no agent",
    ],
    [
      "a twin, beside the folder that comes first",
      (home) => ["drinks", "tea"].forEach((name) => home.drop(name, manifest("tea"))),
      "move one of them away",
    ],
  ];
  for (const [name, occupy, words] of occupants) {
    await t.step(name, () =>
      inHome(async (home) => {
        writeAgent(home.folder, "tea");
        occupy(home);
        const before = allBelow(agentsOf(home));
        await assertRefused(home, "~/tea", words);
        assertEquals(allBelow(agentsOf(home)), before);
      }));
  }
});

Deno.test("what is wrong with a folder is said in one sentence, and nothing is left", async (t) => {
  const cases: [string, (source: string) => void, string][] = [
    [
      "no agent.json",
      (s) => Deno.removeSync(join(s, "agent.json")),
      "there is no agent.json in it",
    ],
    ["a broken manifest", (s) => writeFiles(s, { "agent.json": "{" }), "line 1, column 2"],
    ["no program", (s) => Deno.removeSync(join(s, "run.sh")), "exec not found"],
    ["no right to run", (s) => Deno.chmodSync(join(s, "run.sh"), 0o644), "chmod +x run.sh"],
    ["a link", (s) => Deno.symlinkSync("/etc", join(s, "etc")), '"etc": a symbolic link'],
    [
      "the same, switched off",
      (s) => {
        writeAgent(join(s, ".."), "tea", "1.0.0", { disabled: true });
        Deno.removeSync(join(s, "run.sh"));
      },
      "exec not found",
    ],
    [
      "a path over 1,024 bytes",
      (s) => writeFiles(s, { [`${("x".repeat(250) + "/").repeat(5)}y`]: "" }),
      "a path of more than 1024 bytes",
    ],
  ];
  for (const [name, spoil, words] of cases) {
    await t.step(name, () =>
      inHome(async (home) => {
        spoil(writeAgent(home.folder, "tea"));
        await assertRefused(home, "~/tea", words);
        assertEquals(exists(agentsOf(home)), false);
      }));
  }
});

Deno.test("a folder with the agents directory inside is refused, one inside that is installed", () =>
  inHome(async (home) => {
    writeAgent(home.folder, "tea");
    await assertRefused(
      home,
      "~/tea",
      "the agents directory is inside it",
      ...["-agents-dir", join(home.folder, "tea/agents")],
    );
    await assertRefused(home, "~/tea", "is inside it", "-agents-dir", join(home.folder, "tea"));
    assertEquals(allBelow(join(home.folder, "tea")), ["agent.json", "run.sh"]);
    const inner = writeAgent(join(agentsOf(home), "collection"), "coffee");
    assertEquals((await home.run("-agents-install", inner)).code, 0);
    assertEquals(await answer(home, "coffee"), "coffee 1.0.0");
    assertEquals(allBelow(inner), ["agent.json", "run.sh"]);
  }));

Deno.test("the package's directory is never installed into, nor removed from", () =>
  inHome(async (home) => {
    const packaged = join(home.folder, "package/share/agents");
    writeAgent(home.folder, "tea");
    writeAgent(packaged, "pet_control");
    Deno.symlinkSync(packaged, join(home.folder, "link"));
    for (const directory of [packaged, join(home.folder, "link"), `${packaged}/`]) {
      const { code, err } = await home.run("-agents-dir", directory, "-agents-install", "~/tea");
      assertEquals(code, 2);
      assertStringIncludes(err, "belongs to the package");
    }
    assertEquals(await home.run("-agents-remove", "pet_control"), {
      code: 2,
      out: "",
      err: `onidia-chat: pet_control belongs to the package (${packaged}), not to you.\n` +
        "Switch it off instead - it keeps its files: " +
        "onidia-chat -agents-disabled pet_control\n",
    });
    assertEquals([...Deno.readDirSync(packaged)].map(({ name }) => name), ["pet_control"]);
  }));

Deno.test("-agents-dir is where agents go, a new folder and a relative path too", () =>
  withTempFolder((elsewhere) =>
    inHome(async (home) => {
      writeAgent(home.folder, "tea");
      const directory = join(elsewhere, "new/agents");
      const { out } = await home.run("-agents-dir", directory, "-agents-install", "~/tea");
      assertEquals(out, `installed tea -> ${directory}/tea\n${RESTART}`);
      const relative = await home.run("-agents-dir", "no/../such", "-agents-list");
      assertStringIncludes(relative.out, `Looked in ${Deno.cwd()}/such.`);
    })
  ));

Deno.test("a directory that cannot be made or written is named with the remedy", () =>
  inHome(async (home) => {
    writeAgent(home.folder, "tea");
    Deno.writeTextFileSync(join(home.folder, "file"), "");
    Deno.symlinkSync("nowhere", join(home.folder, "dangling"));
    for (const directory of ["file", "file/agents", "dangling"]) {
      const path = join(home.folder, directory);
      const { code, err } = await home.run("-agents-dir", path, "-agents-install", "~/tea");
      assertEquals(code, 2);
      assertStringIncludes(err, `onidia-chat: Cannot write to ${path}: `);
      assertStringIncludes(err, "or name another with -agents-dir\n");
    }
  }));
