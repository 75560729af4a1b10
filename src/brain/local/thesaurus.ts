import { stemOf } from "./words.ts";

/**
 * Everyday words that ask for the same thing. A small general thesaurus: a word of a sentence also
 * counts for an agent whose description uses another word of its line. The first half are verbs.
 */
const GROUPS = `
make brew prepare cook boil
set start create begin schedule
turn switch flip toggle
show display present
say tell announce
write note jot save log
remind remember
remove delete erase clear drop
cancel abort
continue keep resume
end stop halt quit finish
take capture grab snap shoot
throw roll toss cast
flip toss spin
open launch
shut close
raise increase up louder brighten brighter
lower reduce decrease down quieter dim darker
add append
search find lookup
calculate compute math maths arithmetic sum plus minus divided multiply
convert conversion
translate translation
pick choose select
lock secure
restart reboot
shutdown poweroff
generate create
weather forecast temperature rain raining rainy snow snowing sunny windy
timer countdown
alarm wake
note memo
picture photo image snapshot
screenshot screengrab screencap
light lamp bulb
dice die d6 d20
coin heads tails
drink beverage
joke funny laugh pun
news headlines
calendar appointment meeting event agenda schedule
mail email
todo task
shopping groceries grocery
volume sound loud louder quieter
brightness screen
password passphrase
disk storage
battery charge
date day today
clock time
word meaning definition mean define
currency exchange
wifi network internet
quote saying
fact trivia
`;

/** Kinds of the thing in front of the colon. */
const KINDS = `
game: chess checkers cards solitaire poker sudoku trivia quiz puzzle hangman snake mario tetris monopoly scrabble bingo blackjack minesweeper crossword tic_tac_toe hide_and_seek candy_crush
`;

/** Words that ask for the ones in front of `<`, which do not ask for them. */
const HINTS = `
weather temperature forecast < umbrella degrees warm cold hot
add < put
`;

/** What a thing is a kind of: "game" for "chess"; undefined for most. Takes a stem, or several joined by "_". */
export function kindOf(stem: string): string | undefined {
  kinds ??= new Map(
    KINDS.trim().split("\n").flatMap((line) => {
      const [kind = "", list = ""] = line.split(": ");
      return list.split(" ").map((item) => [item.split("_").map(stemOf).join("_"), kind] as const);
    }),
  );
  return kinds.get(stem);
}

let kinds: ReadonlyMap<string, string> | undefined;

const GROUP_STEMS = GROUPS.trim().split("\n").map((
  line,
) => [...new Set(line.split(" ").map(stemOf))]);

/** Words of the thesaurus that stand for a word too; by stem, built on first use. */
let table: Map<string, ReadonlySet<string>> | undefined;

/** The stems that ask for the same thing as a stem; empty for most. */
export function relatedTo(stem: string): ReadonlySet<string> {
  table ??= build();
  return table.get(stem) ?? NONE;
}

/** The other way round: the stems that ask for a stem, hints included. */
export function askingFor(stem: string): ReadonlySet<string> {
  if (!askers) {
    table ??= build();
    askers = new Map();
    for (const [asker, topics] of table) {
      for (const topic of topics) {
        askers.set(topic, (askers.get(topic) ?? new Set()).add(asker));
      }
    }
  }
  return askers.get(stem) ?? NONE;
}

let askers: Map<string, Set<string>> | undefined;

const NONE: ReadonlySet<string> = new Set();

function build(): Map<string, ReadonlySet<string>> {
  const related = new Map<string, Set<string>>();
  for (const group of GROUP_STEMS) {
    for (const stem of group) {
      const known = related.get(stem) ?? new Set<string>();
      for (const other of group) if (other !== stem) known.add(other);
      related.set(stem, known);
    }
  }
  for (const line of HINTS.trim().split("\n")) {
    const [topics = [], hints = []] = line.split(" < ").map((side) => side.split(" ").map(stemOf));
    for (const hint of hints) related.set(hint, new Set([...related.get(hint) ?? [], ...topics]));
  }
  return related;
}
