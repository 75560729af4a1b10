import type { Env } from "../../config/paths.ts";
import type { Settings, SettingsOf } from "../../config/settings.ts";
import { UserError } from "../../errors.ts";
import { awsAccess, awsRegion } from "./aws.ts";
import type { Connection } from "./connection.ts";
import { PROVIDER_TABLE, type ProviderEntry, providerEntry, whereKey } from "./table.ts";

/** What a provider is chosen from. */
export interface ProviderSources {
  readonly settings: Settings;
  readonly settingsOf: SettingsOf;
  readonly env: Env;
  /** Gives a file's text, undefined where there is none. */
  readonly readFile: (path: string) => string | undefined;
}

/**
 * Chooses the provider (SPEC section 5): the one that is named; for `auto` the first of the table
 * whose key or `api-url` is configured. Gives how it is reached, undefined for the local brain.
 * Throws a UserError that says what to set where the one that is named cannot be used.
 */
export function chooseProvider(sources: ProviderSources): Connection | undefined {
  const { settings } = sources;
  if (settings.provider === "local") return undefined;
  const entry = settings.provider === "auto"
    ? firstConfigured(sources)
    : providerEntry(settings.provider);
  return entry && connect(entry, sources);
}

function firstConfigured(sources: ProviderSources): ProviderEntry | undefined {
  const { settings, settingsOf, env } = sources;
  // Outside the sections of providers: every provider would see these as its own.
  if (settings["api-url"] !== undefined) return providerEntry("openai");
  if (settings["api-key"] !== undefined) {
    throw new UserError(
      "api-key is set, but not whose it is: set provider too, or move the key into a section of " +
        "chat-app.ini that is named after its provider, such as [gemini]",
    );
  }
  return PROVIDER_TABLE.find((entry) => {
    const own = settingsOf(entry.name, { "api-key": entry.keyVariables });
    if (own["api-key"] !== undefined || own["api-url"] !== undefined) return true;
    if (entry.opens !== "aws") return false;
    // The shared files alone are no wish to use bedrock: they serve every program of AWS.
    const hasVariables = env("AWS_ACCESS_KEY_ID") && env("AWS_SECRET_ACCESS_KEY");
    return own["aws-profile"] !== undefined || Boolean(hasVariables);
  });
}

function connect(entry: ProviderEntry, sources: ProviderSources): Connection {
  const { name: provider, opens } = entry;
  const own = sources.settingsOf(provider);
  const ownUrl = own["api-url"]?.replace(/\/+$/, "");
  const isOwnUrl = ownUrl !== undefined;
  const key = keyOf(entry, isOwnUrl, sources);
  const model = own.model ?? entry.model;
  const common = { provider, isOwnUrl, ...key !== undefined && { key } };
  if (opens === "aws") {
    const { env, readFile } = sources;
    const aws = { profile: own["aws-profile"], region: own["aws-region"], env, readFile };
    const access = key === undefined ? { aws: awsAccess(aws) } : {};
    const region = access.aws?.region ?? (isOwnUrl ? "" : awsRegion(aws));
    const url = ownUrl ?? entry.url.replace("{region}", region);
    return { ...common, ...access, url, model: own.model ?? regional(entry.model, region) };
  }
  // Servers of one's own, behind the protocol of OpenAI, seldom have keys.
  const needsKey = opens === "key" && !(provider === "openai" && isOwnUrl);
  if (needsKey && key === undefined) {
    throw new UserError(`provider = ${provider} needs a key: set ${whereKey(provider)}`);
  }
  return { ...common, model, url: ownUrl === undefined ? entry.url : apiAddress(provider, ownUrl) };
}

/** Who gives ollama's own address means the protocol that is spoken here, which begins below it. */
function apiAddress(provider: string, url: string): string {
  return provider === "ollama" && new URL(url).pathname === "/" ? `${url}/v1` : url;
}

/**
 * The key: flag, environment, file. Where the address is the user's own, the key beside it in the
 * file comes before the environment's, which may be meant for the provider and not for that server.
 */
function keyOf(
  { name, keyVariables }: ProviderEntry,
  isOwnUrl: boolean,
  { settingsOf }: ProviderSources,
): string | undefined {
  const beside = isOwnUrl ? settingsOf(name)["api-key"] : undefined;
  const key = beside ?? settingsOf(name, { "api-key": keyVariables })["api-key"];
  const trimmed = key?.trim();
  if (!trimmed) return undefined;
  // It becomes a header, which takes nothing else; a key that was pasted with a line end is none.
  if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
  throw new UserError(
    `the key for ${name} holds characters that no key has: paste it anew, ${whereKey(name)}`,
  );
}

/** Amazon's own models are named after the part of the world that serves them. */
function regional(model: string, region: string): string {
  const part = { us: "us", eu: "eu", ap: "apac" }[region.slice(0, 2)];
  return part ? `${part}.${model}` : model;
}
