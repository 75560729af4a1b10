import type { Brain, BrainEvent, BrainRequest } from "./brain.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";

/** How long a brain that is away is left alone before it is asked again, in milliseconds. */
const ASIDE_MS = 60_000;

/**
 * A brain with another that stands in while it is away (SPEC section 5, `provider-fallback`). The
 * message at which it fails is told so, once; the next ones are answered by the other. A minute
 * later, or when the very message that failed is said again (`/retry`), the first is asked anew; if
 * it is still away the other answers without a word about it. Takes both, and a clock.
 */
export function createFallbackBrain(
  first: Brain,
  other: Brain,
  clock: Clock = SYSTEM_CLOCK,
): Brain {
  let away: { until: number; message: string } | undefined;
  let current = first;
  return {
    get name() {
      return current.name;
    },
    get continues() {
      return current.continues;
    },
    async *respond(request: BrainRequest): AsyncIterable<BrainEvent> {
      const { message, rounds } = request;
      // Who began a reply goes on with it.
      const begins = rounds.length === 0;
      const isAgain = away?.message === message;
      if (begins) current = !away || isAgain || clock.now() >= away.until ? first : other;
      if (current === other) return yield* other.respond(request);
      let hasSaid = false;
      for await (const event of first.respond(request)) {
        if (event.type !== "failure" || !event.away) {
          hasSaid = true;
          yield event;
          continue;
        }
        const isNews = !away || isAgain;
        away = { until: clock.now() + ASIDE_MS, message };
        if (!isNews && begins && !hasSaid) {
          current = other;
          return yield* other.respond(request);
        }
        const reason = `${event.reason}. Until it is back, the ${other.name} brain answers`;
        return yield { ...event, reason };
      }
      away = undefined;
    },
  };
}
