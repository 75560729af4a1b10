/** Installing over the network with the compiled program: TLS, the terminal, Ctrl-C. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { exists } from "../../src/store/staging.ts";
import {
  type FakeHandler,
  head,
  serving,
  startServer,
  testCertificate,
} from "../fakes/https_server.ts";
import { isInstalled, type Machine, onMachine, run } from "./program.ts";
import { agentsOf, assertTidy, listedVersion, makeVersion } from "./versions.ts";

const SIZE = { files: 4, size: 200_000 };

/** Makes the program trust the test's certificate authority, as `DENO_CERT` does. */
function trusting(machine: Machine): Record<string, string> {
  const path = join(machine.folder, "authority.pem");
  Deno.writeTextFileSync(path, testCertificate().authority);
  return { DENO_CERT: path };
}

/** Sends the first half of a file and then nothing more. */
function stalling(bytes: Uint8Array, begun: () => void): FakeHandler {
  return async (_, { send, hang }) => {
    await send(head(200, { "content-length": bytes.length }));
    await send(bytes.subarray(0, bytes.length / 2));
    begun();
    await hang();
  };
}

Deno.test("an agent is installed over https from a server that is trusted, and from no other", () =>
  onMachine(async (machine) => {
    const version = await makeVersion(machine, "1.0.0", SIZE);
    await using server = startServer("https", serving(Deno.readFileSync(version.zip)));
    const url = `${server.origin}/tea.zip`;
    const refused = await machine.run(["-agents-install", url]);
    assertEquals(refused.code, 2);
    assertMatch(refused.err, /^onidia-chat: Cannot download https:[^\n]* an authority [^\n]*\n$/);
    assertEquals(exists(agentsOf(machine)), false);
    const installed = await machine.run(["-agents-install", url], { env: trusting(machine) });
    assertEquals({ code: installed.code, err: installed.err }, { code: 0, err: "" });
    assertTidy(agentsOf(machine), [version]);
    assertEquals(await listedVersion(machine), "1.0.0");
  }));

Deno.test("a redirect from https to http is refused", () =>
  onMachine(async (machine) => {
    await using plain = startServer("http", serving(new Uint8Array(10)));
    const location = `${plain.origin}/tea.zip`;
    await using server = startServer(
      "https",
      (_, { send }) => send(head(302, { location, "content-length": 0 })),
    );
    const url = `${server.origin}/tea.zip`;
    const { code, err } = await machine.run(["-agents-install", url], { env: trusting(machine) });
    assertEquals(code, 2);
    assertStringIncludes(err, "from https to http");
    assertEquals(plain.requests.length, 0);
  }));

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(`${signal} during a download exits with ${code} and leaves nothing but the old version`, () =>
    onMachine(async (machine) => {
      const [old, next] = [
        await makeVersion(machine, "1.0.0", SIZE),
        await makeVersion(machine, "2.0.0", SIZE),
      ];
      assertEquals((await machine.run(["-agents-install", old.zip])).code, 0);
      const begun = Promise.withResolvers<void>();
      const half = stalling(Deno.readFileSync(next.zip), begun.resolve);
      await using server = startServer("http", half);
      const child = new Deno.Command(machine.program, {
        args: ["-agents-install", `${server.origin}/tea.zip`],
        clearEnv: true,
        env: machine.env(),
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      await begun.promise;
      child.kill(signal);
      const ended = await child.output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      assertEquals([ended.code, text(ended.stdout), text(ended.stderr)], [code, "", ""]);
      assertTidy(agentsOf(machine), [old]);
      assertEquals(await listedVersion(machine), "1.0.0");
    }));
}

Deno.test({
  name: "on a terminal a download shows a bar, which is gone behind it",
  ignore: !isInstalled("script"),
  fn: () =>
    onMachine(async (machine) => {
      const version = await makeVersion(machine, "1.0.0", SIZE);
      const bytes = Deno.readFileSync(version.zip);
      await using server = startServer("http", async (_, { send, pause }) => {
        await send(head(200, { "content-length": bytes.length }));
        for (let at = 0; at < bytes.length; at += 100_000) {
          await send(bytes.subarray(at, at + 100_000));
          await pause(60);
        }
      });
      const install = `${machine.program} -agents-install ${server.origin}/tea.zip`;
      const { code, out } = await run(["script", "-qec", install, "/dev/null"], {
        cwd: machine.folder,
        env: machine.env({ TERM: "xterm", SHELL: "/bin/sh" }),
        input: "",
      });
      assertEquals(code, 0, out);
      assert(/\d+ ?%/.test(out), out);
      assertStringIncludes(out, "installed tea -> ");
      // Nothing of the bar is left on the lines that stay.
      const kept = out.slice(out.lastIndexOf("\x1b[K") + 1);
      assert(!/%/.test(kept), out);
    }),
});
