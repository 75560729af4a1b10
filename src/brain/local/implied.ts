/** Examples that a description gives without quoting them: "asks what a word means". */
import type { Manifest } from "../../agents/agent.ts";

/** What the user may ask of anything or anybody. */
const ASKS_WHAT =
  /\b(?:who|what)(?: (?:or|and) (?:who|what))? (?:some(?:one|body|thing)|(?:a|the) (?:thing|person|term|subject)|it|they)(?: or some(?:one|body|thing))? (?:is|was|are|were)\b/i;
const ASKS_MEANING =
  /\bwhat (?:(?:an?|the|some) )?(?:\w+ )?(?:word|term|phrase|acronym|abbreviation|something)s? means?\b/i;

/**
 * Examples for questions that the description names in general terms. Takes a manifest; gives
 * examples with a hole for its first required text, none where it has no such parameter.
 */
export function impliedExamples({ description, params }: Manifest): string[] {
  const texts = params.filter(({ type, enum: values }) => type === "string" && !values);
  const param = texts.find(({ required }) => required) ?? texts[0];
  if (!param) return [];
  if (!/\b(?:who|what)\b/i.test(description)) return [];
  const hole = `{${param.name}}`;
  return [
    ...ASKS_WHAT.test(description)
      ? [`who is ${hole}`, `what is ${hole}`, `what is a ${hole}`]
      : [],
    ...ASKS_MEANING.test(description)
      ? [`what does ${hole} mean`, `what is the meaning of ${hole}`, `define ${hole}`]
      : [],
  ];
}
