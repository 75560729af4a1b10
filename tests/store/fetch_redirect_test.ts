import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { type FakeHandler, head, serving, startServer } from "../fakes/https_server.ts";
import { assertRefused, BYTES, redirectTo, routes, SHA256, withServer } from "./fetch_fixture.ts";

Deno.test("redirects are followed, relative ones too, and the last address is told", async () => {
  const handler = routes({
    "/a": redirectTo("/b", 301),
    "/b": redirectTo("c?key=1#anchor", 303),
    "/c?key=1": redirectTo("./d.zip", 307),
    "/d.zip": serving(BYTES),
  });
  await withServer("https", handler, async ({ get, origin }) => {
    assertEquals((await get("/a")).finalUrl.href, origin + "/d.zip");
  });
});

Deno.test("ten redirects are followed, eleven are not", async () => {
  const handler: FakeHandler = (request, connection) => {
    const left = Number(request.path.slice(1));
    return (left === 0 ? serving(BYTES) : redirectTo(`/${left - 1}`))(request, connection);
  };
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/11", "more than 10 redirects");
    assertEquals((await bench.get("/10")).bytes, BYTES.length);
  });
});

Deno.test("redirects in a circle are named as such", async () => {
  const handler = routes({
    "/self": redirectTo("/self"),
    "/a": redirectTo("/b"),
    "/b": redirectTo("/a#else"),
  });
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/self", "round in a circle");
    await assertRefused(bench, "/a", "round in a circle");
  });
});

Deno.test("no redirect leads from https to http, not even to this machine or with a pin", async () => {
  await using plain = startServer("http", serving(BYTES));
  await withServer("https", redirectTo(plain.origin + "/tea.zip"), async (bench) => {
    await assertRefused(bench, "/", "from https to http");
    await assertRefused(bench, `/#sha256=${SHA256}`, "from https to http");
    assertEquals(plain.requests.length, 0);
  });
});

Deno.test("each hop has to pass the rules: http only to this machine or with a pin", async () => {
  // A name that no network has, so that being let through shows as another sentence.
  const handler = redirectTo("http://host.invalid/tea.zip");
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/", "plain http: can be changed on the way");
    await assertRefused(bench, `/#sha256=${SHA256}`, "there is no such host");
  });
});

Deno.test("redirects to other schemes and to nonsense are refused", async () => {
  const handler = routes({
    "/file": redirectTo("file:///etc/hostname"),
    "/ftp": redirectTo("ftp://localhost/tea.zip"),
    "/data": redirectTo("data:application/zip;base64,UEs="),
    "/nonsense": redirectTo("http://[::"),
  });
  await withServer("http", handler, async (bench) => {
    await assertRefused(bench, "/file", "it redirects to file:");
    await assertRefused(bench, "/ftp", "it redirects to ftp:");
    await assertRefused(bench, "/data", "it redirects to data:");
    await assertRefused(bench, "/nonsense", "what is no URL");
  });
});

Deno.test("name and password go to their own server only, and into no sentence", async () => {
  await using other = startServer("http", serving(BYTES));
  const handler = routes({
    "/same": redirectTo("/elsewhere"),
    "/elsewhere": redirectTo(other.origin + "/tea.zip"),
    "/gone?key=s3cret": (_request, { send }) => send(head(404, { "content-length": 0 })),
  });
  await withServer("http", handler, async (bench) => {
    const origin = bench.origin.replace("//", "//kim:s3cret@");
    await bench.get(origin + "/same");
    const sent = bench.asked.map(({ headers }) => headers.get("authorization"));
    const basic = "Basic " + btoa("kim:s3cret");
    assertEquals(sent, [basic, basic]);
    assertEquals(other.requests[0]!.headers.get("authorization"), undefined);
    Deno.removeSync(join(bench.folder, "archive"));
    const message = await assertRefused(bench, origin + "/gone?key=s3cret", "no such file");
    assertEquals(/s3cret|kim/.test(message), false);
  });
});
