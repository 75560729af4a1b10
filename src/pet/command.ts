import { ACTIONS, DIRECTIONS, EVENTS, MOODS, MOVES, type PetCommand, WALKS } from "./vocabulary.ts";

const KNOWN: Readonly<Record<PetCommand["kind"], ReadonlySet<string>>> = {
  action: new Set(ACTIONS),
  event: new Set(EVENTS),
  expr: new Set(MOODS),
  move: new Set([
    ...MOVES,
    ...WALKS,
    ...WALKS.flatMap((walk) => DIRECTIONS.map((direction) => `${walk} ${direction}`)),
  ]),
};

/** The words of a pet command as the wire and `-json` write them: `action dance`, `walk left`. */
export function petWords(command: PetCommand): string {
  return command.kind === "move" ? command.name : `${command.kind} ${command.name}`;
}

/** Whether the pet knows what it is told: well-formed but unknown names are none of its (SPEC section 4). */
export function isKnownToPet(command: PetCommand): boolean {
  return KNOWN[command.kind].has(command.name);
}
