import { cleanLine } from "../text/clean.ts";
import { ARCHIVE_CODES, type ArchiveCode, ArchiveError, refusal } from "./archive_error.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits } from "./archive_limits.ts";
import type { UnpackedFile, UnpackResult } from "./archive_unpack.ts";
import type { UnpackRequest } from "./archive_worker.ts";

export { ArchiveError } from "./archive_error.ts";
export type { UnpackedFile, UnpackResult } from "./archive_unpack.ts";

/** How unpacking is done. */
export interface UnpackOptions {
  /** The worker's program, see archiveWorkerUrl; an argument, as only main.ts knows its place. */
  readonly workerUrl: URL;
  readonly limits?: ArchiveLimits;
  /** Ends the unpacking; its reason is thrown. */
  readonly signal?: AbortSignal;
  /** After how long without progress the worker is given up, in milliseconds. */
  readonly patience?: number;
}

const PATIENCE_MS = 60_000;

/**
 * Gives the worker's program. Takes the `import.meta.url` of the program's root, main.ts or its
 * bundle main.js: the bundler keeps the worker, an entry of its own, at its path below the root.
 */
export function archiveWorkerUrl(root: string): URL {
  const extension = root.endsWith(".ts") ? "ts" : "js";
  return new URL(`./src/store/archive_worker.${extension}`, root);
}

/**
 * Unpacks an agent's archive from anywhere (SPEC section 8). It is done by a worker that may read
 * the archive, write the staging folder, and nothing else: whatever an archive made the unpacker
 * do, it could not leave that folder, start a program or reach the network.
 *
 * Takes the archive, an existing empty folder, and the options. Gives what was unpacked where;
 * files have their modes, folders 0755. Throws an ArchiveError with the sentence to show; the
 * caller deletes the folder then.
 */
export async function unpackArchive(
  archivePath: string,
  stagingDirectory: string,
  options: UnpackOptions,
): Promise<UnpackResult> {
  options.signal?.throwIfAborted();
  const archive = plainFile(archivePath);
  // Permissions are for real paths: a link on the way would be refused.
  const staging = Deno.realPathSync(stagingDirectory);
  const worker = new Worker(options.workerUrl, {
    type: "module",
    name: "archive",
    deno: {
      permissions: {
        read: [archive, staging],
        write: [staging],
        env: false,
        ffi: false,
        import: false,
        net: false,
        run: false,
        sys: false,
      },
    },
  });
  try {
    const limits = options.limits ?? ARCHIVE_LIMITS;
    return await answerOf(worker, { archive, staging, limits }, options);
  } finally {
    worker.terminate();
  }
}

/** Gives the real path of an archive; opening a pipe or a device could wait for ever. */
function plainFile(path: string): string {
  try {
    const real = Deno.realPathSync(path);
    if (Deno.statSync(real).isFile) return real;
  } catch (error) {
    throw refusal("io", `it cannot be read (${(error as Error).message})`);
  }
  throw refusal("io", "it is not a file");
}

function answerOf(
  worker: Worker,
  request: UnpackRequest,
  { signal, patience = PATIENCE_MS }: UnpackOptions,
): Promise<UnpackResult> {
  const { promise, resolve, reject } = Promise.withResolvers<UnpackResult>();
  const giveUp = () => reject(refusal("timeout", `no progress for ${patience / 1000} seconds`));
  const onAbort = () => reject(signal?.reason);
  let timer = setTimeout(giveUp, patience);
  signal?.addEventListener("abort", onAbort);
  worker.onmessage = ({ data }: MessageEvent<unknown>) => {
    clearTimeout(timer);
    if (isRecord(data) && data.kind === "alive") timer = setTimeout(giveUp, patience);
    else settle(data, resolve, reject);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`the unpacking worker failed: ${event.message}`));
  };
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  });
}

/** Reads the worker's answer as what it is: data from a place that hostile bytes went through. */
function settle(
  data: unknown,
  resolve: (result: UnpackResult) => void,
  reject: (error: Error) => void,
): void {
  if (isRecord(data) && data.kind === "unpacked" && isResult(data.result)) resolve(data.result);
  else if (isRecord(data) && data.kind === "refused" && isCode(data.code)) {
    reject(new ArchiveError(data.code, cleanLine(String(data.detail))));
  } else if (isRecord(data) && data.kind === "failed") {
    reject(refusal("io", `it cannot be unpacked (${cleanLine(String(data.message))})`));
  } else reject(new Error("the unpacking worker gave an answer that is none"));
}

function isResult(value: unknown): value is UnpackResult {
  return isRecord(value) && typeof value.root === "string" && !/[/\\\0]|^\.\.?$/.test(value.root) &&
    typeof value.hasModes === "boolean" && Array.isArray(value.files) && value.files.every(isFile);
}

function isFile(value: unknown): value is UnpackedFile {
  return isRecord(value) && typeof value.path === "string" && typeof value.size === "number" &&
    typeof value.mode === "number";
}

function isCode(value: unknown): value is ArchiveCode {
  return (ARCHIVE_CODES as readonly unknown[]).includes(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
