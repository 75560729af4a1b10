/** Two versions of an agent to install over each other, and ways to tell what of them is there. */
import { assert, assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { previousVersion, replacedFolder, storeFolder } from "../../src/agents/layout.ts";
import { packAgent } from "../../src/store/pack.ts";
import { exists } from "../../src/store/staging.ts";
import { writeAgent } from "../store/folders.ts";
import { allBelow, type Machine } from "./program.ts";

/** A version of the agent `tea`. */
export interface Version {
  readonly name: string;
  /** The folder and the zip that it is installed from. */
  readonly folder: string;
  readonly zip: string;
  /** Of all its files. */
  readonly digest: string;
}

/** The user's agents directory. */
export function agentsOf(machine: Machine): string {
  return join(machine.home, ".config/chat-app/agents");
}

/** Writes and packs a version with some data files of random bytes. */
export async function makeVersion(
  machine: Machine,
  name: string,
  { files, size }: { files: number; size: number },
): Promise<Version> {
  const folder = writeAgent(join(machine.folder, `source-${files}-${name}`), "tea", name);
  for (let file = 0; file < files; file++) {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
    Deno.writeFileSync(join(folder, `data-${file}.bin`), bytes);
  }
  const zip = `${folder}.zip`;
  await packAgent(folder, zip);
  return { name, folder, zip, digest: digestOf(folder) };
}

/** A digest of a folder's files, their names and whether they may be run. */
export function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const path of allBelow(folder)) {
    const { isFile, mode } = Deno.lstatSync(join(folder, path));
    hash.update(`${path}\0${isFile ? mode! & 0o111 : "/"}\0`);
    if (isFile) hash.update(Deno.readFileSync(join(folder, path)));
  }
  return hash.digest("hex");
}

/** Where the agent's files are after a kill: its folder, or where a swap parked it. */
export function wholeVersion(directory: string, versions: readonly Version[]): Version {
  const home = join(directory, "tea");
  const folder = exists(home) ? home : replacedFolder(directory, "tea");
  const digest = digestOf(folder);
  const version = versions.find((one) => one.digest === digest);
  assert(version, `${folder} is neither version: ${allBelow(folder).join(" ")}`);
  return version;
}

/** Asks the program itself, as a user would, which version there is; it must answer a call, too. */
export async function listedVersion(machine: Machine): Promise<string> {
  const { code, out, err } = await machine.run(["-json", "-agents-list"]);
  assertEquals({ code, err }, { code: 0, err: "" });
  const listed = (JSON.parse(out).agents as { id: string; version: string; state: string }[])
    .filter(({ id }) => id === "tea");
  assertEquals(listed.map(({ state }) => state), ["enabled"]);
  const called = await machine.run(["-agents-run", "tea"]);
  assertEquals(called.out, `tea ${listed[0]!.version}\n`);
  return listed[0]!.version;
}

/** Expects an agents directory with the agent, perhaps its previous version, and nothing else. */
export function assertTidy(directory: string, versions: readonly Version[]): void {
  const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const previous = exists(previousVersion(directory, "tea"));
  assertEquals(names(directory), previous ? [".store", "tea"] : ["tea"]);
  wholeVersion(directory, versions);
  if (!previous) return;
  assertEquals(names(storeFolder(directory)), ["lock", "previous"]);
  const digest = digestOf(previousVersion(directory, "tea"));
  assert(versions.some((one) => one.digest === digest), "the previous version is not whole");
}
