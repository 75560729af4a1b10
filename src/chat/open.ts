import { agentEnvironment } from "../agents/environment.ts";
import type { Discovery } from "../agents/catalog.ts";
import { createCaller } from "../agents/call.ts";
import type { Brain } from "../brain/brain.ts";
import type { Log } from "../config/log.ts";
import { type Env, findStateDirectory } from "../config/paths.ts";
import type { Settings } from "../config/settings.ts";
import { UserError } from "../errors.ts";
import { petPipes } from "../pet/bridge.ts";
import { ChatSession } from "./session.ts";

/** What a conversation is opened from; the program's context is one. */
export interface SessionSources {
  readonly settings: Settings;
  readonly env: Env;
  readonly log: Log;
  discover(): Discovery;
}

/**
 * Opens a conversation: chooses the brain, and gathers the agents and the pet it works with. Takes
 * the program's context and its whole environment, which agents inherit. Throws a UserError where a
 * setting cannot be followed.
 */
export async function openSession(
  sources: SessionSources,
  environment: Readonly<Record<string, string>>,
): Promise<ChatSession> {
  const { settings, env, log } = sources;
  const pet = petPipes(settings["pet-pipe"], env);
  const brain = await openBrain(settings);
  const catalog = settings["agents-off"] ? [] : sources.discover().agents;
  const handedOn = agentEnvironment(environment, {
    musicDir: settings["music-dir"],
    videoDir: settings["video-dir"],
    player: settings.player,
    stateDir: findStateDirectory(env),
  });
  const call = createCaller(catalog, { environment: handedOn, log });
  return new ChatSession({ brain, catalog, call, pet, log });
}

async function openBrain(settings: Settings): Promise<Brain> {
  if (settings.provider !== "auto" && settings.provider !== "local") {
    throw new UserError(
      `the provider ${settings.provider} is not part of this version yet: set provider = local`,
    );
  }
  const { createLocalBrain } = await import("../brain/local/brain.ts");
  return createLocalBrain({ name: settings["character-name"], age: settings["character-age"] });
}
