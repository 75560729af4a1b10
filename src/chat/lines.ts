import { UserError } from "../errors.ts";

/** The longest message, in bytes: a line of a piped chat, or the text that stands for `-`. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

const LF = 10;

/**
 * Reads lines as they arrive. Takes a stream of UTF-8 bytes; gives each line without its end (`\n`
 * or `\r\n`), the last one too when it has none; bytes that are not UTF-8 are replaced. Throws a
 * UserError at a line over 1 MiB.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  const keep = (part: Uint8Array) => {
    size += part.length;
    if (size > MAX_MESSAGE_BYTES) {
      throw new UserError(`line ${number} of standard input is over 1 MiB: send it in parts`);
    }
    parts.push(part);
  };
  const take = () => {
    const line = decode(parts, size).replace(/\r$/, "");
    [parts, size, number] = [[], 0, number + 1];
    return line;
  };
  for await (const chunk of readable(bytes)) {
    let start = 0;
    for (let end; (end = chunk.indexOf(LF, start)) >= 0; start = end + 1) {
      keep(chunk.subarray(start, end));
      yield take();
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

/** Reads all of a stream of UTF-8 bytes. Throws a UserError when it is over 1 MiB. */
export async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readable(bytes)) {
    size += chunk.length;
    if (size > MAX_MESSAGE_BYTES) {
      throw new UserError("standard input is over 1 MiB: send a shorter text for -");
    }
    parts.push(chunk);
  }
  return decode(parts, size);
}

/** Passes a stream on; what keeps it from being read, such as a directory, is the user's to mend. */
async function* readable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        const cause = String(error instanceof Error ? error.message : error);
        throw new UserError(
          `cannot read standard input: ${cause.replace(/ \(os error \d+\).*$/s, "")}`,
        );
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function decode(parts: readonly Uint8Array[], size: number): string {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new TextDecoder().decode(whole);
}
