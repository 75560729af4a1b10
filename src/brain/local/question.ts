/** How she asks for a parameter that a request lacks. */
import type { Slot } from "./glossary.ts";

/** What a parameter holds that has no noun to ask with. */
const TEXTS = /^(?:the |a |your )?(?:note|text|message|content|contents|body|memo)$/i;

/**
 * Makes a question of a parameter's description: "name of the city" becomes "Which city?", "how many
 * minutes" "How many minutes?", "what to write down" "What should I write down?". The values of a
 * short enum are named. Takes the parameter; gives one sentence.
 */
export function questionFor({ param, temporal }: Slot): string {
  const values = param.enum && param.enum.length <= 6
    ? `: ${param.enum.slice(0, -1).join(", ")}${param.enum.length > 1 ? " or " : ""}${
      param.enum.at(-1)
    }`
    : "";
  const told = param.description.replace(/\s*(?:[;(:,.]|\be\.?g\.|\bsuch as\b).*$/s, "").trim();
  return `${
    temporal ? "When" : asked(told || param.name.replaceAll("_", " "), param.type)
  }${values}?`;
}

function asked(told: string, type: Slot["param"]["type"]): string {
  // "City name", "name of the city", "the number of the room".
  const plain = told.replace(/^(?:the )?(?:name|title) of (?:the |an? )?/i, "")
    .replace(/(?<=\w) names?$/i, "").replace(/^(?:the|an?|your) /i, "");
  const deed = /^(what|who|whom|where|when|which(?: \w+)?|how(?: \w+)?) to (.+)$/i.exec(told);
  if (deed) {
    return capital(
      `${deed[1]} ${/^be\b/.test(deed[2]!) ? "do you want to" : "should I"} ${deed[2]}`,
    );
  }
  if (/^(?:what|who|whom|whose|where|when|which|how)\b/i.test(told)) return capital(told);
  const count = /^(?:the )?(?:number|amount) of (.+)$/i.exec(told);
  if (count) return `How many ${count[1]}`;
  if (TEXTS.test(told)) return "What should it say";
  const object = /^(?:things?|something|items?|what) to (.+)$/i.exec(plain);
  if (object) return `What should I ${object[1]}`;
  const done = /^([\w ]+?) to (\w.*)$/i.exec(plain);
  if (done) return `Which ${lower(done[1]!)} should I ${done[2]}`;
  if (type === "int" && /^\w+s$/.test(plain)) return `How many ${lower(plain)}`;
  return type === "int" ? `What is the ${lower(plain)}` : `Which ${lower(plain)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Without its sentence's capital: "City" but not "URL". */
function lower(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
