import { assertEquals, assertStringIncludes } from "@std/assert";
import { inHome, manifest } from "./cli.ts";

Deno.test("the list shows enabled, disabled and broken agents, sorted by id", () =>
  inHome(async (home) => {
    home.drop("play_song", manifest("play_song"));
    home.drop("somewhere", manifest("pet_control", { version: undefined, disabled: true }));
    home.drop("hello_world", manifest("hello_world", { exec: ["./gone"] }));
    assertEquals(await home.run("-agents-list"), {
      code: 0,
      out: "ID           VERSION  STATE     LOCATION\n" +
        "hello_world  1.0.0    broken    ~/.config/chat-app/agents/hello_world (exec not found)\n" +
        "pet_control  -        disabled  ~/.config/chat-app/agents/somewhere\n" +
        "play_song    1.0.0    enabled   ~/.config/chat-app/agents/play_song\n",
      err: "",
    });
  }));

Deno.test("an agent switched off for this run is listed as disabled", () =>
  inHome(async (home) => {
    home.drop("tea", manifest("tea"));
    home.configure("agents-disabled = dice\n");
    assertStringIncludes(
      (await home.run("-agents-list", "-agents-disabled", "tea")).out,
      "disabled",
    );
    assertStringIncludes((await home.run("-agents-list")).out, "enabled");
  }));

Deno.test("with -json the list is one object", () =>
  inHome(async (home) => {
    const location = home.drop("tea", manifest("tea", { exec: ["tea"] }));
    const { out } = await home.run("-json", "-agents-list");
    assertEquals(JSON.parse(out), {
      agents: [{
        ...{ id: "tea", version: "1.0.0", state: "broken", location, reason: "exec not found" },
        description: "Use when tea.",
      }],
    });
  }));

Deno.test("without agents it says where it looked and how to install one", () =>
  inHome(async (home) => {
    const { code, out } = await home.run("-agents-list");
    assertEquals(code, 0);
    assertEquals(out.split("\n").slice(0, 2), [
      "No agents installed.",
      "Looked in ~/.config/chat-app/agents and ~/package/share/agents.",
    ]);
    assertStringIncludes(out, "-agents-install");
  }));

Deno.test("agents-dir is the only directory looked at", () =>
  inHome(async (home) => {
    home.drop("tea", manifest("tea"));
    const other = `${home.folder}/other`;
    const { out } = await home.run("-agents-dir", other, "-agents-list");
    assertStringIncludes(out, "No agents installed.\nLooked in ~/other.\n");
  }));

Deno.test("escape sequences of a manifest or a folder's name do not reach the terminal", () =>
  inHome(async (home) => {
    home.drop("tea\u001b[31m\npot", manifest("tea", { version: "1\u001b[2J\n2" }));
    const { out } = await home.run("-agents-list");
    assertEquals(out.includes("\u001b"), false);
    assertEquals(out.trimEnd().split("\n").length, 2);
  }));

Deno.test("a long version does not push the other columns off the screen", () =>
  inHome(async (home) => {
    home.drop("tea", manifest("tea", { version: "9".repeat(5000) }));
    const { out } = await home.run("-agents-list");
    assertStringIncludes(out, `tea  ${"9".repeat(31)}…  enabled  ~/`);
  }));

Deno.test("a directory that cannot be read is one problem, on standard error", () =>
  inHome(async (home) => {
    Deno.mkdirSync(`${home.folder}/.config/chat-app`, { recursive: true });
    Deno.writeTextFileSync(`${home.folder}/.config/chat-app/agents`, "a file");
    const { code, err } = await home.run("-agents-list");
    assertEquals(code, 0);
    assertEquals(err.trimEnd().split("\n").length, 1);
    assertStringIncludes(err, "onidia-chat: ");
  }));
