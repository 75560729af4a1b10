import type { Log } from "../../config/log.ts";
import type { Brain } from "../brain.ts";
import { chooseProvider, type ProviderSources } from "./choose.ts";

/**
 * The brain with a model that the settings ask for; undefined for the local one. Takes the settings,
 * the environment and the log. Throws a UserError where a setting cannot be followed. What speaks to
 * the provider, and what makes a persona, is loaded only where there is one: every chat asks here.
 */
export async function openModelBrain(
  sources: Omit<ProviderSources, "readFile">,
  log: Log,
): Promise<Brain | undefined> {
  const connection = chooseProvider({ ...sources, readFile: readSharedFile });
  if (!connection) return undefined;
  const { personaText } = await import("./persona.ts");
  const { readPersonaFile } = await import("./persona_file.ts");
  const { createModelBrain } = await import("./model_brain.ts");
  const own = sources.settingsOf(connection.provider);
  const persona = {
    persona: personaText(own, readPersonaFile),
    name: own["character-name"],
    age: own["character-age"],
  };
  const onNote = (note: string) => log.info(`brain ${connection.provider}: ${note}`);
  return createModelBrain({ connection, persona, onNote });
}

/** Reads a file of AWS; one that cannot be read counts as absent. */
export function readSharedFile(path: string): string | undefined {
  try {
    return Deno.statSync(path).isFile ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
