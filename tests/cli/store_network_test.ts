import { assertEquals, assertStringIncludes } from "@std/assert";
import { type FakeHandler, head, serving, startServer } from "../fakes/https_server.ts";
import { buildZip, MANIFEST } from "../fakes/zip_builder.ts";
import { inHome } from "./cli.ts";
import { agentsOf, answer, packed, refusal, RESTART } from "./store_fixture.ts";

/** Answers by path; every other one leads back to `/tea.zip`. */
function server(bytes: Uint8Array, more: Readonly<Record<string, FakeHandler>> = {}) {
  return startServer("http", (request, connection) => {
    const handler = more[request.path] ??
      (request.path === "/tea.zip" ? serving(bytes) : undefined);
    return handler
      ? handler(request, connection)
      : connection.send(head(302, { location: "/tea.zip", "content-length": 0 }));
  });
}

Deno.test("an agent is installed from this machine by http, without a bar in a pipe", () =>
  inHome(async (home) => {
    const { bytes } = await packed(home, "tea", "1.0.0");
    await using http = server(bytes);
    assertEquals(await home.run("-agents-install", `${http.origin}/tea.zip`), {
      code: 0,
      out: `installed tea -> ${agentsOf(home)}/tea\n${RESTART}`,
      err: "",
    });
    assertEquals(await answer(home, "tea"), "tea 1.0.0");
  }));

Deno.test("a redirect is followed", () =>
  inHome(async (home) => {
    const { bytes } = await packed(home, "tea", "1.0.0");
    await using http = server(bytes);
    const { code, err } = await home.run("-agents-install", `${http.origin}/latest`);
    assertEquals({ code, err }, { code: 0, err: "" });
    assertEquals(http.requests.map(({ path }) => path), ["/latest", "/tea.zip"]);
  }));

Deno.test("a pinned download must have that hash", () =>
  inHome(async (home) => {
    const { bytes, sha256 } = await packed(home, "tea", "1.0.0");
    await using http = server(bytes);
    const wrong = await refusal(
      home,
      "-agents-install",
      `${http.origin}/tea.zip#sha256=${"0".repeat(64)}`,
    );
    assertStringIncludes(wrong, sha256);
    assertStringIncludes(wrong, `Cannot download ${http.origin}/tea.zip: `);
    const right = await home.run("-agents-install", `${http.origin}/tea.zip#sha256=${sha256}`);
    assertEquals({ code: right.code, err: right.err }, { code: 0, err: "" });
  }));

Deno.test("what a server does wrong is one sentence, and the installed version stays", () =>
  inHome(async (home) => {
    const { bytes, path } = await packed(home, "tea", "1.0.0");
    await home.run("-agents-install", path);
    const evil = buildZip([MANIFEST, { name: "../up.sh", data: "" }]);
    await using http = server(bytes, {
      "/gone.zip": (_, { send }) => send(head(404, { "content-length": 0 })),
      "/short.zip": async (_, { send }) => {
        await send(head(200, { "content-length": bytes.length }));
        await send(bytes.subarray(0, 100));
      },
      "/page.zip": serving(new TextEncoder().encode("<html>not here</html>")),
      "/evil.zip": serving(evil),
    });
    const cases: [string, string][] = [
      ["/gone.zip", "404"],
      ["/short.zip", `broke off after 100 of ${bytes.length} bytes`],
      ["/page.zip", `Cannot install ${http.origin}/page.zip: `],
      ["/evil.zip", '"../up.sh": '],
    ];
    for (const [name, words] of cases) {
      assertStringIncludes(await refusal(home, "-agents-install", http.origin + name), words);
    }
    assertEquals(await answer(home, "tea"), "tea 1.0.0");
  }));

Deno.test("a secret in a URL is in no sentence", () =>
  inHome(async (home) => {
    await using http = server(buildZip([{ name: "nothing", data: "" }]));
    const url = http.origin.replace("//", "//me:hunter2@") + "/tea.zip?token=hunter3";
    const sentence = await refusal(home, "-agents-install", url);
    assertStringIncludes(sentence, "Cannot install http");
    assertEquals(/hunter/.test(sentence), false, sentence);
  }));
