import { agentEnvironment, agentSettings } from "../agents/environment.ts";
import type { Discovery } from "../agents/catalog.ts";
import { createCaller } from "../agents/call.ts";
import type { Brain } from "../brain/brain.ts";
import type { Log } from "../config/log.ts";
import { type Env, findStateDirectory } from "../config/paths.ts";
import type { Settings, SettingsOf } from "../config/settings.ts";
import { petPipes } from "../pet/bridge.ts";
import { ChatSession, type SessionParts } from "./session.ts";

/** What a conversation is opened from; the program's context is one. */
export interface SessionSources {
  readonly settings: Settings;
  readonly settingsOf: SettingsOf;
  readonly env: Env;
  readonly log: Log;
  discover(): Discovery;
}

/**
 * Opens a conversation: chooses the brain, and gathers the agents and the pet it works with. Takes
 * the program's context, its whole environment, which agents inherit, and whether more than one
 * message will be said: only then another brain can stand in for one that is away; and where what is
 * said is kept. Throws a UserError where a setting cannot be followed.
 */
export async function openSession(
  sources: SessionSources,
  environment: Readonly<Record<string, string>>,
  { goesOn, ...kept }: { readonly goesOn: boolean } & Pick<SessionParts, "history" | "continued">,
): Promise<ChatSession> {
  const { settings, env, log } = sources;
  const pet = petPipes(settings["pet-pipe"], env);
  const brain = await openBrain(sources, goesOn);
  const catalog = settings["agents-off"] ? [] : sources.discover().agents;
  const handedOn = agentEnvironment(environment, agentSettings(settings, findStateDirectory(env)));
  const call = createCaller(catalog, { environment: handedOn, log });
  return new ChatSession({ brain, catalog, call, pet, log, env, ...kept });
}

async function openBrain(sources: SessionSources, goesOn: boolean): Promise<Brain> {
  const { settings, log } = sources;
  if (settings.provider === "local") return await openLocalBrain(settings);
  const { openModelBrain } = await import("../brain/models/open.ts");
  const model = await openModelBrain(sources, log);
  if (!model) return await openLocalBrain(settings);
  if (!goesOn || !settings["provider-fallback"]) return model;
  const { createFallbackBrain } = await import("../brain/fallback_brain.ts");
  return createFallbackBrain(model, await openLocalBrain(settings));
}

async function openLocalBrain(settings: Settings): Promise<Brain> {
  const { createLocalBrain } = await import("../brain/local/brain.ts");
  return createLocalBrain({ name: settings["character-name"], age: settings["character-age"] });
}
