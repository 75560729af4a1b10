/** Ordinary talk: what she says when nothing is to be called (SPEC section 5, "local"). */
import type { Exchange } from "../brain.ts";
import { abilities, someAbilities } from "./abilities.ts";
import type { KnownCatalog } from "./catalog.ts";
import { frameOf } from "./frames.ts";
import { type Mood, type Persona, SMALL_TALK, type SmallTalk } from "./smalltalk_topics.ts";
import { normOf, wordsOf } from "./words.ts";

/** A reply without a call. */
export interface Reply {
  readonly text: string;
  readonly mood?: Mood;
  readonly action?: SmallTalk["action"];
  readonly event?: SmallTalk["event"];
}

/** Common words of other languages, enough to notice that a message is not English. */
const FOREIGN =
  /(?:^| )(?:hola|bonjour|salut|merci|gracias|danke|bitte|guten|hallo|ciao|grazie|por favor|s'il|buenos|que tal|wie geht|ich|nicht|und|der|das|est|une|les|pour|avec|musica|pone|spiel|joue|metti|toca|ola|obrigad[oa]|privet|konnichiwa|namaste|mach|wo ist|comment|quiero|como estas)(?: |$)/;

/**
 * Answers ordinary talk. Takes the message, the exchanges before it, who she is and what she can do
 * now. The choice among answers depends on these alone, so that the same conversation reads the
 * same; what she said before in it she does not say again while there is something else to say.
 */
export function chat(
  message: string,
  conversation: readonly Exchange[],
  persona: Persona,
  catalog: KnownCatalog,
): Reply {
  const norm = normOf(wordsOf(message, 60)).replace(
    new RegExp(`^(?:(?:hey|hi|hello|ok|okay) )?${escaped(persona.name)} (?=\\S)`),
    "",
  );
  const seed = hash(norm) + conversation.length;
  const said = conversation.map(({ reply }) => reply);
  const pick = (replies: readonly string[]) => unsaid(replies, seed, said);
  if (norm === "") {
    return { text: pick(["I'm listening.", "Yes?", "Go on, I'm all ears."]), mood: "neutral" };
  }
  const topic = SMALL_TALK.find(({ said }) => said.test(norm));
  if (topic) {
    const text = pick(topic.replies(persona)).replace("{abilities}", () => abilities(catalog));
    const { mood, action, event } = topic;
    return { text, ...(mood && { mood }), ...(action && { action }), ...(event && { event }) };
  }
  if (isForeign(message, norm)) return foreign(catalog, seed);
  return decline(message, persona, catalog, seed, pick);
}

/** A reply that was not given yet, beginning at a place that depends on the message. */
function unsaid(replies: readonly string[], seed: number, said: readonly string[]): string {
  const order = replies.map((_, at) => replies[(seed + at) % replies.length]!);
  return order.find((reply) => !said.some((earlier) => earlier.includes(reply))) ?? order[0]!;
}

function foreign(catalog: KnownCatalog, seed: number): Reply {
  const some = someAbilities(catalog, seed);
  const text = "I only understand English so far, I'm sorry." +
    (some ? ` In English I can ${some}.` : "");
  return { text, mood: "confused" };
}

/** What she says to a message she has nothing for: by what it was for, and with a hint. */
function decline(
  message: string,
  persona: Persona,
  catalog: KnownCatalog,
  seed: number,
  pick: (replies: readonly string[]) => string,
): Reply {
  const { act } = frameOf(wordsOf(message, 60), persona.name.toLowerCase(), catalog.verbs);
  const some = someAbilities(catalog, seed);
  const hint = some ? ` I can ${some}, though.` : " Agents teach me new things.";
  switch (act) {
    case "question":
    case "explain":
    case "tell":
      return {
        text: pick([
          "That I don't know.",
          "I keep no encyclopedia in my pocket, so I can't say.",
          "You've got me there.",
          "Good question, and too big for me.",
          "I'd only be guessing.",
        ]) + hint,
        mood: "thinking",
      };
    case "refusal":
      return {
        text: pick(["All right, I won't.", "Understood.", "Hands off, then.", "As you wish."]),
        mood: "neutral",
      };
    case "statement":
      return {
        text: pick([
          "I see.",
          "Is that so?",
          "Mm, tell me more.",
          "I hear you.",
          "Fancy that.",
          "And how is that for you?",
        ]),
        mood: "thinking",
      };
    default:
      return {
        text: pick([
          "I can't do that one.",
          "That's beyond me, I'm afraid.",
          "I wish I could, but nobody has taught me that.",
          "No luck with that one.",
          "That trick I haven't learned yet.",
        ]) + hint,
        mood: "confused",
      };
  }
}

function isForeign(message: string, norm: string): boolean {
  const letters = message.match(/\p{L}/gu)?.length ?? 0;
  const latin = message.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > 0 && latin < letters / 2 || FOREIGN.test(norm);
}

/** FNV-1a: spreads messages over the answers, the same way on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value >>> 8;
}

function escaped(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, "");
}
