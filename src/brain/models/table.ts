import type { LoadModel } from "./connection.ts";

/** The providers that speak to models. */
export type ProviderName =
  | "gemini"
  | "openrouter"
  | "openai"
  | "anthropic"
  | "ollama"
  | "bedrock";

/** One provider. */
export interface ProviderEntry {
  readonly name: ProviderName;
  /** The model where the settings name none: small, cheap, and able to call tools. */
  readonly model: string;
  /** Environment variables that may hold its key, the first that is set counts. */
  readonly keyVariables: readonly string[];
  /** What opens it: a key, nothing, or the credentials of AWS. */
  readonly opens: "key" | "nothing" | "aws";
  /** Where its API begins; `{region}` is filled in for AWS. */
  readonly url: string;
  /** How long the first byte of an answer may take, in milliseconds. */
  readonly firstByteMs: number;
  readonly load: LoadModel;
}

/** How long a hosted model may think before its first byte, in milliseconds. */
const HOSTED_MS = 60_000;

/** A model on this machine is first read from the disk, then reads the whole prompt. */
const LOCAL_MS = 300_000;

/**
 * THE table of providers. `auto` takes the first that is configured: AWS last, as credentials of it
 * are on many machines for other reasons.
 */
export const PROVIDER_TABLE: readonly ProviderEntry[] = [
  {
    name: "gemini",
    model: "gemini-flash-latest",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    opens: "key",
    url: "https://generativelanguage.googleapis.com/v1beta",
    firstByteMs: HOSTED_MS,
    async load({ url, key, model }, fetch) {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ baseURL: url, apiKey: key, fetch })(model);
    },
  },
  {
    name: "openrouter",
    model: "openrouter/auto",
    keyVariables: ["OPENROUTER_API_KEY"],
    opens: "key",
    url: "https://openrouter.ai/api/v1",
    firstByteMs: HOSTED_MS,
    load: loadCompatible,
  },
  {
    name: "openai",
    model: "gpt-5-mini",
    keyVariables: ["OPENAI_API_KEY"],
    opens: "key",
    url: "https://api.openai.com/v1",
    firstByteMs: HOSTED_MS,
    async load(connection, fetch) {
      // Other servers speak the older of its two protocols, and not every refinement of that.
      if (connection.isOwnUrl) return await loadCompatible(connection, fetch);
      const { createOpenAI } = await import("@ai-sdk/openai");
      const { url, key, model } = connection;
      return createOpenAI({ baseURL: url, apiKey: key, fetch }).chat(model);
    },
  },
  {
    name: "anthropic",
    model: "claude-haiku-4-5",
    keyVariables: ["ANTHROPIC_API_KEY"],
    opens: "key",
    url: "https://api.anthropic.com/v1",
    firstByteMs: HOSTED_MS,
    async load({ url, key, model }, fetch) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL: url, apiKey: key, fetch })(model);
    },
  },
  {
    name: "ollama",
    model: "llama3.2",
    keyVariables: ["OLLAMA_API_KEY"],
    opens: "nothing",
    url: "http://127.0.0.1:11434/v1",
    firstByteMs: LOCAL_MS,
    load: loadCompatible,
  },
  {
    name: "bedrock",
    model: "amazon.nova-lite-v1:0",
    keyVariables: ["AWS_BEARER_TOKEN_BEDROCK"],
    opens: "aws",
    url: "https://bedrock-runtime.{region}.amazonaws.com",
    firstByteMs: HOSTED_MS,
    async load({ url, key, aws, model }, fetch) {
      const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
      // An empty key keeps the library from looking for one in the environment.
      const options = { baseURL: url, apiKey: key ?? "", fetch, ...aws };
      return createAmazonBedrock(options)(model);
    },
  },
];

/** The entry of a provider; undefined for `auto` and `local`, which are none. */
export function providerEntry(name: string): ProviderEntry | undefined {
  return PROVIDER_TABLE.find((entry) => entry.name === name);
}

/** Where the key of a provider is set, in words. */
export function whereKey(provider: ProviderName): string {
  const variables = providerEntry(provider)?.keyVariables.join(" or ");
  return `api-key in the section [${provider}] of chat-app.ini, or the variable ${variables}`;
}

/** A server that speaks the protocol of OpenAI's chat completions. */
async function loadCompatible(
  ...[{ provider, url, key, model }, fetch]: Parameters<LoadModel>
): ReturnType<LoadModel> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ name: provider, baseURL: url, apiKey: key, fetch })(model);
}
