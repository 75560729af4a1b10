import { assertEquals, assertThrows } from "@std/assert";
import { agentPlaces } from "../../src/agents/places.ts";
import { UserError } from "../../src/errors.ts";
import { withFolder } from "./fixture.ts";

function envOf(values: Record<string, string>) {
  return (name: string) => values[name];
}

function never(): undefined {
  throw new Error("the program's own copy was asked for");
}

Deno.test("the user's directory comes first, then the package's", () =>
  withFolder((folder) => {
    Deno.mkdirSync(`${folder}/share/agents`, { recursive: true });
    const env = { HOME: "/home/pi", CHAT_APP_PACKAGE_DIR: folder };
    const packaged = { directory: `${folder}/share/agents`, origin: "package" } as const;
    assertEquals(agentPlaces(envOf(env), {}, never), [
      { directory: "/home/pi/.config/chat-app/agents", origin: "user" },
      packaged,
    ]);
    assertEquals(agentPlaces(envOf({ ...env, XDG_CONFIG_HOME: "/etc/xdg" }), {}, never), [
      { directory: "/etc/xdg/chat-app/agents", origin: "user" },
      packaged,
    ]);
  }));

Deno.test("where no package is installed the program's own copy takes its part", () =>
  withFolder((folder) => {
    const env = envOf({ HOME: "/home/pi", CHAT_APP_PACKAGE_DIR: folder });
    const user = { directory: "/home/pi/.config/chat-app/agents", origin: "user" } as const;
    assertEquals(agentPlaces(env, {}, () => "/data/agents"), [
      user,
      { directory: "/data/agents", origin: "embedded" },
    ]);
    assertEquals(agentPlaces(env, {}, () => undefined), [user]);
  }));

Deno.test("agents-dir is the only directory, and needs no home", () =>
  withFolder((folder) => {
    Deno.mkdirSync(`${folder}/share/agents`, { recursive: true });
    const env = envOf({ CHAT_APP_PACKAGE_DIR: folder });
    assertEquals(agentPlaces(env, { agentsDir: "/my/agents/" }, never), [
      { directory: "/my/agents", origin: "user" },
    ]);
    assertEquals(agentPlaces(env, { agentsDir: `${folder}/share/agents/` }, never), [
      { directory: `${folder}/share/agents`, origin: "package" },
    ]);
  }));

Deno.test("without a home there is one sentence", () => {
  assertThrows(() => agentPlaces(envOf({}), {}, never), UserError, "HOME is not set");
});
