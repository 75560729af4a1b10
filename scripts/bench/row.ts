/** What every row of the table is made with. */
export interface Bench {
  /** The program, compiled from the current sources. */
  readonly program: string;
  /** A compiled hello-world of the same runtime and flags, and one that then waits for its input. */
  readonly hello: string;
  readonly helloIdle: string;
  /** A folder of this row's own, removed afterwards. */
  readonly folder: string;
  /** Environment of every program: a home, settings and package folder that are empty. */
  readonly env: Readonly<Record<string, string>>;
  /** How many pairs are measured. */
  readonly pairs: number;
}

/** One row of SPEC section 11. */
export interface Row {
  readonly name: string;
  /** The most it may be, in the unit of the figure. */
  readonly goal: number;
  /** What the figure is: a multiple of the other, or milliseconds. */
  readonly unit: "×" | "ms";
  measure(bench: Bench): Promise<Figure | Skipped>;
}

/** What a row came to, with what a reader should know about it. */
export interface Figure {
  readonly figure: number;
  readonly note: string;
}

/** Why a row could not be measured here. */
export interface Skipped {
  readonly skipped: string;
}
