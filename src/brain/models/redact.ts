/** What stands where a secret stood. */
const MARK = "[key]";

/** A text this short, in running text, is a word and no secret ("none", "test"). */
const SHORTEST = 6;

/** Replaces every secret in a text that somebody else wrote, whatever its length. */
export function redact(text: string, secrets: readonly string[]): string {
  return longestFirst(secrets).reduce((rest, secret) => rest.replaceAll(secret, MARK), text);
}

/** The same for every text in a JSON value, names of properties included. */
export function redactValue(value: unknown, secrets: readonly string[]): unknown {
  const long = secrets.filter((secret) => secret.length >= SHORTEST);
  if (typeof value === "string") return redact(value, long);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redact(name, long), redactValue(item, secrets)]),
  );
}

/** Keeps secrets out of a text that streams by, also where they are cut in pieces. */
export class RedactingStream {
  readonly #secrets: readonly string[];
  #held = "";

  constructor(secrets: readonly string[]) {
    this.#secrets = longestFirst(secrets.filter((secret) => secret.length >= SHORTEST));
  }

  /** Takes the next piece; gives what can be shown now: all but what may be a secret's beginning. */
  push(piece: string): string {
    const text = redact(this.#held + piece, this.#secrets);
    const held = Math.max(0, ...this.#secrets.map((secret) => beginning(text, secret)));
    this.#held = text.slice(text.length - held);
    return text.slice(0, text.length - held);
  }

  /** Gives what was held back. */
  end(): string {
    const rest = this.#held;
    this.#held = "";
    return rest;
  }
}

/** How many characters at the end of the text are the secret's beginning. */
function beginning(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/** A key may begin with another one: then the longer has to go first. */
function longestFirst(secrets: readonly string[]): string[] {
  return secrets.filter((secret) => secret !== "").toSorted((a, b) => b.length - a.length);
}
