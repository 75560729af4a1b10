import type { Manifest } from "../agents/agent.ts";

/** Words in a program that reaches out, so that its answer may take its time. */
const NETWORK = /\b(?:curl|wget|https?:\/\/|urllib|requests\.|fetch\(|aiohttp|httpx)/;

/** A description shorter than this rarely says both what and when, in characters. */
const SHORT = 40;

/**
 * Says what would make a valid agent better: things the brain and the user will miss. Takes the
 * manifest, whether it names a time limit itself, and the text of its program (empty where it is no
 * text). Gives sentences, none where there is nothing to say.
 */
export function adviceFor(manifest: Manifest, namesTimeout: boolean, program: string): string[] {
  const advice: string[] = [];
  const { description, params, version, examples } = manifest;
  if (!/\buse (?:it |this )?when\b/i.test(description)) {
    advice.push(
      'description: say when to use it ("Use when the user ..."): she reads nothing else',
    );
  } else if (description.length < SHORT) {
    advice.push("description: say a little more; a vague one makes an agent she never calls");
  }
  if (!namesTimeout && NETWORK.test(program)) {
    advice.push(
      "timeout_ms: it seems to use the network; set a limit that fits instead of the 15 seconds",
    );
  }
  for (const param of params) {
    if (param.description === "") {
      advice.push(`params.${param.name}: describe it, or she cannot fill it in well`);
    }
  }
  if (version === "") advice.push("version: add one, or -agents-update has nothing to compare");
  if (examples.length === 0) {
    advice.push("examples: a few sentences a user would say help the embedded brain");
  }
  return advice;
}
