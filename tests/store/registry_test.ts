import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join, toFileUrl } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { newestEntry, parseRegistry, readRegistry } from "../../src/store/registry.ts";
import { searchRegistry } from "../../src/store/registry_search.ts";
import { head, serving, startServer, trustingClient } from "../fakes/https_server.ts";
import { withTempFolder } from "./folders.ts";

const SUM = "ab".repeat(32);
const BASE = new URL("https://example.com/agents/index.json");
const NO_ENV = () => undefined;

const encode = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

/** Reads an index of these entries. */
const parse = (agents: readonly unknown[], base = BASE) =>
  parseRegistry(encode({ version: 1, agents }), base);

const TEA = { id: "tea", url: "tea.zip" };

Deno.test("an entry is read with all its fields, and its url starts from the index", () => {
  const entry = {
    id: "tea",
    version: " 1.2.0 ",
    description: "Makes\ttea.\x1b[31m",
    url: "../zips/tea.zip",
    sha256: SUM.toUpperCase(),
    signer: SUM,
    homepage: "https://example.com",
    author: "Kim",
    params: [{ name: "kind" }],
    future: { unknown: true },
  };
  assertEquals(parse([entry]), {
    agents: [{
      id: "tea",
      version: "1.2.0",
      description: "Makes tea.",
      author: "Kim",
      homepage: "https://example.com",
      source: { kind: "url", url: new URL("https://example.com/zips/tea.zip"), pin: SUM },
      sha256: SUM,
      signer: SUM,
    }],
    faults: [],
  });
});

Deno.test("only id and url are needed", () => {
  const { agents, faults } = parse([TEA, { ...TEA, version: null, sha256: null, author: null }]);
  assertEquals(faults, []);
  assertEquals(agents.map(({ version, sha256 }) => [version, sha256]), [
    ["", undefined],
    ["", undefined],
  ]);
});

Deno.test("a url may be absolute, and may bring its own pin", () => {
  const pinned = `https://other.example/tea.zip#sha256=${SUM}`;
  const { agents } = parse([{ ...TEA, url: pinned }, { ...TEA, url: pinned, sha256: SUM }]);
  for (const { source, sha256 } of agents) {
    assertEquals(source, { kind: "url", url: new URL("https://other.example/tea.zip"), pin: SUM });
    assertEquals(sha256, SUM);
  }
  assertEquals(agents.length, 2);
});

Deno.test("an index in a file names other files from its own folder, or URLs", () => {
  const base = toFileUrl("/srv/my agents/index.json");
  const { agents, faults } = parse([
    { ...TEA, sha256: SUM },
    { ...TEA, url: "zips/my tea.zip" },
    { ...TEA, url: "zips/my%20tea.zip" },
    { ...TEA, url: "/mnt/tea.zip" },
    { ...TEA, url: "https://example.com/tea.zip" },
  ], base);
  assertEquals(faults, []);
  assertEquals(agents.map(({ source }) => source), [
    { kind: "zip", path: "/srv/my agents/tea.zip" },
    { kind: "zip", path: "/srv/my agents/zips/my tea.zip" },
    { kind: "zip", path: "/srv/my agents/zips/my tea.zip" },
    { kind: "zip", path: "/mnt/tea.zip" },
    { kind: "url", url: new URL("https://example.com/tea.zip"), pin: undefined },
  ]);
  assertEquals(agents[0]!.sha256, SUM);
});

Deno.test("an index from the network cannot name files of this machine", () => {
  const { agents, faults } = parse([{ ...TEA, url: "file:///etc/passwd" }]);
  assertEquals(agents, []);
  assert(faults[0]!.startsWith("agents[0]: url: "), faults[0]);
});

Deno.test("a bad entry spoils itself alone, and all that is wrong with it is named", () => {
  const { agents, faults } = parse([
    TEA,
    null,
    "tea",
    [],
    {},
    { ...TEA, id: "Tea" },
    { ...TEA, id: "__proto__" },
    { ...TEA, url: "" },
    { ...TEA, url: 5 },
    { ...TEA, url: "ftp://h/x.zip" },
    { ...TEA, url: "https://[::" },
    { ...TEA, url: "tea.zip#sha256=abc" },
    { ...TEA, url: `tea.zip#sha256=${"0".repeat(64)}`, sha256: SUM },
    { ...TEA, sha256: SUM.slice(1) },
    { ...TEA, signer: SUM + "0" },
    { ...TEA, version: 2 },
    { ...TEA, description: ["x"] },
    { id: 5, url: 6, sha256: 7 },
    { ...TEA, id: "coffee" },
  ]);
  assertEquals(agents.map(({ id }) => id), ["tea", "coffee"]);
  assertEquals(faults.length, 17);
  assertEquals(
    faults[16 - 1],
    "agents[16]: description: expected text, not an array",
  );
  assertEquals(
    faults[17 - 1],
    "agents[17]: id: expected 2 to 32 of a-z, 0-9 and _ with a letter first, not 5; " +
      "sha256: expected 64 hex digits, not 7; url: expected a URL, not 6",
  );
});

Deno.test("an index of nothing but faults names some and counts the others", () => {
  const { faults } = parse(Array(100_000).fill(1));
  assertEquals(faults.length, 51);
  assertEquals(faults.at(-1), "and 99950 more entries with faults");
});

Deno.test("what is no index is refused, each with its own sentence", () => {
  const cases: readonly (readonly [string | Uint8Array, string])[] = [
    ["", "it is not JSON"],
    ["<!DOCTYPE html>", "it is not JSON"],
    ['{ "version": 1, "agents": [] } // no comments', "it is not JSON"],
    ["[".repeat(1_000_000), "it is "],
    [new Uint8Array([0x22, 0xff, 0x22]), "it is not UTF-8 text"],
    ["[]", 'it is not { "version": 1, "agents": [ … ] }'],
    ["null", "it is not {"],
    ['{ "agents": [] }', "it has version nothing, and only version 1 is known"],
    ['{ "version": 2, "agents": [] }', "it has version 2"],
    ['{ "version": "1", "agents": [] }', 'it has version "1"'],
    ['{ "version": 1 }', "agents: expected an array, not nothing"],
    ['{ "version": 1, "agents": {} }', "agents: expected an array, not an object"],
    [new Uint8Array(4 * 1024 * 1024 + 1), "it is larger than 4 MiB"],
  ];
  for (const [index, words] of cases) {
    const bytes = typeof index === "string" ? encode(index) : index;
    const { message } = assertThrows(() => parseRegistry(bytes, BASE), UserError, words);
    assert(message.startsWith("Cannot use the registry https://example.com/agents/index.json: "));
    assert(message.length < 300, message);
  }
});

Deno.test("an empty index, one of exactly 4 MiB, and a byte-order mark are fine", () => {
  const text = '{ "version": 1, "agents": [], "more": 1 }';
  assertEquals(parseRegistry(encode("\ufeff" + text), BASE), { agents: [], faults: [] });
  assertEquals(parseRegistry(encode(text.padEnd(4 * 1024 * 1024)), BASE).agents, []);
});

Deno.test("a registry is read from a file, by path, with ~, and as a file: URL", async () => {
  await withTempFolder(async (folder) => {
    const path = join(folder, "index.json");
    Deno.writeFileSync(path, encode({ version: 1, agents: [TEA] }));
    const env = (name: string) => name === "HOME" ? folder : undefined;
    for (const location of [path, "~/index.json", toFileUrl(path).href]) {
      const { agents } = await readRegistry(location, env);
      assertEquals(agents[0]!.source, { kind: "zip", path: join(folder, "tea.zip") });
    }
  });
});

Deno.test("a registry's file that is missing, a folder, endless or too large is refused", async () => {
  await withTempFolder(async (folder) => {
    const large = join(folder, "large.json");
    Deno.writeFileSync(large, new Uint8Array(4 * 1024 * 1024 + 1));
    for (
      const [location, words] of [
        [join(folder, "none.json"), "check agents-registry"],
        [folder, "it is not a file"],
        ["/dev/zero", "it is not a file"],
        [large, "it is larger than 4 MiB"],
      ] as const
    ) await assertRejects(() => readRegistry(location, NO_ENV), UserError, words);
  });
});

Deno.test("a registry is read over https, relative to where it was found in the end", async () => {
  await using server = startServer("https", async (request, connection) => {
    if (request.path === "/agents") {
      await connection.send(head(302, { location: "/v2/index.json", "content-length": 0 }));
    } else await serving(encode({ version: 1, agents: [TEA] }))(request, connection);
  });
  using client = trustingClient();
  const { agents } = await readRegistry(server.origin + "/agents", NO_ENV, { client });
  assertEquals(agents[0]!.source, {
    kind: "url",
    url: new URL(server.origin + "/v2/tea.zip"),
    pin: undefined,
  });
});

Deno.test("a registry over the limit, over plain http or not found is refused", async () => {
  const handler = serving(new Uint8Array(4 * 1024 * 1024 + 1));
  await using server = startServer("https", handler);
  using client = trustingClient();
  const read = (location: string) => () => readRegistry(location, NO_ENV, { client });
  await assertRejects(read(server.origin), UserError, "it is larger than 4 MiB");
  await assertRejects(read("http://h.example/index.json"), UserError, "plain http:");
  await assertRejects(read("ftp://h.example/index.json"), UserError, "only https:");
});

Deno.test("of several versions of an id the highest counts, of equal ones the first", () => {
  const entry = (version: string, author = "") => ({ ...TEA, version, author });
  const { agents } = parse([
    entry("1.9"),
    entry("1.10", "first"),
    entry("1.10.0", "second"),
    entry("1.11-beta"),
    entry("1.2"),
    { ...TEA, id: "coffee", version: "9" },
    entry("newest"),
  ]);
  assertEquals(newestEntry(agents, "tea")!.version, "1.11-beta");
  const released = agents.filter(({ version }) => version !== "1.11-beta");
  assertEquals(newestEntry(released, "tea")!.author, "first");
  assertEquals(newestEntry(agents, "cocoa"), undefined);
});

const OFFER = parse([
  { id: "weather", url: "a", description: "Tell the weather and the rain of tomorrow." },
  { id: "tea", version: "1", url: "a", description: "Announce that the kettle is on." },
  { id: "tea", version: "2", url: "b", description: "Announce that the kettle is on, loudly." },
  { id: "night_light", url: "a", description: "Dim the lamps in the evening.", author: "José" },
  { id: "kettle", url: "a", description: "Boil water." },
]).agents;

const search = async (...words: string[]) =>
  (await searchRegistry(OFFER, words)).map(({ id }) => id);

Deno.test("a search without words gives each agent once, in its newest version, by id", async () => {
  const found = await searchRegistry(OFFER, []);
  assertEquals(found.map(({ id }) => id), ["kettle", "night_light", "tea", "weather"]);
  assertEquals(found[2]!.version, "2");
  assertEquals(await search(" "), ["kettle", "night_light", "tea", "weather"]);
});

Deno.test("a search finds words of the id, the description and the author, best first", async () => {
  assertEquals(await search("kettle"), ["kettle", "tea"]);
  assertEquals(await search("night_light"), ["night_light"]);
  assertEquals(await search("night", "light"), ["night_light"]);
  assertEquals(await search("jose"), ["night_light"]);
  assertEquals(await search("RAIN"), ["weather"]);
});

Deno.test("a search forgives a typing mistake, wants every word, and may find nothing", async () => {
  assertEquals(await search("wether"), ["weather"]);
  assertEquals(await search("kettle", "loudly"), ["tea"]);
  assertEquals(await search("kettle", "submarine"), []);
  assertEquals(await search("submarine"), []);
});
