import type { CallResult } from "../agents/agent.ts";
import type { Exchange } from "../brain/brain.ts";

/** One exchange as it is kept and saved. */
export interface KeptExchange extends Exchange {
  /** When the reply was there, in milliseconds since 1970. */
  readonly time: number;
  /** The name of the brain that answered. */
  readonly brain: string;
}

/** A conversation of the history, without what was said. */
export interface Conversation {
  readonly id: number;
  /** When it began and when something was last said, in milliseconds since 1970. */
  readonly started: number;
  readonly last: number;
  readonly messages: number;
  /** Its first message, one clean line, cut. */
  readonly title: string;
}

/**
 * Reads the agent calls of a kept exchange. Takes the text as it stands in the history; gives those
 * calls that are whole, so that a file someone else has written to cannot bring in anything else.
 */
export function parseCalls(json: string): readonly CallResult[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  return Array.isArray(value) ? value.flatMap((call) => parseCall(call) ?? []) : [];
}

function parseCall(value: unknown): CallResult | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, args, ok, message, ms } = value as Record<string, unknown>;
  if (typeof id !== "string" || typeof ok !== "boolean" || typeof message !== "string") return;
  if (typeof args !== "object" || args === null) return undefined;
  const texts = Object.entries(args).filter(([, it]) => typeof it === "string");
  return {
    ...{ id, ok, message, info: [], ms: typeof ms === "number" ? ms : 0 },
    args: Object.fromEntries(texts) as Record<string, string>,
  };
}

/** A time as a person reads it, in the zone of the machine: `2026-12-01 16:05`. */
export function localTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
