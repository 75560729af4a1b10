import type { CallResult } from "../agents/agent.ts";
import type { Reply } from "../brain/turn.ts";
import { petWords } from "../pet/command.ts";
import { cleanLine } from "../text/clean.ts";

/**
 * The path of a reply in words (SPEC section 9, `/why`): which brain, how long, and of each agent
 * the exact RUN line, its INFO lines and how it ended. Gives several lines of clean text.
 */
export function describePath(reply: Reply): string {
  const rounds = reply.rounds > 1 ? `, ${reply.rounds} rounds` : "";
  const ended = reply.cancelled ? ", cancelled" : "";
  return [
    `brain: ${reply.brain}, ${reply.ms} ms${rounds}${ended}`,
    ...reply.failure === undefined ? [] : [`failure: ${reply.failure}`],
    ...reply.calls.length === 0 ? ["no agent was called"] : reply.calls.flatMap(describeCall),
    ...reply.mood === null ? [] : [`mood: ${reply.mood}`],
    ...reply.pet === null ? [] : [`pet: ${petWords(reply.pet)}`],
  ].join("\n");
}

function describeCall(call: CallResult): string[] {
  // Starting a process takes longer than what rounds to nothing.
  const started = call.ok || call.ms > 0;
  return [
    `agent: ${cleanLine(call.id)}, ${started ? `${call.ms} ms` : "not started"}`,
    ...started ? [`  RUN ${printable(JSON.stringify(call.args))}`] : [],
    ...call.info.map((text) => `  INFO ${text}`),
    ...call.pet === undefined ? [] : [`  PET ${petWords(call.pet)}`],
    `  ${call.ok ? "OK" : "failed:"} ${call.message}`.trimEnd(),
  ];
}

/** The same JSON with what JSON leaves raw, but a terminal may act on, written as escapes. */
function printable(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}
