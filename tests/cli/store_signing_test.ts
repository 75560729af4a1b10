import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, join } from "@std/path";
import { startServer } from "../fakes/https_server.ts";
import { writeAgent, writeFiles } from "../store/folders.ts";
import { type Home, inHome } from "./cli.ts";
import { agentsOf, answer, offer, packed, refusal, servingFolder } from "./store_fixture.ts";

/** Makes a key pair. Gives the private key's file, the public key and the signer's id. */
async function keys(home: Home, folder = "keys") {
  const { out } = await home.run("-json", "-agents-keygen", "-out", join(home.folder, folder));
  return JSON.parse(out).keygen as { file: string; publicKey: string; signer: string };
}

/** Writes, signs and packs an agent. Gives the archive's path. */
async function signedZip(home: Home, keyFile: string, more: object = {}): Promise<string> {
  const source = writeAgent(join(home.folder, "source"), "tea", "1.0.0", more);
  const signed = await home.run("-agents-sign", "-key", keyFile, source);
  assertEquals({ code: signed.code, err: signed.err }, { code: 0, err: "" });
  const path = join(home.folder, "tea.zip");
  assertEquals((await home.run("-agents-pack", "-out", path, source)).code, 0);
  return path;
}

Deno.test("a key pair is made, the private key 0600, never shown and never overwritten", () =>
  inHome(async (home) => {
    const folder = join(home.folder, "keys");
    const { code, out } = await home.run("-agents-keygen", "-out", folder);
    assertEquals(code, 0);
    const file = join(folder, "onidia-agents.key");
    const secret = Deno.readTextFileSync(file).trim();
    assertEquals(out.includes(secret), false);
    assertMatch(out, /^agents-key = [0-9a-f]{64}$/m);
    assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
    await refusal(home, "-agents-keygen", "-out", folder);
    const why = await refusal(home, "-agents-keygen", "-out", file);
    assertStringIncludes(why, `Cannot make the folder ${file}: `);
    assertEquals(Deno.readTextFileSync(file).trim(), secret);
  }));

Deno.test("what is signed, packed and served installs where signatures are required", () =>
  inHome(async (home) => {
    const { file, publicKey, signer } = await keys(home);
    const zip = await signedZip(home, file);
    const { sha256 } = JSON.parse(
      (await home.run("-json", "-agents-pack", "-out", zip, join(home.folder, "source/tea"))).out,
    ).packed;
    const index = offer(home, [{
      id: "tea",
      version: "1.0.0",
      url: basename(zip),
      sha256,
      signer,
    }]);
    await using http = startServer("http", servingFolder(home.folder));
    home.configure(
      `agents-registry = ${http.origin}/${basename(index)}\n` +
        `agents-require-sig = true\nagents-key = ${publicKey}\n`,
    );
    const { code, err } = await home.run("-agents-install", "tea");
    assertEquals({ code, err }, { code: 0, err: "" });
    assertEquals(await answer(home, "tea"), "tea 1.0.0");
    assertMatch((await home.run("-agents-info", "tea")).out, /^signed +yes/m);
  }));

Deno.test("a folder that was tampered with is listed broken with the reason, and not called", async (t) => {
  const changes: [string, (folder: string) => void, string][] = [
    [
      "a changed script",
      (f) => writeFiles(f, { "run.sh": "#!/bin/sh\n" }, 0o755),
      '"run.sh" is not as it was signed',
    ],
    ["an added file", (f) => writeFiles(f, { extra: "" }), '"extra" is not in the signed files'],
    ["a removed file", (f) => Deno.removeSync(join(f, "words.txt")), "but not in the folder"],
    ["a removed signature", (f) => Deno.removeSync(join(f, "agent.json.sig")), "not signed"],
    [
      "a changed manifest",
      (f) => {
        const text = Deno.readTextFileSync(join(f, "agent.json"));
        writeFiles(f, { "agent.json": text.replace("1.0.0", "1.0.1") });
      },
      "is not a signature of agents-key over this agent.json",
    ],
  ];
  for (const [name, tamper, words] of changes) {
    await t.step(name, () =>
      inHome(async (home) => {
        const { file, publicKey } = await keys(home);
        writeFiles(join(home.folder, "source/tea"), { "words.txt": "tea" });
        const zip = await signedZip(home, file);
        home.configure(`agents-require-sig = true\nagents-key = ${publicKey}\n`);
        assertEquals((await home.run("-agents-install", zip)).code, 0);
        tamper(join(agentsOf(home), "tea"));
        const { out } = await home.run("-agents-list");
        assertMatch(out, /^tea +\S+ +broken +~\/\.config\/chat-app\/agents\/tea \(/m);
        assertStringIncludes(out, words);
        assertStringIncludes(await answer(home, "tea"), "agent tea is broken");
      }));
  }
});

Deno.test("where signatures are required, everything else is refused with its own sentence", async (t) => {
  const cases: [string, (home: Home, keyFile: string) => Promise<string>, string][] = [
    ["no signature", async (home) => (await packed(home, "tea", "1.0.0")).path, "not signed"],
    [
      "no signature of an agent that is switched off",
      async (home) => (await packed(home, "tea", "1.0.0", { disabled: true })).path,
      "not signed",
    ],
    [
      "another key's signature",
      async (home) => await signedZip(home, (await keys(home, "others")).file),
      "is not a signature of agents-key",
    ],
    [
      "a folder that is changed after signing",
      async (home, keyFile) => {
        await signedZip(home, keyFile);
        writeFiles(join(home.folder, "source/tea"), { more: "" });
        return join(home.folder, "source/tea");
      },
      '"more" is not in the signed files',
    ],
  ];
  for (const [name, source, words] of cases) {
    await t.step(name, () =>
      inHome(async (home) => {
        const { file, publicKey } = await keys(home);
        const path = await source(home, file);
        home.configure(`agents-require-sig = true\nagents-key = ${publicKey}\n`);
        const sentence = await refusal(home, "-agents-install", path);
        assertStringIncludes(sentence, `Cannot install ${path}: `);
        assertStringIncludes(sentence, words);
      }));
  }
});

Deno.test("without a key nothing passes where signatures are required, and a bad key stops", () =>
  inHome(async (home) => {
    const zip = await signedZip(home, (await keys(home)).file);
    home.configure("agents-require-sig = true\n");
    assertStringIncludes(await refusal(home, "-agents-install", zip), "agents-key is not set");
    home.configure("agents-key = abc\n");
    assertStringIncludes(await refusal(home, "-agents-install", zip), "agents-key");
  }));

Deno.test("a registry that names another signer than the key is refused", () =>
  inHome(async (home) => {
    const { file, publicKey } = await keys(home);
    const zip = await signedZip(home, file);
    const other = (await keys(home, "others")).signer;
    const settings = `agents-key = ${publicKey}\n`;
    offer(home, [{ id: "tea", version: "1.0.0", url: basename(zip), signer: other }], settings);
    assertStringIncludes(
      await refusal(home, "-agents-install", "tea"),
      "Cannot install tea: the registry names another signer than agents-key",
    );
  }));

Deno.test("an update of a signed agent that is switched off is refused, as it would switch it on", () =>
  inHome(async (home) => {
    const { file } = await keys(home);
    writeAgent(agentsOf(home), "tea", "0.9.0", { disabled: true });
    const zip = await signedZip(home, file);
    offer(home, [{ id: "tea", version: "1.0.0", url: basename(zip) }]);
    const { code, err } = await home.run("-agents-update");
    assertEquals(code, 2);
    assertStringIncludes(err, "put it into agents-disabled instead, then update again");
    assertMatch((await home.run("-agents-list")).out, /^tea +0\.9\.0 +disabled /m);
  }));
