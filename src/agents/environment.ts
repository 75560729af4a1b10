/** What of the settings is handed on to agents (SPEC section 2). */
export interface AgentSettings {
  readonly musicDir?: string;
  readonly videoDir?: string;
  /** A whole command line. */
  readonly player?: string;
  /** Absolute path; created with mode 0700. */
  readonly stateDir: string;
}

/** Makes the environment of agents (SPEC section 4): inherited, less secrets, plus CHAT_APP_*. */
export function agentEnvironment(
  _env: Readonly<Record<string, string>>,
  _settings: AgentSettings,
): Record<string, string> {
  throw new Error("not written yet");
}
