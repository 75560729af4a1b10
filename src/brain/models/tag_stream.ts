import type { BrainEvent } from "../brain.ts";

/** How a model's text is read. */
export interface TagStreamOptions {
  /** Whether AGENT tags call. With native tools they do not: they are only kept from being shown. */
  readonly calls: boolean;
  /** What agents gave in this reply so far, as it came: an agent that these texts name in a tag is not called by a tag. */
  readonly foreign?: readonly string[];
  /** Told in one clean line what was swallowed without being acted on, for the log. */
  readonly onIgnored?: (note: string) => void;
}

/** Reads a model's text as it streams in. */
export class TagStream {
  constructor(_options: TagStreamOptions) {}

  /** Takes the next piece of any length; gives what is certain by now. */
  push(_text: string): BrainEvent[] {
    return [];
  }

  /** Ends the text; gives what is left. */
  end(): BrainEvent[] {
    return [];
  }
}
