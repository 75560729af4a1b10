import { UserError } from "../errors.ts";
import { fold } from "../text/fold.ts";
import type { AgentIo } from "./agent_io.ts";
import { ACTIONS, EVENTS, EXPRESSIONS, MOVES, type PetName } from "./pet_words.ts";

/** What each kind is called on the wire, and what it knows. */
const KINDS: ReadonlyMap<string, { readonly verb: string; readonly names: readonly PetName[] }> =
  new Map([
    ["expression", { verb: "expr ", names: EXPRESSIONS }],
    ["event", { verb: "event ", names: EVENTS }],
    ["action", { verb: "action ", names: ACTIONS }],
    ["move", { verb: "", names: MOVES }],
  ]);

/** Words around a name that say nothing of it. */
const FILLERS = /\b(?:a|an|the|to|do|be|look|make|face|some|with|your|her|please)\b/g;

/**
 * The pet_control agent (SPEC section 6): turns everyday words into the pet's own name for them and
 * sends one PET line. What it does not know, or could take for two things, it refuses with the
 * names that are valid.
 */
export function petControl({ params, pet }: AgentIo): Promise<string> {
  const { kind = "", name = "" } = params;
  const known = KINDS.get(kind);
  if (!known) {
    throw new UserError(`kind: expected ${[...KINDS.keys()].join(", ")}, not '${kind}'`);
  }
  const meant = resolve(name, known.names);
  if (meant.length === 1) {
    pet(known.verb + meant[0]!.name);
    return Promise.resolve(`She ${meant[0]!.does}.`);
  }
  const valid = known.names.map((one) => one.name).join(", ");
  throw new UserError(
    meant.length > 1
      ? `'${name}' could be ${meant.map((one) => one.name).join(" or ")} - say which`
      : `unknown ${kind} '${name}' - try ${valid}`,
  );
}

/** All names that a text may mean: by the text as a whole, else by one of its words. */
function resolve(text: string, names: readonly PetName[]): readonly PetName[] {
  const plain = fold(text).replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const bare = plain.replace(FILLERS, " ").replace(/\s+/g, " ").trim();
  for (const whole of [plain, bare]) {
    const found = names.filter((one) => means(one, whole));
    if (found.length > 0) return found;
  }
  const words = bare.split(" ");
  return names.filter((one) => words.some((word) => means(one, word)));
}

function means({ name, words }: PetName, text: string): boolean {
  return name === text || words.split(" ").includes(text.replaceAll(" ", "_"));
}
