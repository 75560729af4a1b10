/** -agents-remove and -agents-rollback. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { exists } from "../../src/store/staging.ts";
import { allBelow } from "../e2e/program.ts";
import { writeAgent } from "../store/folders.ts";
import { type Home, inHome, manifest } from "./cli.ts";
import { agentsOf, answer } from "./store_fixture.ts";

async function install(home: Home, id: string, version: string, more: object = {}): Promise<void> {
  const source = writeAgent(join(home.folder, "source"), id, version, more);
  assertEquals((await home.run("-agents-install", source)).code, 0);
}

Deno.test("an agent is removed by its id, whatever its folder is called", () =>
  inHome(async (home) => {
    home.drop("some folder", manifest("coffee"));
    home.drop("tea", manifest("tea"));
    assertEquals(await home.run("-agents-remove", "coffee"), {
      code: 0,
      out: `removed coffee from ${agentsOf(home)}\n` +
        "restart onidia-chat to drop it from the catalog\n",
      err: "",
    });
    assertEquals(allBelow(agentsOf(home)), ["tea", "tea/agent.json", "tea/run.sh"]);
    const json = await home.run("-json", "-agents-remove", "tea");
    assertEquals(JSON.parse(json.out), {
      removed: { id: "tea", directory: agentsOf(home), notes: [] },
    });
  }));

Deno.test("a broken agent is removed by the name it is listed with", () =>
  inHome(async (home) => {
    home.drop("Wei rd", "{");
    assertEquals((await home.run("-agents-remove", "Wei rd")).code, 0);
    assertEquals(allBelow(home.folder).filter((path) => path.includes("Wei")), []);
  }));

Deno.test("a folder that is a link is unlinked, not followed", () =>
  inHome(async (home) => {
    const source = writeAgent(home.folder, "tea");
    Deno.mkdirSync(agentsOf(home), { recursive: true });
    Deno.symlinkSync(source, join(agentsOf(home), "tea"));
    assertEquals((await home.run("-agents-remove", "tea")).code, 0);
    assertEquals(exists(join(agentsOf(home), "tea")), false);
    assertEquals(allBelow(source), ["agent.json", "run.sh"]);
  }));

Deno.test("of two folders with one id the first is removed, and the other is named", () =>
  inHome(async (home) => {
    home.drop("one", manifest("tea"));
    const two = home.drop("two", manifest("tea"));
    const { code, err } = await home.run("-agents-remove", "tea");
    assertEquals({ code, err }, { code: 0, err: `note: another copy of tea is in ${two}\n` });
    assertEquals(allBelow(agentsOf(home)), ["two", "two/agent.json", "two/run.sh"]);
  }));

Deno.test("an agent that is running meanwhile answers before it is gone", () =>
  inHome(async (home) => {
    const script = 'read -r line; : > "$CHAT_APP_STATE_DIR/begun"; ' +
      'while [ -e run.sh ]; do sleep 0.02; done; echo "OK finished"';
    home.drop("tea", manifest("tea"), script);
    const running = home.run("-agents-run", "tea");
    const begun = join(home.folder, ".local/state/chat-app/begun");
    while (!exists(begun)) await new Promise((resolve) => setTimeout(resolve, 10));
    assertEquals((await home.run("-agents-remove", "tea")).code, 0);
    assertEquals(await running, { code: 0, out: "finished\n", err: "" });
    assertEquals(exists(agentsOf(home)) && allBelow(agentsOf(home)), []);
  }));

Deno.test("what is not there is not removed, and the nearest name is offered", () =>
  inHome(async (home) => {
    home.drop("coffee", manifest("coffee"));
    const { code, err } = await home.run("-agents-remove", "cofee");
    assertEquals(code, 2);
    assertEquals(
      err,
      `onidia-chat: no agent called "cofee" in ${agentsOf(home)}: did you mean coffee?\n`,
    );
    assertEquals(exists(join(agentsOf(home), ".store")), false);
  }));

Deno.test("a rollback brings the previous version back, and a second one undoes it", () =>
  inHome(async (home) => {
    await install(home, "tea", "1.0.0");
    await install(home, "tea", "2.0.0");
    assertEquals(await home.run("-agents-rollback", "tea"), {
      code: 0,
      out: `rolled back tea to 1.0.0 -> ${agentsOf(home)}/tea\n` +
        "restart onidia-chat to load it (a second rollback undoes this one)\n",
      err: "",
    });
    assertEquals(await answer(home, "tea"), "tea 1.0.0");
    const again = await home.run("-json", "-agents-rollback", "tea");
    assertEquals(JSON.parse(again.out), {
      rolledBack: { id: "tea", version: "2.0.0", location: `${agentsOf(home)}/tea` },
    });
    assertEquals(await answer(home, "tea"), "tea 2.0.0");
    assertMatch((await home.run("-agents-info", "tea")).out, /^previous +kept: /m);
  }));

Deno.test("a rollback keeps the settings of a folder that was installed over", () =>
  inHome(async (home) => {
    const before = home.drop("drinks", manifest("tea"), 'read -r line; echo "OK by hand"');
    Deno.writeTextFileSync(join(before, "settings"), "mine");
    await install(home, "tea", "2.0.0");
    assertEquals((await home.run("-agents-rollback", "tea")).code, 0);
    assertEquals(await answer(home, "tea"), "by hand");
    assertEquals(Deno.readTextFileSync(join(agentsOf(home), "tea/settings")), "mine");
  }));

Deno.test("without a previous version, or for what is no id, a rollback changes nothing", () =>
  inHome(async (home) => {
    home.drop("tea", manifest("tea"));
    const before = allBelow(home.folder);
    for (const id of ["tea", "gone", "../../tea", "..", ""]) {
      const { code, err } = await home.run("-agents-rollback", id);
      assertEquals(code, 2);
      assertStringIncludes(err, "onidia-chat: Cannot roll back ");
      assertStringIncludes(err, "no previous version of it is kept");
    }
    assertEquals(allBelow(home.folder), before);
  }));

Deno.test("a folder deleted by hand stays deleted until it is rolled back", () =>
  inHome(async (home) => {
    await install(home, "tea", "1.0.0");
    await install(home, "tea", "2.0.0");
    Deno.removeSync(join(agentsOf(home), "tea"), { recursive: true });
    assertStringIncludes((await home.run("-agents-list")).out, "No agents installed.");
    assertEquals((await home.run("-agents-rollback", "tea")).code, 0);
    assertEquals(await answer(home, "tea"), "tea 1.0.0");
  }));

Deno.test("a rollback does not replace what has taken the agent's place", () =>
  inHome(async (home) => {
    await install(home, "tea", "1.0.0");
    await install(home, "tea", "2.0.0");
    Deno.removeSync(join(agentsOf(home), "tea"), { recursive: true });
    home.drop("tea", manifest("juice"));
    const { code, err } = await home.run("-agents-rollback", "tea");
    assertEquals(code, 2);
    assertStringIncludes(err, "Cannot roll back tea: ");
    assertStringIncludes(err, "holds another agent, juice: move it away, then try again");
    assertEquals(await answer(home, "juice"), "done");
  }));
