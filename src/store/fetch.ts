import { createHash } from "node:crypto";
import { UserError } from "../errors.ts";
import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import { downloadFailure } from "./fetch_failure.ts";
import { type IdleWatch, watchIdle } from "./idle.ts";
import { type Answer, request } from "./request.ts";
import type { Address } from "./url.ts";

/** The largest archive that is downloaded, in bytes (SPEC section 8). */
export const DOWNLOAD_LIMIT = 64 * 1024 * 1024;

/** How long a server may be silent, in milliseconds (SPEC section 8). */
const SILENCE_MS = 30_000;

/** How something is downloaded. */
export interface DownloadOptions {
  /** In bytes; DOWNLOAD_LIMIT where none is given. */
  readonly limit?: number;
  /** The user's Ctrl-C; its reason is thrown. */
  readonly signal?: AbortSignal;
  /** Told the bytes so far and, where the server says so, how many there will be. */
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
  /** For tests: how long silence may last, in milliseconds. */
  readonly silenceMs?: number;
  /** For tests: a client that trusts a certificate of theirs. */
  readonly client?: Deno.HttpClient;
}

/** What was downloaded. */
export interface Downloaded {
  /** Of the bytes that landed, 64 lower-case hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** Where they came from after all redirects. */
  readonly finalUrl: URL;
}

/**
 * Downloads a file (SPEC section 8, "Sources are hostile until proven"). Bytes are counted against
 * the limit and hashed as they arrive, so neither a lying length nor a compressed body matters.
 *
 * Takes the address with its pin, the path of a file that does not exist yet, and the options. The
 * file is only for its owner (0600). Throws a UserError that says what went wrong, or the signal's
 * reason; the file is gone then.
 */
export async function download(
  address: Address,
  to: string,
  options: DownloadOptions = {},
): Promise<Downloaded> {
  const file = await Deno.open(to, { createNew: true, write: true, mode: 0o600 });
  try {
    using _closed = file;
    return await receive(address, options, (piece) => writeAll(file, piece, to));
  } catch (error) {
    await Deno.remove(to).catch(() => {});
    throw error;
  }
}

/**
 * Downloads something small into memory. Takes the address with its pin and the options, of which
 * the limit is required; throws as `download` does.
 */
export async function downloadBytes(
  address: Address,
  options: DownloadOptions & { readonly limit: number },
): Promise<Downloaded & { readonly content: Uint8Array }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const downloaded = await receive(address, options, (piece) => void pieces.push(piece));
  return { ...downloaded, content: await new Blob(pieces).bytes() };
}

type Sink = (piece: Uint8Array<ArrayBuffer>) => void | Promise<void>;

async function receive(
  address: Address,
  options: DownloadOptions,
  sink: Sink,
): Promise<Downloaded> {
  const { limit = DOWNLOAD_LIMIT, signal, onProgress, silenceMs = SILENCE_MS, client } = options;
  signal?.throwIfAborted();
  using watch = watchIdle(silenceMs, signal);
  const answer = await request(address, watch, client);
  const { response, url } = answer;
  const total = declaredLength(response);
  try {
    refuseEncoded(answer);
    if (total !== undefined && total > limit) throw tooLarge(url, limit);
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const piece of pieces(answer, watch, total)) {
      bytes += piece.length;
      if (bytes > limit) throw tooLarge(url, limit);
      hash.update(piece);
      await sink(piece);
      onProgress?.(bytes, total);
    }
    const sha256 = hash.digest("hex");
    checkPin(url, address.pin, sha256);
    return { sha256, bytes, finalUrl: url };
  } finally {
    // Nothing to cancel where all was read; otherwise the server shall stop sending.
    await response.body?.cancel().catch(() => {});
  }
}

/** The pieces of a body. A body that ends before its declared length is an error of the runtime. */
async function* pieces(
  { response, url }: Answer,
  watch: IdleWatch,
  total: number | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return;
  let bytes = 0;
  const reader = response.body.getReader();
  try {
    while (true) {
      watch.heard();
      const { done, value } = await reader.read().catch(() => {
        const of = total === undefined ? "" : ` of ${total}`;
        throw watch.failure(url) ??
          downloadFailure(url, `it broke off after ${bytes}${of} bytes: try again`);
      });
      if (done) return;
      bytes += value.length;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** The runtime undoes gzip and brotli itself, asked or not; anything else would land as it is. */
function refuseEncoded({ response, url }: Answer): void {
  const encoding = response.headers.get("content-encoding") ?? "identity";
  if (encoding === "identity") return;
  throw downloadFailure(url, `the server sends it encoded as ${shown(encoding)}`);
}

function declaredLength(response: Response): number | undefined {
  const header = response.headers.get("content-length");
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

function tooLarge(url: URL, limit: number): UserError {
  return downloadFailure(url, `it is larger than ${limit / 1024 / 1024} MiB`);
}

function checkPin(url: URL, pin: string | undefined, sha256: string): void {
  if (pin === undefined || pin === sha256) return;
  throw downloadFailure(url, `its SHA-256 is ${sha256}, not ${pin} as pinned`);
}

async function writeAll(file: Deno.FsFile, piece: Uint8Array, path: string): Promise<void> {
  try {
    for (let at = 0; at < piece.length;) at += await file.write(piece.subarray(at));
  } catch (error) {
    throw new UserError(`Cannot write ${cleanLine(path)}: ${cleanLine((error as Error).message)}`);
  }
}
