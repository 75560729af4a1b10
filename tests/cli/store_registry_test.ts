import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, join } from "@std/path";
import { startServer } from "../fakes/https_server.ts";
import { writeFiles } from "../store/folders.ts";
import { type Home, inHome } from "./cli.ts";
import {
  agentsOf,
  answer,
  offer,
  packed,
  refusal,
  RESTART,
  servingFolder,
} from "./store_fixture.ts";

/** A registry's entry of an agent that is packed for it, its url relative to the index. */
async function entry(home: Home, id: string, version: string, more: object = {}): Promise<object> {
  const { path, sha256 } = await packed(home, id, version);
  const description = `Make ${id}. Use when the user wants ${id}.`;
  return { id, version, description, url: basename(path), sha256, ...more };
}

Deno.test("a registry id is installed from an index file with relative urls", () =>
  inHome(async (home) => {
    offer(home, [{ id: "??" }, await entry(home, "coffee", "1.0.0")]);
    assertEquals(await home.run("-agents-install", "coffee"), {
      code: 0,
      out: `installed coffee -> ${agentsOf(home)}/coffee\n${RESTART}`,
      err: "",
    });
    assertEquals(await answer(home, "coffee"), "coffee 1.0.0");
  }));

Deno.test("a registry on the network offers its newest version", () =>
  inHome(async (home) => {
    offer(home, [await entry(home, "coffee", "1.2.0"), await entry(home, "coffee", "1.10.0")]);
    await using http = startServer("http", servingFolder(home.folder));
    const registry = ["-agents-registry", `${http.origin}/index.json`];
    assertEquals((await home.run(...registry, "-agents-install", "coffee")).code, 0);
    assertEquals(await answer(home, "coffee"), "coffee 1.10.0");
    assertEquals(http.requests.map(({ path }) => path), ["/index.json", "/coffee-1.10.0.zip"]);
  }));

Deno.test("what the registry promises must be what comes", async (t) => {
  const lies: [string, object, string][] = [
    ["another id", { id: "juice" }, "Cannot install juice: the archive holds another agent, tea"],
    ["another hash", { sha256: "0".repeat(64) }, "as pinned"],
    ["a signature", { signer: "0".repeat(64) }, "promises a signature, but there is none"],
    ["an archive", { url: "gone.zip" }, "gone.zip"],
  ];
  for (const [name, lie, words] of lies) {
    await t.step(name, () =>
      inHome(async (home) => {
        offer(home, [await entry(home, "tea", "1.0.0", lie)]);
        const id = "id" in lie ? "juice" : "tea";
        assertStringIncludes(await refusal(home, "-agents-install", id), words);
      }));
  }
});

Deno.test("an id that nobody offers is refused with the way to look", () =>
  inHome(async (home) => {
    assertStringIncludes(await refusal(home, "-agents-install", "tea"), "set agents-registry");
    offer(home, []);
    assertStringIncludes(await refusal(home, "-agents-install", "tea"), "-agents-search");
    assertStringIncludes(await refusal(home, "-agents-update", "tea"), "-agents-install tea");
  }));

Deno.test("a search shows what the registry has", () =>
  inHome(async (home) => {
    assertStringIncludes(await refusal(home, "-agents-search"), "no registry is configured");
    offer(home, [
      await entry(home, "tea", "1.0.0"),
      await entry(home, "coffee", "2.0.0", { author: "Ada", homepage: "https://h.example" }),
    ]);
    assertEquals(await home.run("-agents-search"), {
      code: 0,
      out: "ID      VERSION  DESCRIPTION\n" +
        "coffee  2.0.0    Make coffee. Use when the user wants coffee.\n" +
        "tea     1.0.0    Make tea. Use when the user wants tea.\n",
      err: "",
    });
    assertMatch((await home.run("-agents-search", "cofee")).out, /\ncoffee .*\n$/);
    const json = JSON.parse((await home.run("-json", "-agents-search", "coffee")).out);
    assertEquals(json, {
      agents: [{
        ...{ id: "coffee", version: "2.0.0", author: "Ada", homepage: "https://h.example" },
        description: "Make coffee. Use when the user wants coffee.",
      }],
    });
    assertEquals((await home.run("-agents-search", "wine")).out, "Nothing in the registry fits.\n");
  }));

Deno.test("an update installs what is newer, never what is older or not its own", () =>
  inHome(async (home) => {
    const installed = [["tea", "1.9.0"], ["coffee", "2.0.0"], ["mine", "1.0.0"]] as const;
    for (const [id, version] of installed) {
      await home.run("-agents-install", (await packed(home, id, version)).path);
    }
    offer(home, [
      await entry(home, "tea", "1.10.0"),
      await entry(home, "coffee", "1.99.0"),
      await entry(home, "other", "1.0.0"),
    ]);
    assertEquals(await home.run("-agents-update", "-dry-run"), {
      code: 0,
      out: "coffee 2.0.0 is up to date\nwould update tea 1.9.0 -> 1.10.0\n",
      err: "",
    });
    assertEquals(await answer(home, "tea"), "tea 1.9.0");
    assertEquals(await home.run("-agents-update"), {
      code: 0,
      out: `coffee 2.0.0 is up to date\nupdated tea 1.9.0 -> 1.10.0\n${RESTART}`,
      err: "",
    });
    assertEquals(await answer(home, "tea"), "tea 1.10.0");
    assertEquals(await answer(home, "coffee"), "coffee 2.0.0");
    const { out } = await home.run("-json", "-agents-update", "tea");
    assertEquals(JSON.parse(out), {
      updates: [{ id: "tea", from: "1.10.0", to: null, error: null }],
      dryRun: false,
    });
    await home.run("-agents-rollback", "tea");
    assertEquals(await answer(home, "tea"), "tea 1.9.0");
  }));

Deno.test("an update never goes back to what an archive holds, whatever its registry says", () =>
  inHome(async (home) => {
    await home.run("-agents-install", (await packed(home, "tea", "1.0.0")).path);
    for (const version of ["0.9.0", "1.0.0"]) {
      offer(home, [await entry(home, "tea", version, { version: "2.0.0" })]);
      assertEquals(await home.run("-agents-update"), {
        code: 2,
        out: "",
        err: `onidia-chat: Cannot update tea: its archive holds ${version}, not newer than 1.0.0\n`,
      });
      assertEquals(await answer(home, "tea"), "tea 1.0.0");
    }
  }));

Deno.test("an update that fails does not keep another one from being installed", () =>
  inHome(async (home) => {
    for (const id of ["tea", "coffee"]) {
      await home.run("-agents-install", (await packed(home, id, "1.0.0")).path);
    }
    offer(home, [
      await entry(home, "coffee", "2.0.0", { sha256: "0".repeat(64) }),
      await entry(home, "tea", "2.0.0"),
    ]);
    const { code, out, err } = await home.run("-agents-update");
    assertEquals({ code, out }, { code: 2, out: `updated tea 1.0.0 -> 2.0.0\n${RESTART}` });
    assertMatch(err, /^onidia-chat: Cannot install .*coffee-2\.0\.0\.zip: .*as pinned\n$/);
    assertEquals(await answer(home, "coffee"), "coffee 1.0.0");
  }));

Deno.test("an agent that is switched off stays so when it is updated", () =>
  inHome(async (home) => {
    await home.run("-agents-install", (await packed(home, "tea", "1.0.0")).path);
    await home.run("-agents-install", (await packed(home, "coffee", "1.0.0")).path);
    const manifest = join(agentsOf(home), "tea/agent.json");
    const off = { ...JSON.parse(Deno.readTextFileSync(manifest)), disabled: true };
    writeFiles(agentsOf(home), { "tea/agent.json": JSON.stringify(off) });
    const both = [await entry(home, "tea", "2.0.0"), await entry(home, "coffee", "2.0.0")];
    offer(home, both, "agents-disabled = coffee\n");
    assertEquals((await home.run("-agents-update")).code, 0);
    assertMatch(
      (await home.run("-agents-list")).out,
      /^coffee +2\.0\.0 +disabled .*\ntea +2\.0\.0 +disabled /m,
    );
  }));
