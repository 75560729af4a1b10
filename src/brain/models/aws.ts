import { join } from "@std/path";
import { parseIni } from "../../config/ini.ts";
import { type Env, expandPath, homeDirectory } from "../../config/paths.ts";
import { UserError } from "../../errors.ts";
import { shown } from "../../text/shown.ts";

/** Credentials of AWS. */
export interface AwsAccess {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** What is asked of the machine; `profile` and `region` are the settings `aws-profile`, `aws-region`. */
export interface AwsSources {
  readonly profile?: string;
  readonly region?: string;
  readonly env: Env;
  /** Gives a file's text, undefined where there is none. */
  readonly readFile: (path: string) => string | undefined;
}

/** What makes variables of credentials that only AWS's own program can get. */
const EXPORT = "aws configure export-credentials --format env";

/** Keys of a profile whose credentials are not in the files, and what they are called. */
const ELSEWHERE: readonly (readonly [string, string])[] = [
  ["sso_session", "IAM Identity Center (SSO)"],
  ["sso_start_url", "IAM Identity Center (SSO)"],
  ["login_session", "a console login"],
  ["role_arn", "an assumed role"],
  ["web_identity_token_file", "a web identity"],
  ["credential_process", "a credential process"],
];

/**
 * Finds credentials in the order of AWS's own programs: the profile of the settings; else the
 * variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; else the profile
 * `AWS_PROFILE` names, or `default`, of the shared files (`~/.aws/credentials` and `~/.aws/config`,
 * or where `AWS_SHARED_CREDENTIALS_FILE` and `AWS_CONFIG_FILE` say). Throws a UserError where there
 * are none, or where they would have to be fetched: SSO, roles, processes, and machines in the cloud.
 */
export function awsAccess(sources: AwsSources): AwsAccess {
  const { env } = sources;
  const region = awsRegion(sources);
  const [id, secret] = [env("AWS_ACCESS_KEY_ID"), env("AWS_SECRET_ACCESS_KEY")];
  if (sources.profile === undefined && id && secret) {
    const sessionToken = env("AWS_SESSION_TOKEN") || undefined;
    return { region, accessKeyId: id, secretAccessKey: secret, sessionToken };
  }
  const name = profileName(sources);
  const profile = readProfile(name, sources);
  const accessKeyId = profile.get("aws_access_key_id");
  const secretAccessKey = profile.get("aws_secret_access_key");
  if (accessKeyId && secretAccessKey) {
    const sessionToken = profile.get("aws_session_token") || undefined;
    return { region, accessKeyId, secretAccessKey, sessionToken };
  }
  const elsewhere = ELSEWHERE.find(([key]) => profile.has(key))?.[1];
  if (elsewhere) {
    throw new UserError(
      `the AWS profile ${shown(name)} gets its credentials from ${elsewhere}, which is not done ` +
        `here: make variables of them with eval "$(${EXPORT} --profile ${name})", or set api-key ` +
        "in the section [bedrock] to a Bedrock API key",
    );
  }
  throw new UserError(
    `there are no AWS credentials in the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ` +
      `nor in a profile ${
        shown(name)
      }: run aws configure, or set api-key in the section [bedrock] ` +
      `to a Bedrock API key. Those of SSO, roles and cloud machines: eval "$(${EXPORT})"`,
  );
}

/** The region: the setting, `AWS_REGION`, `AWS_DEFAULT_REGION`, the profile's. Throws a UserError without. */
export function awsRegion(sources: AwsSources): string {
  const { env, region: own } = sources;
  const region = own ?? (env("AWS_REGION") || env("AWS_DEFAULT_REGION") ||
    readProfile(profileName(sources), sources).get("region"));
  if (!region) {
    throw new UserError(
      "bedrock needs a region: set aws-region in the section [bedrock] of chat-app.ini, " +
        "or the variable AWS_REGION, for example to us-east-1",
    );
  }
  // It becomes a part of the host name that the credentials are sent to.
  if (/^[a-z0-9-]{1,40}$/.test(region)) return region;
  throw new UserError(`aws-region: expected a region such as us-east-1, not ${shown(region)}`);
}

function profileName({ profile, env }: AwsSources): string {
  return profile ?? (env("AWS_PROFILE") || "default");
}

/** What both shared files say of a profile; the credentials file counts more. */
function readProfile(name: string, { env, readFile }: AwsSources): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const read = (variable: string, file: string, section: string) => {
    const home = homeDirectory(env);
    const path = env(variable) || (home && join(home, ".aws", file));
    const text = path && readFile(expandPath(path, env));
    for (const entry of text ? parseIni(text).entries : []) {
      // `[profile  work]` and `[default]`, with any spaces.
      const found = entry.section.replace(/\s+/g, " ");
      if (found === section || found === `profile ${section}`) values.set(entry.key, entry.value);
    }
  };
  read("AWS_CONFIG_FILE", "config", name);
  read("AWS_SHARED_CREDENTIALS_FILE", "credentials", name);
  return values;
}
