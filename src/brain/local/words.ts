import { fold } from "../../text/fold.ts";

/** One word of a message. */
export interface Word {
  /** As the user wrote it, without the punctuation around it; empty for the tail of a contraction. */
  readonly text: string;
  /** Folded (case, accents), contractions written out: "What's" gives `what` and `is`. */
  readonly norm: string;
  /** What equals `norm` in other inflections: `playing`, `plays` and `played` share one. */
  readonly stem: string;
  /** Punctuation right behind it, e.g. `,` or `?`; empty mostly. */
  readonly after: string;
  /** Inside double quotes: one thing, never split or cleaned. */
  readonly quoted: boolean;
}

/** Contractions, with and without their apostrophe, as speech recognisers and hasty typists write. */
const CONTRACTIONS: Readonly<Record<string, string>> = {
  "i'm": "i am",
  im: "i am",
  "i'd": "i would",
  "i've": "i have",
  ive: "i have",
  "i'll": "i will",
  "you're": "you are",
  youre: "you are",
  "you'd": "you would",
  "you'll": "you will",
  "we're": "we are",
  "we'd": "we would",
  "we'll": "we will",
  "they're": "they are",
  "let's": "let us",
  lets: "let us",
  "can't": "can not",
  cant: "can not",
  cannot: "can not",
  "won't": "will not",
  wont: "will not",
  "ain't": "is not",
  wanna: "want to",
  gonna: "going to",
  gotta: "have to",
  lemme: "let me",
  gimme: "give me",
  pls: "please",
  plz: "please",
  u: "you",
  "'em": "them",
};

/** Words whose `'s` is "is" or "has"; behind any other word it is a possessive and stays. */
const BEFORE_IS = /^(?:what|who|where|when|how|why|that|this|it|there|here|he|she|everything)$/;

/** Irregular forms worth knowing: everyday verbs and the plural of a die. */
const IRREGULAR: Readonly<Record<string, string>> = {
  made: "make",
  gave: "give",
  given: "give",
  took: "take",
  taken: "take",
  told: "tell",
  said: "say",
  heard: "hear",
  wrote: "write",
  written: "write",
  began: "begin",
  ran: "run",
  went: "go",
  die: "dice",
  dies: "dice",
  lit: "light",
  threw: "throw",
  thrown: "throw",
  drew: "draw",
  woke: "wake",
  woken: "wake",
  news: "news",
  reminder: "remind",
  reminders: "remind",
};

/**
 * Cuts a message into words. Takes any text; gives at most `limit` words, control characters and
 * bare punctuation left out.
 */
export function wordsOf(text: string, limit = 400): Word[] {
  const words: Word[] = [];
  let quoted = false;
  const plain = /[’‘`“”]/.test(text)
    ? text.replaceAll(/[’‘`]/g, "'").replaceAll(/[“”]/g, '"')
    : text;
  for (const chunk of plain.split(/\s+/)) {
    if (words.length >= limit) break;
    // A possessive that was cut off its word ("Ann 's") is no word.
    if (chunk === "" || chunk === "'s") continue;
    // Most words have nothing around them; manifests are read at start, where this counts.
    if (/^[A-Za-z]+$/.test(chunk)) {
      addWords(words, chunk, "", quoted);
      continue;
    }
    const opens = /^[([{]*"/.test(chunk);
    const closes = /"[)\].,;:!?]*$/.test(chunk);
    const parts = /^[^\p{L}\p{N}]*(.*?)([^\p{L}\p{N}]*)$/su.exec(chunk);
    const body = parts?.[1] ?? "";
    const tail = (parts?.[2] ?? "").replaceAll(/[^,;:.!?]/g, "");
    if (opens) quoted = true;
    if (body !== "") addWords(words, body, tail, quoted);
    else if (tail !== "" || /^[-–—]+$/.test(chunk)) punctuate(words, tail || ",");
    if (closes) quoted = false;
  }
  return words;
}

/** The texts of words, joined as the user wrote them. */
export function textOf(words: readonly Word[]): string {
  return words.map((word) => word.text).filter((text) => text !== "").join(" ");
}

/** The folded words joined by single spaces: what the frames' patterns are matched against. */
export function normOf(words: readonly Word[]): string {
  return words.map((word) => word.norm).join(" ");
}

/**
 * Brings the inflections of a word to one form. A light suffix stripper (plural, -ing, -ed, -ly,
 * final e): enough to compare words, not a linguistic lemma. Takes a folded word.
 */
export function stemOf(norm: string): string {
  const seen = STEMS.get(norm);
  if (seen !== undefined) return seen;
  const stem = strip(norm);
  if (STEMS.size < 5000) STEMS.set(norm, stem);
  return stem;
}

/** Stems found so far: descriptions and sentences use the same few thousand words again and again. */
const STEMS = new Map<string, string>();

function strip(norm: string): string {
  const known = Object.hasOwn(IRREGULAR, norm) ? IRREGULAR[norm] : undefined;
  let word = known ?? (norm.includes("'") ? norm.replace(/'s?$/, "") : norm);
  if (known === undefined && word.length > 3) {
    if (word.endsWith("s")) {
      word = word
        .replace(/^(.{2,})ies$/, "$1y")
        .replace(/(ss|sh|ch|x|z)es$/, "$1")
        .replace(/([^suiy])s$/, "$1");
    }
    if (word.endsWith("ing") || word.endsWith("ed")) {
      const bare = word.replace(/^(.*[aeiouy].*?)(?:ing|ed)$/, "$1");
      // "stopping" is "stop" again, while "roll" and "pass" keep both letters.
      if (bare !== word && bare.length >= 2) word = bare.replace(/([^lsz])\1$/, "$1");
    }
    if (word.length > 5 && word.endsWith("ly")) {
      word = word.replace(/([^aeiou])ly$/, "$1").replace(/ally$/, "al");
    }
  }
  return word.length > 3 ? word.replace(/e$/, "") : word;
}

function addWords(words: Word[], body: string, tail: string, quoted: boolean): void {
  // deno-lint-ignore no-control-regex
  const folded = /^[\x00-\x7f]*$/.test(body) ? body.toLowerCase() : fold(body);
  const written = writtenOut(folded);
  const parts = written.includes(" ") ? written.split(" ") : [written];
  parts.forEach((norm, at) => {
    words.push({
      text: at === 0 ? body : "",
      norm,
      stem: stemOf(norm),
      after: at === parts.length - 1 ? tail : "",
      quoted,
    });
  });
}

function writtenOut(word: string): string {
  const known = Object.hasOwn(CONTRACTIONS, word) ? CONTRACTIONS[word] : undefined;
  if (known !== undefined) return known;
  // Most words are none of these; the patterns below are dear when manifests are read at start.
  if (!/[s\dt]$/.test(word)) return word;
  const is = /^(.+)'s$/.exec(word) ?? /^(what|who|where|how|that|here|there)s$/.exec(word);
  if (is?.[1] && BEFORE_IS.test(is[1])) return `${is[1]} is`;
  // "3d6" and "d20" are how players write dice.
  const dice = /^(\d{0,2})d(\d{1,3})$/.exec(word);
  if (dice) return `${dice[1]} dice ${dice[2]} sides`.trim();
  const not = /^(.+)n'?t$/.exec(word);
  if (not?.[1] && /^(?:do|does|did|is|are|was|were|would|could|should|has|have)$/.test(not[1])) {
    return `${not[1]} not`;
  }
  return word;
}

function punctuate(words: Word[], tail: string): void {
  const last = words.pop();
  if (last) words.push({ ...last, after: last.after + tail });
}
