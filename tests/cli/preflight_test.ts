import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Home, inHome, manifest } from "./cli.ts";

const KEY = "sk-Very-Secret-0123456789abcdef";

/** A server that answers each path as told; others it does not know. */
function provider(answers: Readonly<Record<string, readonly [number, unknown]>>) {
  const asked: { path: string; headers: Headers }[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const path = new URL(request.url).pathname;
    asked.push({ path, headers: request.headers });
    const [status, body] = answers[path] ?? [404, { error: { message: "no such path" } }];
    return Response.json(body, { status });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return { url, asked, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** The rows of the table by what they are of. */
async function preflight(home: Home, ...flags: string[]) {
  const { code, out, err } = await home.run("-preflight", ...flags);
  const rows = out.trimEnd().split("\n").slice(1).map((line) =>
    /^(\S+(?: \S+)*?)  +(\S+)  +(.*)$/.exec(line)!.slice(1)
  );
  return { code, out, err, rows: new Map(rows.map(([what, ...rest]) => [what!, rest.join(" ")])) };
}

Deno.test("everything a chat needs is a row, and the local brain can always chat", () =>
  inHome(async (home) => {
    home.drop("tea", manifest("tea"));
    const { code, err, rows } = await preflight(home);
    assertEquals({ code, err }, { code: 0, err: "" });
    assertEquals([...rows.keys()], [
      ...["configuration", "provider", "agents", "player", "music folder", "video folder"],
      ...["pet pipe", "state folder", "terminal"],
    ]);
    assertMatch(rows.get("provider")!, /^ok local/);
    assertMatch(rows.get("agents")!, /^ok \d+ can be called$/);
    assertMatch(
      rows.get("music folder")!,
      /^missing ~\/Music: .* - set music-dir in chat-app.ini$/,
    );
    assertEquals(rows.get("pet pipe"), "ok off");
  }));

Deno.test("what is set and does not work is wrong, with its fix, and no reason not to chat", () =>
  inHome(async (home) => {
    home.drop("tea", manifest("tea", { exec: ["./gone"] }));
    Deno.writeTextFileSync(`${home.folder}/pipe.say`, "");
    home.configure(
      "music-dir = /no/such/folder\nplayer = no_such_player --loud\n" +
        `pet-pipe = ${home.folder}/pipe.say\n`,
    );
    const { code, rows } = await preflight(home);
    assertEquals(code, 0);
    assertMatch(
      rows.get("agents")!,
      /^wrong .*broken: tea \(exec not found\) - onidia-chat -agents/,
    );
    assertMatch(rows.get("player")!, /^wrong no_such_player not found .* - set player in/);
    assertMatch(rows.get("music folder")!, /^wrong \/no\/such\/folder: .* - set music-dir in/);
    assertMatch(rows.get("pet pipe")!, /^wrong ~\/pipe.say is not a pipe - set pet-pipe$/);
  }));

Deno.test("with -json it is one object", () =>
  inHome(async (home) => {
    const { code, out } = await home.run("-preflight", "-json");
    const { canChat, checks } = JSON.parse(out);
    assertEquals([code, canChat, checks.length], [0, true, 9]);
    assertEquals(checks[1], {
      check: "provider",
      state: "ok",
      finding: "local: she needs no network and no key",
      fix: null,
    });
  }));

for (
  const [name, paths, header] of [
    ["gemini", ["/models/m"], ["x-goog-api-key", KEY]],
    ["anthropic", ["/models/m"], ["x-api-key", KEY]],
    ["openrouter", ["/key"], ["authorization", `Bearer ${KEY}`]],
    ["openai", ["/models"], ["authorization", `Bearer ${KEY}`]],
    // Its own address, below which the protocol that is spoken here begins.
    ["ollama", ["/v1/models"], ["authorization", `Bearer ${KEY}`]],
  ] as const
) {
  Deno.test(`${name} is asked without spending tokens, and its key is not shown`, async () => {
    const answers = Object.fromEntries(paths.map((path) => {
      return [path, [200, { data: [{ id: "m" }] }] as const];
    }));
    await using server = provider(answers);
    await inHome(async (home) => {
      const ini = `[${name}]\napi-key = ${KEY}\napi-url = ${server.url}\nmodel = m\n`;
      home.configure(ini);
      const { code, out, rows } = await preflight(home);
      assertEquals([code, rows.get("provider")], [0, `ok ${name}, model m`]);
      assertEquals(server.asked.map(({ path }) => path), [...paths]);
      assertEquals(server.asked[0]!.headers.get(header[0]), header[1]);
      assertEquals(out.includes(KEY), false);
    });
  });

  Deno.test(`${name} with a key that is refused stops a chat, exit 2`, async () => {
    const body = { error: { message: `API key not valid: ${KEY}`, status: "UNAUTHENTICATED" } };
    await using server = provider(Object.fromEntries(paths.map((path) => [path, [401, body]])));
    await inHome(async (home) => {
      home.configure(`[${name}]\napi-key = ${KEY}\napi-url = ${server.url}\nmodel = m\n`);
      const { code, out, rows } = await preflight(home);
      assertEquals(code, 2);
      assertMatch(rows.get("provider")!, /^stops .* does not accept the key - check api-key in/);
      assertEquals(out.includes(KEY), false);
    });
  });
}

Deno.test("a model that ollama has not fetched is named, with how to fetch it", async () => {
  await using server = provider({ "/v1/models": [200, { data: [{ id: "qwen3:8b" }] }] });
  await inHome(async (home) => {
    home.configure(`provider = ollama\napi-url = ${server.url}/v1\n`);
    const { rows } = await preflight(home);
    assertStringIncludes(rows.get("provider")!, "but qwen3:8b: ollama pull llama3.2 fetches it");
  });
});

Deno.test("a provider that is not there, or lacks its key, stops a chat", () =>
  inHome(async (home) => {
    home.configure("provider = ollama\napi-url = http://127.0.0.1:1/v1\n");
    const away = await preflight(home);
    assertMatch(away.rows.get("provider")!, /^stops .*nothing listens at 127\.0\.0\.1:1 - check/);
    const keyless = await preflight(home, "-provider=gemini");
    assertMatch(keyless.rows.get("provider")!, /^stops .* needs a key - set api-key .*\[gemini\]/);
    assertEquals([away.code, keyless.code], [2, 2]);
  }));

Deno.test("credentials for bedrock are found, and not tried, as that would cost", () =>
  inHome(async (home) => {
    home.configure("provider = bedrock\naws-region = eu-west-1\n");
    const { code, rows } = await preflight(home);
    assertEquals(code, 0);
    assertMatch(rows.get("provider")!, /^ok bedrock, model eu\.amazon\.nova-lite-v1:0; there are/);
  }, { AWS_ACCESS_KEY_ID: "AKIA0", AWS_SECRET_ACCESS_KEY: "secret-secret" }));
