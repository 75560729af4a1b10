import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import type { Env } from "../../src/config/paths.ts";
import { loadSettings } from "../../src/config/settings.ts";
import { SETTINGS } from "../../src/config/table.ts";
import { UserError } from "../../src/errors.ts";

/** Loads settings with this configuration file, flags and variables, in a home of their own. */
function load(
  ini: string | Uint8Array | undefined,
  flags: Record<string, string> = {},
  variables: Record<string, string> = {},
  mode = 0o600,
) {
  const home = Deno.makeTempDirSync({ prefix: "onidia-config-" });
  const file = join(home, ".config/chat-app/chat-app.ini");
  try {
    Deno.mkdirSync(join(file, ".."), { recursive: true });
    if (typeof ini === "string") Deno.writeTextFileSync(file, ini, { mode });
    else if (ini) Deno.writeFileSync(file, ini, { mode });
    const env: Env = (name) => ({ HOME: home, ...variables })[name];
    const loaded = loadSettings(new Map(Object.entries(flags)), env);
    return { ...loaded, home, file };
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

/** The lines of the error, the folder of the file cut off. */
function faultsOf(body: () => unknown): string[] {
  return assertThrows(body, UserError).message.replaceAll(/\/\S*\//g, "").split("\n");
}

Deno.test("without a file every setting has its default", () => {
  const { settings } = load(undefined);
  assertEquals(settings["agents-dir"], undefined);
  assertEquals(settings["agents-off"], false);
  assertEquals(settings["agents-disabled"], []);
  assertEquals(settings["pet-pipe"], "auto");
  assertEquals(settings.provider, "auto");
  assertEquals(settings.stream, true);
  assertEquals(settings.history, true);
  assertEquals(settings["character-name"], "Onidia");
});

Deno.test("a flag comes before a variable, a variable before the file", () => {
  const ini = "agents-registry = /file.json\n";
  const variable = { CHAT_APP_AGENTS_REGISTRY: "/variable.json" };
  assertEquals(load(ini).settings["agents-registry"], "/file.json");
  assertEquals(load(ini, {}, variable).settings["agents-registry"], "/variable.json");
  assertEquals(
    load(ini, { "agents-registry": "/flag.json" }, variable).settings["agents-registry"],
    "/flag.json",
  );
});

Deno.test("a provider's section holds for that provider alone, other sections are decoration", () => {
  const ini = "model = plain\n[gemini]\nmodel = g\n[openai]\nmodel = o\n[looks]\nstream = false\n";
  assertEquals(load(ini).settings.model, "plain");
  assertEquals(load(ini, { provider: "gemini" }).settings.model, "g");
  assertEquals(load(`provider = openai\n${ini}`).settings.model, "o");
  assertEquals(load(ini, { provider: "openai", model: "flag" }).settings.model, "flag");
  assertEquals(load(ini).settings.stream, false);
});

Deno.test("the last of two equal keys wins", () => {
  assertEquals(load("player = a\nplayer = b\n").settings.player, "b");
});

Deno.test("every bad value is named with file, line, key and what was expected", () => {
  const ini =
    "stream = maybe\nagents-key = 123\nnonsense\n[openai]\nprovider = skynet\nmusic-dir = Music\n";
  assertEquals(faultsOf(() => load(ini)), [
    "chat-app.ini:1: stream: expected true or false",
    "chat-app.ini:2: agents-key: expected an Ed25519 public key, 64 hex digits",
    "chat-app.ini:3: expected key = value, [section] or a comment",
    "chat-app.ini:5: provider: expected one of auto, local, gemini, bedrock, ollama, " +
    "openrouter, openai, anthropic",
    "chat-app.ini:6: music-dir: expected an absolute path or one that starts with ~",
  ]);
  assertEquals(faultsOf(() => load("just words\n")), [
    "chat-app.ini:1: expected key = value, [section] or a comment",
  ]);
});

Deno.test("a bad flag or variable is named as such", () => {
  assertEquals(
    faultsOf(() => load("", { "agents-key": "xyz", "pet-pipe": "here" })),
    [
      '-agents-key: expected an Ed25519 public key, 64 hex digits, not "xyz"',
      '-pet-pipe: expected auto, off or an absolute path, not "here"',
    ],
  );
});

Deno.test("switches understand the usual words", () => {
  for (const word of ["true", "YES", "on", "1"]) {
    assertEquals(load(`agents-off = ${word}`).settings["agents-off"], true);
  }
  for (const word of ["false", "No", "off", "0"]) {
    assertEquals(load(`stream = ${word}`).settings.stream, false);
  }
});

Deno.test("~ and $HOME are expanded in paths", () => {
  for (const start of ["~", "$HOME", "${HOME}"]) {
    const { settings, home } = load(`music-dir = ${start}/Audio files`);
    assertEquals(settings["music-dir"], join(home, "Audio files"));
  }
  assertEquals(load("music-dir = /a/~/b").settings["music-dir"], "/a/~/b");
});

Deno.test("a relative path on the command line counts from the current directory", () => {
  assertEquals(
    load("", { "agents-dir": "some/agents" }).settings["agents-dir"],
    join(Deno.cwd(), "some/agents"),
  );
});

Deno.test("agents switched off on the command line come on top of the file's", () => {
  const { settings } = load("agents-disabled = tea, coffee,,tea", {
    "agents-disabled": "dice,tea",
  });
  assertEquals(settings["agents-disabled"], ["tea", "coffee", "dice"]);
});

Deno.test("an empty value means the default", () => {
  const { settings } = load('api-key =\ncharacter-name =\nplayer = \nagents-key = ""\n');
  assertEquals(settings["api-key"], undefined);
  assertEquals(settings["character-name"], "Onidia");
  assertEquals(settings["agents-key"], undefined);
});

Deno.test("an unknown key is a remark that names the nearest known one", () => {
  const { remarks, settings } = load("musik-dir = /x\nconfig = /y\nstream = no\n");
  assertEquals(remarks.map((remark) => remark.replace(/^.*\//, "")), [
    "chat-app.ini:1: unknown key musik-dir ignored, did you mean music-dir?",
    "chat-app.ini:2: unknown key config ignored",
  ]);
  assertEquals(settings.stream, false);
});

Deno.test("a key that others can read is warned of, one that only the user can is not", () => {
  const ini = "[gemini]\napi-key = secret\n";
  const [warning] = load(ini, {}, {}, 0o644).warnings;
  assert(warning!.includes("others can read it: chmod 600"), warning);
  assert(!warning!.includes("secret"));
  assertEquals(load(ini, {}, {}, 0o600).warnings, []);
  assertEquals(load("api-key =\n", {}, {}, 0o644).warnings, []);
});

Deno.test("a file that is not UTF-8, too large, missing or a directory is named", () => {
  assertEquals(faultsOf(() => load(Uint8Array.of(0x61, 0x3d, 0xff))), [
    "chat-app.ini: expected UTF-8 text",
  ]);
  assertEquals(faultsOf(() => load("#".repeat(1024 * 1024 + 1))), [
    "chat-app.ini is larger than 1 MiB: is it the right file?",
  ]);
  assertEquals(faultsOf(() => load("", { config: "/no/such.ini" })), [
    "cannot read such.ini: No such file or directory",
  ]);
  assertThrows(() => load("", { config: "/" }), UserError, "/ is a directory");
  assertEquals(load("stream = no", { config: "/dev/null" }).settings.stream, true);
});

Deno.test("a pipe in the place of the file is refused, not waited for", () => {
  const home = Deno.makeTempDirSync({ prefix: "onidia-config-" });
  try {
    const folder = join(home, ".config/chat-app");
    Deno.mkdirSync(folder, { recursive: true });
    const config = join(folder, "chat-app.ini");
    new Deno.Command("mkfifo", { args: [config] }).outputSync();
    for (const flags of [new Map(), new Map([["config", config]])]) {
      assertThrows(
        () => loadSettings(flags, (name) => name === "HOME" ? home : undefined),
        UserError,
        "is not a file",
      );
    }
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
});

Deno.test("without a home there are defaults", () => {
  const { settings } = loadSettings(new Map(), () => undefined);
  assertEquals(settings["character-name"], "Onidia");
});

Deno.test("every default in the table can be read", () => {
  for (const setting of SETTINGS) {
    if ("default" in setting) {
      assert(load(`${setting.key} = ${setting.default}`).settings[setting.key] !== undefined);
    }
  }
});
