import type { LanguageModel } from "ai";
import type { AwsAccess } from "./aws.ts";
import type { ProviderName } from "./table.ts";

/** How one provider is reached: what the settings and the environment came to. */
export interface Connection {
  readonly provider: ProviderName;
  readonly model: string;
  /** Where its API begins, without a slash at the end. */
  readonly url: string;
  /** Whether the address is the user's own and not the provider's. */
  readonly isOwnUrl: boolean;
  readonly key?: string;
  /** For bedrock, where it is not a key that opens it. */
  readonly aws?: AwsAccess;
}

/** Loads the SDK of a provider and makes its model. Takes the connection and what fetches. */
export type LoadModel = (connection: Connection, fetch: typeof globalThis.fetch) => Promise<
  LanguageModel
>;

/** All texts of a connection that must never leave the program (SPEC section 5). */
export function secretsOf({ key, aws }: Connection): string[] {
  const all = [key, aws?.secretAccessKey, aws?.sessionToken, aws?.accessKeyId];
  return all.filter((secret) => secret !== undefined && secret !== "") as string[];
}
