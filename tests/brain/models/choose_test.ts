import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { chooseProvider } from "../../../src/brain/models/choose.ts";
import type { Connection } from "../../../src/brain/models/connection.ts";
import { loadSettings } from "../../../src/config/settings.ts";
import { UserError } from "../../../src/errors.ts";

/** What a machine has. */
interface Machine {
  readonly ini?: string;
  readonly flags?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Files below ~/.aws, by name. */
  readonly aws?: Readonly<Record<string, string>>;
}

function choose({ ini = "", flags = {}, env = {}, aws = {} }: Machine): Connection | undefined {
  const home = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${home}/.config/chat-app`, { recursive: true });
    Deno.writeTextFileSync(`${home}/.config/chat-app/chat-app.ini`, ini);
    const all: Readonly<Record<string, string>> = { HOME: home, ...env };
    const lookUp = (name: string) => all[name];
    const { settings, settingsOf } = loadSettings(new Map(Object.entries(flags)), lookUp);
    const readFile = (path: string) => aws[path.replace(`${home}/.aws/`, "")];
    return chooseProvider({ settings, settingsOf, env: lookUp, readFile });
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

function refusal(machine: Machine): string {
  return assertThrows(() => choose(machine), UserError).message;
}

Deno.test("without a key and without an address it is the local brain", () => {
  assertEquals(choose({}), undefined);
  assertEquals(choose({ ini: "model = x" }), undefined);
  // These serve every program of AWS.
  const credentials = "[default]\naws_access_key_id = A\naws_secret_access_key = B\n";
  assertEquals(choose({ aws: { credentials }, env: { AWS_REGION: "us-east-1" } }), undefined);
});

Deno.test("provider = local stays local, whatever keys there are", () => {
  assertEquals(choose({ ini: "provider = local", env: { OPENAI_API_KEY: "k" } }), undefined);
});

for (
  const [name, machine, provider, key] of [
    ["its key in the environment", { env: { GEMINI_API_KEY: "g" } }, "gemini", "g"],
    ["the other name of its key", { env: { GOOGLE_API_KEY: "g" } }, "gemini", "g"],
    ["a key of openrouter", { env: { OPENROUTER_API_KEY: "r" } }, "openrouter", "r"],
    ["a key of openai", { env: { OPENAI_API_KEY: "o" } }, "openai", "o"],
    ["a key of anthropic", { env: { ANTHROPIC_API_KEY: "a" } }, "anthropic", "a"],
    ["a key in its section", { ini: "[anthropic]\napi-key = a" }, "anthropic", "a"],
    ["an address in its section", { ini: "[ollama]\napi-url = http://h/v1" }, "ollama", undefined],
    ["an address of no section", { ini: "api-url = http://h/v1" }, "openai", undefined],
    ["an address as a flag", { flags: { "api-url": "http://h/v1" } }, "openai", undefined],
    [
      "a key of bedrock",
      { env: { AWS_BEARER_TOKEN_BEDROCK: "b", AWS_REGION: "eu-west-1" } },
      "bedrock",
      "b",
    ],
    [
      "credentials of AWS",
      { env: { AWS_ACCESS_KEY_ID: "i", AWS_SECRET_ACCESS_KEY: "s", AWS_REGION: "eu-west-1" } },
      "bedrock",
      undefined,
    ],
  ] as const
) {
  Deno.test(`auto takes the provider that is configured: ${name}`, () => {
    const chosen = choose(machine);
    assertEquals([chosen?.provider, chosen?.key], [provider, key]);
  });
}

Deno.test("of several the first of the table counts, AWS last", () => {
  const aws = { AWS_ACCESS_KEY_ID: "i", AWS_SECRET_ACCESS_KEY: "s", AWS_REGION: "eu-west-1" };
  assertEquals(choose({ env: { ...aws, OPENAI_API_KEY: "o" } })?.provider, "openai");
  const both = { OPENAI_API_KEY: "o", GEMINI_API_KEY: "g" };
  assertEquals(choose({ env: both })?.provider, "gemini");
});

Deno.test("a key that belongs to no provider is not sent to any", () => {
  assertMatch(refusal({ ini: "api-key = k" }), /not whose it is: set provider .*\[gemini\]/);
  assertEquals(choose({ ini: "provider = gemini\napi-key = k" })?.key, "k");
});

Deno.test("a key comes from the flag, then the environment, then the file", () => {
  const ini = "provider = openai\n[openai]\napi-key = file\n";
  const env = { OPENAI_API_KEY: "variable" };
  assertEquals(choose({ ini, env, flags: { "api-key": "flag" } })?.key, "flag");
  assertEquals(choose({ ini, env })?.key, "variable");
  assertEquals(choose({ ini })?.key, "file");
});

Deno.test("for a server of one's own the key beside its address comes before the environment's", () => {
  const ini = "[openai]\napi-key = theirs\napi-url = https://example.com/v1/\n";
  const chosen = choose({ ini, env: { OPENAI_API_KEY: "openai's" } });
  assertEquals([chosen?.key, chosen?.url], ["theirs", "https://example.com/v1"]);
});

for (const provider of ["gemini", "openrouter", "openai", "anthropic"]) {
  Deno.test(`${provider} without a key says what to set`, () => {
    const message = refusal({ ini: `provider = ${provider}` });
    assertMatch(message, new RegExp(`\\[${provider}\\] of chat-app.ini, or the variable [A-Z_]+`));
  });
}

Deno.test("ollama, and openai with an address, need no key", () => {
  const ollama = choose({ ini: "provider = ollama" });
  assertEquals([ollama?.url, ollama?.key], ["http://127.0.0.1:11434/v1", undefined]);
  const address = choose({ ini: "[ollama]\napi-url = http://box:11434/" });
  assertEquals(address?.url, "http://box:11434/v1");
  const own = choose({ ini: "provider = openai\napi-url = http://127.0.0.1:8080/v1" });
  assertEquals([own?.isOwnUrl, own?.key], [true, undefined]);
});

Deno.test("a key that no header can hold is refused without being shown", () => {
  for (const key of ["se\ncret", "se cret", "schlüssel"]) {
    const message = refusal({ env: { OPENAI_API_KEY: key } });
    assertMatch(message, /holds characters that no key has/);
    assertEquals(message.includes(key), false);
  }
  assertEquals(choose({ env: { OPENAI_API_KEY: " secret\n" } })?.key, "secret");
});

const TWO_PROFILES = {
  credentials: "[default]\naws_access_key_id = DEF\naws_secret_access_key = def-secret\n" +
    "[work]\naws_access_key_id=WORK\naws_secret_access_key=work-secret\naws_session_token=tok\n",
  config: "[default]\nregion = us-west-2\n[profile work]\nregion = eu-central-1\n" +
    "[profile sso]\nsso_session = corp\nregion = us-east-1\n" +
    "[profile role]\nrole_arn = arn:aws:iam::1:role/x\nsource_profile = work\n",
};

Deno.test("bedrock finds credentials as AWS's own programs do", () => {
  const ini = "provider = bedrock";
  const aws = TWO_PROFILES;
  const variables = {
    AWS_ACCESS_KEY_ID: "VAR",
    AWS_SECRET_ACCESS_KEY: "var-secret",
    AWS_SESSION_TOKEN: "var-token",
  };
  const id = (machine: Machine) => {
    const found = choose({ ini, aws, ...machine })?.aws;
    return [found?.accessKeyId, found?.region, found?.sessionToken];
  };
  assertEquals(id({}), ["DEF", "us-west-2", undefined]);
  assertEquals(id({ env: { AWS_PROFILE: "work" } }), ["WORK", "eu-central-1", "tok"]);
  assertEquals(id({ env: variables }), ["VAR", "us-west-2", "var-token"]);
  const named = { ini: `${ini}\naws-profile = work` };
  assertEquals(id({ ...named, env: variables }), ["WORK", "eu-central-1", "tok"]);
  const region = { ini: `${ini}\naws-region = ap-south-1` };
  assertEquals(id({ ...region, env: { AWS_REGION: "x" } }), ["DEF", "ap-south-1", undefined]);
  assertEquals(id({ env: { AWS_DEFAULT_REGION: "eu-north-1" } })[1], "eu-north-1");
});

Deno.test("the address and the model of bedrock follow the region", () => {
  const chosen = choose({ ini: "provider = bedrock", aws: TWO_PROFILES });
  assertEquals(chosen?.url, "https://bedrock-runtime.us-west-2.amazonaws.com");
  assertEquals(chosen?.model, "us.amazon.nova-lite-v1:0");
});

Deno.test("credentials that would have to be fetched are named, with what makes variables of them", () => {
  for (const [profile, what] of [["sso", "SSO"], ["role", "an assumed role"]]) {
    const ini = `provider = bedrock\naws-region = us-east-1\naws-profile = ${profile}`;
    const message = refusal({ ini, aws: TWO_PROFILES });
    assertMatch(message, new RegExp(`${what}.*aws configure export-credentials`));
  }
  const none = refusal({ ini: "provider = bedrock\naws-region = us-east-1" });
  assertMatch(none, /no AWS credentials .*AWS_ACCESS_KEY_ID.*aws configure.*cloud machines/);
});

Deno.test("bedrock without a region says what to set, and a region is no host name", () => {
  const env = { AWS_BEARER_TOKEN_BEDROCK: "b" };
  assertMatch(refusal({ ini: "provider = bedrock", env }), /set aws-region .*us-east-1/);
  const evil = { ini: "provider = bedrock\naws-region = evil.example/#", env };
  assertMatch(refusal(evil), /aws-region: expected a region/);
});
