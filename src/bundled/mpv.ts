/**
 * mpv's JSON IPC (mpv manual, "JSON IPC"): one request, one answer, over its socket. Every step has
 * a time limit, since a player that hangs must not hang her.
 */

/** Milliseconds until mpv must have answered. */
const PATIENCE = 1000;

/** What mpv answered: `error` is `success` where it did as told. */
export interface MpvAnswer {
  readonly error: string;
  readonly data: unknown;
}

/**
 * Sends one command. Takes the socket's path, the command with its arguments, and a time limit in
 * milliseconds; gives the answer, or undefined where mpv gives none.
 */
export async function askMpv(
  socket: string,
  command: readonly unknown[],
  patience: number = PATIENCE,
): Promise<MpvAnswer | undefined> {
  const open: { connection?: Deno.UnixConn; isLate?: boolean } = {};
  const close = () => {
    try {
      open.connection?.close();
    } catch {
      // Closed already, by its reader's end.
    }
  };
  const exchange = async () => {
    open.connection = await Deno.connect({ transport: "unix", path: socket });
    if (open.isLate) return close();
    const request = JSON.stringify({ command, request_id: 1 }) + "\n";
    await writeAll(open.connection, new TextEncoder().encode(request));
    return await readAnswer(open.connection);
  };
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), patience);
  try {
    // No socket, a dead one, or talk that is none: all the same to whoever asks.
    return await Promise.race([exchange().catch(() => undefined), late]) ?? undefined;
  } finally {
    open.isLate = true;
    clearTimeout(timer);
    close();
  }
}

/** A property's value; undefined where there is none. */
export async function mpvProperty(
  socket: string,
  name: string,
  patience?: number,
): Promise<unknown> {
  const answer = await askMpv(socket, ["get_property", name], patience);
  return answer?.error === "success" ? answer.data : undefined;
}

async function writeAll(connection: Deno.UnixConn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

/** Reads past the events to the line that answers request 1. */
async function readAnswer(connection: Deno.UnixConn): Promise<MpvAnswer | undefined> {
  const lines = connection.readable.pipeThrough(new TextDecoderStream());
  let text = "";
  for await (const chunk of lines) {
    text += chunk;
    const parts = text.split("\n");
    text = parts.pop()!;
    for (const part of parts) {
      const value: unknown = JSON.parse(part);
      if (typeof value !== "object" || value === null) continue;
      const { request_id, error, data } = value as Record<string, unknown>;
      if (request_id === 1 && typeof error === "string") return { error, data };
    }
  }
  return undefined;
}
