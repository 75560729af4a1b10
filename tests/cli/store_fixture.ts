/** Agents to install, their archives, and registries that offer them. */
import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { exists } from "../../src/store/staging.ts";
import { type FakeHandler, head, serving } from "../fakes/https_server.ts";
import { allBelow } from "../e2e/program.ts";
import { writeAgent } from "../store/folders.ts";
import type { Home } from "./cli.ts";

/** What every install says last. */
export const RESTART = "restart onidia-chat to load it (onidia-chat -agents-list shows it now)\n";

/** The user's agents directory. */
export function agentsOf(home: Home): string {
  return join(home.folder, ".config/chat-app/agents");
}

/** What an agent written by `writeAgent` answers: its id and version. */
export async function answer(home: Home, id: string, ...flags: string[]): Promise<string> {
  const { out, err } = await home.run(...flags, "-agents-run", id);
  return (out + err).trimEnd();
}

/** Writes an agent and packs it. Gives the archive's path and hash. */
export async function packed(
  home: Home,
  id: string,
  version: string,
  more: object = {},
): Promise<{ path: string; bytes: Uint8Array; sha256: string }> {
  const source = writeAgent(join(home.folder, "source"), id, version, more);
  const path = join(home.folder, `${id}-${version}.zip`);
  const { code, err } = await home.run("-agents-pack", "-out", path, source);
  assertEquals({ code, err }, { code: 0, err: "" });
  const bytes = Deno.readFileSync(path);
  return { path, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Expects a failure of one sentence, and that nothing was installed or left. Gives the sentence. */
export async function refusal(home: Home, ...argv: string[]): Promise<string> {
  const before = exists(agentsOf(home)) ? allBelow(agentsOf(home)) : undefined;
  const { code, out, err } = await home.run(...argv);
  assertEquals({ code, out }, { code: 2, out: "" }, err);
  assertEquals(err.split("\n").length, 2, err);
  const after = exists(agentsOf(home)) ? allBelow(agentsOf(home)) : undefined;
  assertEquals(after, before);
  return err.slice("onidia-chat: ".length).trimEnd();
}

/** Writes a registry's index beside the archives and makes it the registry. */
export function offer(home: Home, agents: readonly object[], settings = ""): string {
  const index = join(home.folder, "index.json");
  Deno.writeTextFileSync(index, JSON.stringify({ version: 1, agents }));
  home.configure(`agents-registry = ${index}\n${settings}`);
  return index;
}

/** Serves the files of a folder. */
export function servingFolder(folder: string): FakeHandler {
  return async (request, connection) => {
    const path = join(folder, request.path);
    if (exists(path)) await serving(Deno.readFileSync(path))(request, connection);
    else await connection.send(head(404, { "content-length": 0 }));
  };
}
