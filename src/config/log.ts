/** Where the program writes what nobody needs to see. Writing never throws and never waits long. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
}

/** A log that keeps nothing, for tests and for machines without a place to write. */
export const SILENT_LOG: Log = { info: () => {}, warn: () => {} };
