import type { KnownAgent, KnownCatalog } from "./catalog.ts";

/** More than this would be a list, not a sentence. */
const MOST_NAMED = 7;

/** What she answers to "what can you do?": what the catalog's descriptions begin with. */
export function abilities(catalog: KnownCatalog): string {
  const all = summaries(catalog);
  if (all.length === 0) {
    return "Right now I can only chat: no agents are installed. Add one with " +
      "onidia-chat -agents-install SOURCE, restart me, and I learn what it does.";
  }
  // One with commas of its own reads best as the last of the list.
  const named = all.slice(0, MOST_NAMED)
    .sort((a, b) => Number(a.includes(",")) - Number(b.includes(",")));
  const more = all.length - named.length;
  if (more > 0) named.push(`${more} more ${more === 1 ? "thing" : "things"} (/agents lists them)`);
  return `I can ${sentence(named)}. And chat a little, of course.`;
}

/** One or two things she can do, for a reply that declines: "play music or roll dice". */
export function someAbilities(catalog: KnownCatalog, seed: number): string | undefined {
  const all = summaries(catalog).filter((summary) => summary.length < 60);
  if (all.length === 0) return undefined;
  const first = all[seed % all.length]!;
  const second = all[(seed + 1) % all.length]!;
  return first === second ? first : `${first} or ${second}`;
}

function summaries(catalog: KnownCatalog): string[] {
  return catalog.agents.map(summaryOf).filter((summary) => summary !== "");
}

/** A description's beginning reads as "I can …" when it begins with a verb, else as "help with …". */
function summaryOf({ purpose: { summary, startsWithVerb } }: KnownAgent): string {
  if (/^(?:how|what|when|where|which|who|whether)\b/.test(summary)) return `tell you ${summary}`;
  return summary === "" || startsWithVerb ? summary : `help with ${summary}`;
}

function sentence(items: readonly string[]): string {
  return items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")}, and ${items.at(-1)}`;
}
