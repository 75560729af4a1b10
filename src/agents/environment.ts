import type { Settings } from "../config/table.ts";

/** What of the settings is handed on to agents (SPEC section 2). */
export interface AgentSettings {
  readonly musicDir?: string;
  readonly videoDir?: string;
  /** A whole command line. */
  readonly player?: string;
  /** Absolute path; created with mode 0700. Undefined where there is no home. */
  readonly stateDir: string | undefined;
}

/** What the settings hand on to agents. Takes them and the state directory, where there is one. */
export function agentSettings(
  settings: Pick<Settings, "music-dir" | "video-dir" | "player">,
  stateDir: string | undefined,
): AgentSettings {
  const { player } = settings;
  return { musicDir: settings["music-dir"], videoDir: settings["video-dir"], player, stateDir };
}

/**
 * Variables that hold the secrets of providers. Not every `…_API_KEY`: a weather agent's own key is
 * the user's business with that agent.
 */
const SECRETS = [
  /^(?:GEMINI|GOOGLE|GOOGLE_GENERATIVE_AI|OPENROUTER|OPENAI|ANTHROPIC|OLLAMA|BEDROCK)_API_KEYS?$/,
  /^CHAT_APP_(?:.*_)?API_KEY$/,
  /^ANTHROPIC_AUTH_TOKEN$/,
  // Keys, tokens, and the files and addresses that lead to them; not regions or profile names.
  /^AWS_.*(?:KEY|SECRET|TOKEN|CREDENTIAL)/,
];

/**
 * Makes the environment of agents (SPEC section 4): the inherited one less the secrets of providers,
 * plus `CHAT_APP_MUSIC_DIR`, `CHAT_APP_VIDEO_DIR`, `CHAT_APP_PLAYER` and `CHAT_APP_STATE_DIR`, each
 * when set. Creates the state directory, mode 0700; where that fails, the agents that need it say so
 * themselves.
 */
export function agentEnvironment(
  env: Readonly<Record<string, string>>,
  { musicDir, videoDir, player, stateDir }: AgentSettings,
): Record<string, string> {
  try {
    if (stateDir !== undefined) Deno.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  } catch {
    // A full or read-only disk; most agents never look there.
  }
  const inherited = Object.entries(env).filter(([name]) =>
    !SECRETS.some((secret) => secret.test(name))
  );
  return {
    ...Object.fromEntries(inherited),
    ...(musicDir && { CHAT_APP_MUSIC_DIR: musicDir }),
    ...(videoDir && { CHAT_APP_VIDEO_DIR: videoDir }),
    ...(player && { CHAT_APP_PLAYER: player }),
    ...(stateDir && { CHAT_APP_STATE_DIR: stateDir }),
  };
}
