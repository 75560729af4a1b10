import { assertEquals } from "@std/assert";
import { agentEnvironment } from "../../src/agents/environment.ts";
import { withFolder } from "./fixture.ts";

Deno.test("agents inherit the environment less the secrets of providers", () =>
  withFolder((folder) => {
    const secrets = [
      "GEMINI_API_KEY",
      "GOOGLE_API_KEY",
      "GOOGLE_GENERATIVE_AI_API_KEY",
      "OPENROUTER_API_KEY",
      "OPENAI_API_KEY",
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "OLLAMA_API_KEY",
      "CHAT_APP_API_KEY",
      "CHAT_APP_GEMINI_API_KEY",
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
      "AWS_SESSION_TOKEN",
      "AWS_SECURITY_TOKEN",
      "AWS_BEARER_TOKEN_BEDROCK",
      "AWS_WEB_IDENTITY_TOKEN_FILE",
      "AWS_CONTAINER_AUTHORIZATION_TOKEN",
      "AWS_CONTAINER_CREDENTIALS_FULL_URI",
      "AWS_SHARED_CREDENTIALS_FILE",
    ];
    const kept = {
      PATH: "/bin",
      HOME: "/home/pi",
      OPENWEATHER_API_KEY: "agent's own",
      AWS_REGION: "eu-central-1",
      AWS_PROFILE: "me",
      EMPTY: "",
    };
    const env = { ...kept, ...Object.fromEntries(secrets.map((name) => [name, "secret"])) };
    assertEquals(agentEnvironment(env, { stateDir: folder }), {
      ...kept,
      CHAT_APP_STATE_DIR: folder,
    });
  }));

Deno.test("settings are handed on when they are set, over what was inherited", () =>
  withFolder((folder) => {
    const env = { CHAT_APP_PLAYER: "vlc", CHAT_APP_MUSIC_DIR: "/old" };
    assertEquals(agentEnvironment(env, { stateDir: folder, musicDir: "/new", videoDir: "" }), {
      CHAT_APP_PLAYER: "vlc",
      CHAT_APP_MUSIC_DIR: "/new",
      CHAT_APP_STATE_DIR: folder,
    });
  }));

Deno.test("the state directory is made for this user alone", () =>
  withFolder((folder) => {
    agentEnvironment({}, { stateDir: `${folder}/state/chat-app` });
    assertEquals(Deno.statSync(`${folder}/state/chat-app`).mode! & 0o777, 0o700);
  }));

Deno.test("a state directory that cannot be made stops nothing", () =>
  withFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/file`, "");
    const stateDir = `${folder}/file/chat-app`;
    assertEquals(agentEnvironment({}, { stateDir }), { CHAT_APP_STATE_DIR: stateDir });
  }));
