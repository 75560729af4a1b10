/** A text that somebody hostile could put where an agent's word or a name goes. */
export interface HostileString {
  /** What it tries, for the message of a failing test. */
  readonly tries: string;
  readonly text: string;
  /** What must not be found in what goes to a model. Letter case counts for nothing. */
  readonly never: readonly string[];
}

/** Texts that try to change a role, to call an agent, to break out of a block, or to steer a terminal. */
export const HOSTILE_STRINGS: readonly HostileString[] = [];
