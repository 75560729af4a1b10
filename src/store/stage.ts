import { join } from "@std/path";
import { parseManifest } from "../agents/manifest.ts";
import type { Env } from "../config/paths.ts";
import { UserError } from "../errors.ts";
import { makeExecutable } from "./archive_exec.ts";
import { unpackArchive } from "./archive.ts";
import { copyFolder } from "./copy.ts";
import { download, type DownloadOptions } from "./fetch.ts";
import { copyPinned } from "./local_copy.ts";
import type { Progress } from "./progress.ts";
import { newestEntry, readRegistry, type RegistryEntry } from "./registry.ts";
import type { Source } from "./source.ts";
import type { Address } from "./url.ts";

/** An agent brought into a staging folder, unchecked but for its way there. */
export interface Staged {
  /** Absolute path of the folder that holds its agent.json. */
  readonly folder: string;
  /** The folder it was copied from, where it was one: an absolute path. */
  readonly source?: string;
  /** The id and the signer that a registry promised. */
  readonly promised?: { readonly id: string; readonly signer?: string };
  /** Whether it is an update, which never goes back. */
  readonly isUpdate?: boolean;
}

/** What bringing an agent needs besides its source. */
export interface StageContext {
  readonly env: Env;
  /** `agents-registry`, where it is set. */
  readonly registry?: string;
  /** The unpacking worker's program (archive.ts). */
  readonly workerUrl: URL;
  readonly download: Omit<DownloadOptions, "onProgress">;
  readonly progress: Progress;
  /** Told of a registry's faulty entries. */
  readonly onFault: (fault: string) => void;
}

/**
 * Brings an agent from its source into a folder that does not exist yet (SPEC section 8). Takes the
 * source, the folder's path and the context. Throws a UserError that says what is wrong with it.
 */
export async function stageSource(
  source: Source,
  folder: string,
  context: StageContext,
): Promise<Staged> {
  switch (source.kind) {
    case "folder":
      copyFolder(source.path, folder);
      return { folder, source: source.path };
    case "zip":
      return { folder: await unpack(source.path, folder, context) };
    case "url":
      return { folder: await fetchAndUnpack(source, folder, context) };
    case "id":
      return await stageEntry(await findEntry(source.id, context), folder, context);
  }
}

/** Brings the agent of a registry's entry; as `stageSource`, for whoever has the entry already. */
export async function stageEntry(
  entry: RegistryEntry,
  folder: string,
  context: StageContext,
): Promise<Staged> {
  const { source, sha256: pin, signer, id } = entry;
  const promised = { id, signer };
  if (source.kind === "url") {
    const address = { ...source, pin: pin ?? source.pin };
    return { folder: await fetchAndUnpack(address, folder, context), promised };
  }
  if (pin === undefined) return { folder: await unpack(source.path, folder, context), promised };
  // What is unpacked is the copy that was hashed.
  const copy = `${folder}.zip`;
  copyPinned(source.path, copy, pin);
  return { folder: await unpack(copy, folder, context), promised };
}

async function findEntry(id: string, context: StageContext): Promise<RegistryEntry> {
  const { registry = "", env, download: options, onFault } = context;
  const { agents, faults } = await readRegistry(registry, env, options);
  faults.forEach(onFault);
  const entry = newestEntry(agents, id);
  if (entry) return entry;
  throw new UserError(
    `the registry has no agent ${id}: onidia-chat -agents-search shows what it has`,
  );
}

async function fetchAndUnpack(
  address: Address,
  folder: string,
  context: StageContext,
): Promise<string> {
  const archive = `${folder}.zip`;
  const { progress } = context;
  try {
    await download(address, archive, { ...context.download, onProgress: progress.update });
  } finally {
    progress.done();
  }
  return await unpack(archive, folder, context);
}

async function unpack(archive: string, folder: string, context: StageContext): Promise<string> {
  const { workerUrl, download: { signal } } = context;
  Deno.mkdirSync(folder);
  const { root, hasModes } = await unpackArchive(archive, folder, { workerUrl, signal });
  const agent = join(folder, root);
  if (!hasModes) makeProgramExecutable(agent);
  return agent;
}

/** An archive without modes cannot say which file is the program; the manifest does. */
function makeProgramExecutable(folder: string): void {
  const read = parseManifest(Deno.readFileSync(join(folder, "agent.json")));
  if (!("manifest" in read)) return;
  const [program] = read.manifest.exec;
  if (program.includes("/") && !program.startsWith("/")) makeExecutable(folder, program);
}
