import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { discover, type Discovery, type Place } from "../../src/agents/discovery.ts";
import { linesOf, OPTIONS, user, writeAgent } from "./discovery_fixture.ts";
import { withFolder } from "./fixture.ts";

Deno.test("an agent dropped into the directory is found, whatever its folder is called", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/My Tea (copy)`);
    const found = discover([user(folder)], OPTIONS);
    assertEquals(found.problems, []);
    assertEquals(found.agents.map(({ manifest, ...rest }) => ({ id: manifest.id, ...rest })), [{
      id: "tea",
      directory: `${folder}/My Tea (copy)`,
      origin: "user",
      argv: [`${folder}/My Tea (copy)/tea.sh`],
    }]);
    assertEquals(found.listings, [{
      id: "tea",
      version: "1.0.0",
      state: "enabled",
      location: `${folder}/My Tea (copy)`,
      description: "Tea.",
      origin: "user",
    }]);
  }));

Deno.test("hidden ones, templates, plain files and other folders are passed over in silence", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/.store/tea`);
    writeAgent(`${folder}/.hidden`);
    writeAgent(`${folder}/_template`);
    Deno.mkdirSync(`${folder}/empty`);
    Deno.writeTextFileSync(`${folder}/README`, "hello");
    Deno.symlinkSync("nowhere", `${folder}/dangling`);
    Deno.symlinkSync("README", `${folder}/link-to-file`);
    Deno.symlinkSync("loop", `${folder}/loop`);
    assertEquals(discover([user(folder)], OPTIONS), { agents: [], listings: [], problems: [] });
  }));

Deno.test("a symlinked folder is a folder", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/real/tea`);
    Deno.mkdirSync(`${folder}/agents`);
    Deno.symlinkSync("../real/tea", `${folder}/agents/tea`);
    const { agents } = discover([user(`${folder}/agents/`)], OPTIONS);
    assertEquals(agents.map((agent) => agent.directory), [`${folder}/agents/tea`]);
  }));

Deno.test("the user's own copy shadows the packaged one, also when it is switched off", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/mine/tea`);
    writeAgent(`${folder}/package/tea`);
    const places: Place[] = [user(`${folder}/mine`), {
      directory: `${folder}/package`,
      origin: "package",
    }];
    const found = discover(places, OPTIONS);
    assertEquals(linesOf(found.listings), ["tea enabled", "tea shadowed"]);
    assertEquals(found.agents.map((agent) => agent.origin), ["user"]);

    const off = discover(places, { ...OPTIONS, disabled: ["tea", "unknown"] });
    assertEquals(linesOf(off.listings), ["tea disabled", "tea shadowed"]);
    assertEquals(off.agents, []);

    // Switched off in its manifest, and broken besides: still nothing takes its place.
    writeAgent(`${folder}/mine/tea`, { disabled: true, exec: ["./gone"] });
    const manifestOff = discover(places, OPTIONS);
    assertEquals(linesOf(manifestOff.listings), [
      "tea disabled (exec not found)",
      "tea shadowed",
    ]);
    assertEquals(manifestOff.agents, []);
  }));

Deno.test("a broken copy takes nobody's place", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/mine/tea`, { exec: ["./gone"] });
    writeAgent(`${folder}/package/tea`);
    const found = discover(
      [user(`${folder}/mine`), { directory: `${folder}/package`, origin: "package" }],
      OPTIONS,
    );
    assertEquals(linesOf(found.listings), ["tea broken (exec not found)", "tea enabled"]);
    assertEquals(found.agents.map((agent) => agent.origin), ["package"]);
  }));

Deno.test("of two with the same id in one directory the first by name wins, and the other says so", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/b`);
    writeAgent(`${folder}/a`);
    const { listings } = discover([user(folder)], OPTIONS);
    assertEquals(linesOf(listings), ["tea enabled", "tea shadowed (same id as a)"]);
    assertEquals(listings.map((one) => one.location), [`${folder}/a`, `${folder}/b`]);
  }));

Deno.test("the list is sorted by id and the broken stop nobody", () =>
  withFolder((folder) => {
    for (const id of ["zebra", "apple", "mango"]) writeAgent(`${folder}/${id}`, { id });
    writeAgent(`${folder}/nonsense`, "{ this is\n not json");
    writeAgent(`${folder}/bad id`, { id: "Bad Id!", version: "2" });
    const { listings, agents } = discover([user(folder)], OPTIONS);
    assertEquals(linesOf(listings), [
      "apple enabled",
      'bad id broken (id: expected 2 to 32 of a-z, 0-9 and _ with a letter first, not "Bad Id!")',
      "mango enabled",
      'nonsense broken (line 1, column 3: unexpected "this")',
      "zebra enabled",
    ]);
    assertEquals(listings[1]!.version, "2");
    assertEquals(agents.map((agent) => agent.manifest.id), ["apple", "mango", "zebra"]);
  }));

Deno.test("an agent.json that is no readable file is broken, and nobody waits for it", () =>
  withFolder((folder) => {
    Deno.mkdirSync(`${folder}/fifo`);
    new Deno.Command("mkfifo", { args: [`${folder}/fifo/agent.json`] }).outputSync();
    Deno.mkdirSync(`${folder}/folder/agent.json`, { recursive: true });
    Deno.mkdirSync(`${folder}/link`);
    Deno.symlinkSync("nowhere", `${folder}/link/agent.json`);
    writeAgent(`${folder}/large`, " ".repeat(256 * 1024 + 1));
    writeAgent(`${folder}/void`, "");
    assertEquals(linesOf(discover([user(folder)], OPTIONS).listings), [
      "fifo broken (agent.json: not a file)",
      "folder broken (agent.json: not a file)",
      "large broken (agent.json: larger than 256 KiB)",
      "link broken (agent.json: its link leads nowhere)",
      "void broken (line 1, column 1: unexpected end)",
    ]);
  }));

Deno.test({
  name: "a file of the system in the place of agent.json is broken, in words for a user",
  // With all permissions it can be read, and is no JSON.
  ignore: Deno.permissions.querySync({ name: "ffi" }).state === "granted",
  fn: () =>
    withFolder((folder) => {
      Deno.mkdirSync(`${folder}/link`);
      Deno.symlinkSync("/proc/self/environ", `${folder}/link/agent.json`);
      assertEquals(linesOf(discover([user(folder)], OPTIONS).listings), [
        "link broken (agent.json: cannot be read: it is a file of the system)",
      ]);
    }),
});

Deno.test("a directory that does not exist is no problem, one that is a file is", () =>
  withFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/file`, "");
    writeAgent(`${folder}/agents/tea`);
    const found = discover(
      [user(`${folder}/none`), user(`${folder}/file`), user(`${folder}/agents`)],
      OPTIONS,
    );
    assertEquals(found.problems, [
      `cannot read the agents directory ${folder}/file: not a directory`,
    ]);
    assertEquals(found.agents.length, 1);
  }));

Deno.test("what this user may not read is told, and the rest is there", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/agents/closed`);
    writeAgent(`${folder}/agents/open`);
    writeAgent(`${folder}/agents/secret`);
    Deno.chmodSync(folder, 0o755);
    Deno.mkdirSync(`${folder}/shut`);
    for (const path of ["shut", "agents/closed", "agents/secret/agent.json"]) {
      Deno.chmodSync(`${folder}/${path}`, 0);
    }
    const found = discoverAsOrdinaryUser([`${folder}/shut`, `${folder}/agents`]);
    for (const path of ["shut", "agents/closed"]) Deno.chmodSync(`${folder}/${path}`, 0o700);
    assertEquals(found.problems, [
      `cannot read the agents directory ${folder}/shut: permission denied`,
    ]);
    assertEquals(linesOf(found.listings), [
      "closed broken (agent.json: cannot be read: permission denied)",
      "secret broken (agent.json: cannot be read: permission denied)",
      "tea enabled",
    ]);
  }));

Deno.test("an agent that fails its verification is broken with that reason", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/mine/tea`);
    writeAgent(`${folder}/package/tea`);
    const asked: string[] = [];
    const found = discover(
      [user(`${folder}/mine`), { directory: `${folder}/package`, origin: "package" }],
      {
        ...OPTIONS,
        verify: (directory, bytes, origin) => {
          asked.push(`${directory} ${bytes.length > 50} ${origin}`);
          return origin === "user" ? "not signed" : undefined;
        },
      },
    );
    assertEquals(linesOf(found.listings), ["tea broken (not signed)", "tea enabled"]);
    assertEquals(asked, [`${folder}/mine/tea true user`, `${folder}/package/tea true package`]);
  }));

Deno.test("an agent that is switched off is verified all the same", () =>
  withFolder((folder) => {
    writeAgent(`${folder}/tea`, { disabled: true });
    const { listings } = discover([user(folder)], { ...OPTIONS, verify: () => "not signed" });
    assertEquals(linesOf(listings), ["tea disabled (not signed)"]);
  }));

Deno.test("hostile names and manifests bring no control characters into the list", () =>
  withFolder((folder) => {
    Deno.mkdirSync(`${folder}/evil\x1b[31m\nname`);
    Deno.writeTextFileSync(`${folder}/evil\x1b[31m\nname/agent.json`, "{}");
    writeAgent(`${folder}/many`, {
      params: Array.from({ length: 5000 }, () => ({ name: "\x1b]0;x\x07" })),
    });
    writeAgent(`${folder}/exec`, { id: "exec", exec: ["./\x1b[2Jgone/\n"] });
    const { listings } = discover([user(folder)], OPTIONS);
    for (const { id, reason } of listings) {
      // deno-lint-ignore no-control-regex
      assert(!/[\x00-\x1f]/.test(id + reason), id);
      assert(reason!.length < 1000);
    }
    assertEquals(listings.map((listing) => listing.id), ["evil name", "exec", "tea"]);
  }));

/** Discovery in a process of a user to whom the modes of files apply; to root they do not. */
function discoverAsOrdinaryUser(directories: readonly string[]): Discovery {
  const script = fromFileUrl(new URL("discover_as_ordinary_user.ts", import.meta.url));
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-read", "--allow-sys", script, ...directories],
    stderr: "inherit",
  }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout));
}
