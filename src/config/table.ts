/**
 * THE table of settings: flags, ini keys, defaults, help and checks come from it (SPEC section 2).
 * It lives here and not beside the flags because reading the ini file needs it too.
 */

/** What kind of value a setting takes; values.ts reads each. */
export type ValueType = "text" | "path" | "switch" | "ids" | "key" | "pipe" | "url" | "choice";

/** One setting. */
export interface Setting {
  /** Its ini key, and with a dash before it its flag. */
  readonly key: string;
  readonly type: ValueType;
  /** Words that are allowed; for `choice` only. */
  readonly choices?: readonly string[];
  /** In the form the ini file has it; undefined where unset means something of its own. */
  readonly default?: string;
  /** Environment variable that gives it too, between flag and file. */
  readonly variable?: string;
  /** Only a flag, not an ini key. */
  readonly flagOnly?: true;
  /** For the help: what stands behind the flag, and what it does. */
  readonly operand?: string;
  readonly help: string;
}

/** The providers that `provider` can name. */
export const PROVIDERS = [
  "auto",
  "local",
  "gemini",
  "bedrock",
  "ollama",
  "openrouter",
  "openai",
  "anthropic",
] as const;

/** All settings, in the order in which the help shows them. */
export const SETTINGS = [
  {
    key: "config",
    type: "text",
    flagOnly: true,
    operand: "FILE",
    help: "read this file instead of chat-app.ini",
  },
  {
    key: "json",
    type: "switch",
    default: "off",
    flagOnly: true,
    help: "print one JSON object per result",
  },
  {
    key: "verbose",
    type: "switch",
    default: "off",
    flagOnly: true,
    help: "copy the log to standard error",
  },
  {
    key: "continue",
    type: "switch",
    default: "off",
    flagOnly: true,
    help: "go on with the last conversation",
  },
  {
    key: "agents-dir",
    type: "path",
    operand: "DIR",
    help: "the only directory to scan for agents and to install into",
  },
  { key: "agents-off", type: "switch", default: "off", help: "no external agents at all" },
  {
    key: "agents-disabled",
    type: "ids",
    operand: "ID,ID",
    help: "switch these agents off; on the command line on top of the file's",
  },
  {
    key: "agents-registry",
    type: "text",
    variable: "CHAT_APP_AGENTS_REGISTRY",
    operand: "URL|FILE",
    help: "index of agents that can be installed by id",
  },
  { key: "agents-require-sig", type: "switch", default: "off", help: "refuse unsigned agents" },
  {
    key: "agents-key",
    type: "key",
    operand: "HEX",
    help: "Ed25519 public key that agents must be signed with",
  },
  {
    key: "music-dir",
    type: "path",
    variable: "CHAT_APP_MUSIC_DIR",
    operand: "DIR",
    help: "where play_song looks; default ~/Music",
  },
  {
    key: "video-dir",
    type: "path",
    variable: "CHAT_APP_VIDEO_DIR",
    operand: "DIR",
    help: "where play_movie looks; default ~/Videos",
  },
  {
    key: "player",
    type: "text",
    variable: "CHAT_APP_PLAYER",
    operand: "COMMAND",
    help: "command line of the media player; default the first of mpv cvlc vlc ffplay",
  },
  {
    key: "pet-pipe",
    type: "pipe",
    default: "auto",
    operand: "auto|off|PATH",
    help: "say pipe of the desktop pet",
  },
  {
    key: "provider",
    type: "choice",
    choices: PROVIDERS,
    default: "auto",
    operand: "NAME",
    help: "which brain answers",
  },
  { key: "model", type: "text", operand: "NAME", help: "model of the provider" },
  { key: "api-key", type: "text", operand: "KEY", help: "key of the provider" },
  { key: "api-url", type: "url", operand: "URL", help: "address of the provider" },
  { key: "aws-profile", type: "text", operand: "NAME", help: "AWS profile, for bedrock" },
  { key: "aws-region", type: "text", operand: "NAME", help: "AWS region, for bedrock" },
  {
    key: "provider-fallback",
    type: "switch",
    default: "on",
    help: "let the local brain answer while a provider is away",
  },
  { key: "stream", type: "switch", default: "on", help: "show a reply as it arrives" },
  { key: "system-prompt", type: "text", operand: "TEXT", help: "her persona, in one line" },
  {
    key: "system-prompt-multi",
    type: "text",
    operand: "TEXT",
    help: "her persona, in several lines (between ``` in the file)",
  },
  { key: "system-file", type: "path", operand: "FILE", help: "file that holds her persona" },
  {
    key: "character-name",
    type: "text",
    default: "Onidia",
    operand: "NAME",
    help: "her name",
  },
  { key: "character-age", type: "text", operand: "AGE", help: "her age" },
  {
    key: "history",
    type: "switch",
    default: "on",
    operand: "on|off",
    help: "keep what was said",
  },
] as const satisfies readonly Setting[];

type Entry = typeof SETTINGS[number];

/** What a setting's value is in the program. */
type ValueOf<S extends Entry> = S["type"] extends "switch" ? boolean
  : S["type"] extends "ids" ? readonly string[]
  : S extends { readonly choices: readonly (infer C)[] } ? C
  : S extends { readonly default: string } ? string
  : string | undefined;

/** All settings by their key, as in `settings["music-dir"]`. */
export type Settings = { readonly [S in Entry as S["key"]]: ValueOf<S> };
