import { beginsMood, isMood } from "./moods.ts";

/** What a tag says, once it is whole. */
export type Tag =
  | { readonly kind: "agent"; readonly id: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: "action" | "event"; readonly name: string }
  | { readonly kind: "mood"; readonly mood: string };

/**
 * What is known after one more character: a tag that may still go on; one that ends with this
 * character, or ended before it; one that is broken; or no tag at all.
 */
export type Verdict = "more" | "whole" | "before" | "broken" | "prose";

const KEYWORDS: readonly string[] = ["agent", "action", "event"];

/** The longest tag, in UTF-16 units: what goes on longer is broken. */
const LONGEST = 8192;

/** The longest id and the longest name of an action; no real ones come near. */
const LONGEST_NAME = 64;

/** Characters nobody sees; they make no word another one to the eye. */
const HIDDEN = /\p{DI}/u;

/**
 * Reads one tag, a character at a time, from behind its `[` (SPEC section 5):
 *
 *     tag   = "[" keyword ":" … "]" | "[" mood "]"
 *     agent = "[" "AGENT" ":" id *(space key "=" value) "]"
 *     value = bare | <"> *( any | \" | \\ ) <">
 *
 * Keywords and moods may have any case. Between the parts of an agent tag, and inside quotes, line
 * ends are allowed: a tag that a model spreads over lines must not be shown either. `[happy](…)`
 * is a link. A keyword in capitals without its colon is a broken tag, one in other letters
 * ("[Event horizon]") is prose.
 */
export class TagMatcher {
  #read: (character: string) => Verdict = this.#readWord;
  #length = 0;
  #word = "";
  #id = "";
  #key = "";
  #value = "";
  #ended = false;
  readonly #args = new Map<string, string>();

  /** Takes the next character, a whole code point. Anything but `more` is the last verdict. */
  feed(character: string): Verdict {
    return ++this.#length > LONGEST ? this.#unfit() : this.#read(character);
  }

  /** Whether the tag is whole where the text ends here. */
  get ended(): boolean {
    return this.#ended;
  }

  /** What the tag says; only of use once it is whole. */
  get tag(): Tag {
    const kind = this.#word.toLowerCase();
    if (kind === "agent") return { kind, id: this.#id, args: Object.fromEntries(this.#args) };
    if (kind === "action" || kind === "event") return { kind, name: this.#id.trim() };
    return { kind: "mood", mood: kind };
  }

  #readWord(character: string): Verdict {
    if (isBlank(character) || HIDDEN.test(character)) {
      return this.#word === "" || HIDDEN.test(character) ? "more" : this.#behindWord(character);
    }
    if (!/[a-z]/i.test(character)) return this.#behindWord(character);
    this.#word += character;
    const word = this.#word.toLowerCase();
    const begins = KEYWORDS.some((keyword) => keyword.startsWith(word)) || beginsMood(word);
    return begins ? "more" : "prose";
  }

  #behindWord(character: string): Verdict {
    const word = this.#word.toLowerCase();
    if (isBlank(character) || HIDDEN.test(character)) {
      this.#read = this.#behindWord;
      return KEYWORDS.includes(word) || isMood(word) ? "more" : "prose";
    }
    if (isMood(word)) {
      if (character === "\n") return "broken";
      if (character !== "]") return "prose";
      this.#ended = true;
      this.#read = (next) => next === "(" ? "prose" : "before";
      return "more";
    }
    if (!KEYWORDS.includes(word) || !/[:：]/.test(character)) return this.#unfit();
    this.#read = word === "agent" ? this.#readId : this.#readName;
    return "more";
  }

  #readName(character: string): Verdict {
    if (character === "]") return this.#id.trim() === "" ? "broken" : "whole";
    this.#id += character;
    return /[\w -]/.test(character) && this.#id.length <= LONGEST_NAME ? "more" : "broken";
  }

  #readId(character: string): Verdict {
    if (isSpace(character)) {
      if (this.#id !== "") this.#read = this.#readKey;
      return "more";
    }
    if (character === "]") return this.#id === "" ? "broken" : "whole";
    this.#id += character;
    return /[\w.-]/.test(character) && this.#id.length <= LONGEST_NAME ? "more" : "broken";
  }

  #readKey(character: string): Verdict {
    if (character === "=" && this.#key !== "" && !this.#args.has(this.#key)) {
      this.#read = this.#readValue;
      return "more";
    }
    if (/[\w-]/.test(character)) {
      this.#key += character;
      return "more";
    }
    if (this.#key !== "") return "broken";
    return isSpace(character) ? "more" : character === "]" ? "whole" : "broken";
  }

  #readValue(character: string): Verdict {
    if (character === '"') {
      this.#read = this.#readQuoted;
      return "more";
    }
    if (isSpace(character) || character === "]") return "broken";
    this.#read = this.#readBare;
    return this.#readBare(character);
  }

  #readBare(character: string): Verdict {
    if (isSpace(character) || character === "]") {
      this.#keep();
      return this.#readBehind(character);
    }
    this.#value += character;
    return character === '"' ? "broken" : "more";
  }

  #readQuoted(character: string): Verdict {
    if (character === '"') {
      this.#keep();
      this.#read = this.#readBehind;
    } else if (character === "\\") this.#read = this.#readEscaped;
    else this.#value += character;
    return "more";
  }

  /** Only `\"` and `\\` are escapes: in `C:\Music` the backslash is itself. */
  #readEscaped(character: string): Verdict {
    this.#value += character === '"' || character === "\\" ? character : `\\${character}`;
    this.#read = this.#readQuoted;
    return "more";
  }

  #readBehind(character: string): Verdict {
    this.#read = this.#readKey;
    return isSpace(character) ? "more" : character === "]" ? "whole" : "broken";
  }

  #keep(): void {
    this.#args.set(this.#key, this.#value);
    this.#key = this.#value = "";
  }

  /** What cannot go on: a broken tag, unless it has not even begun as one. */
  #unfit(): Verdict {
    if (this.#read !== this.#readWord && this.#read !== this.#behindWord) return "broken";
    const shouted = KEYWORDS.includes(this.#word.toLowerCase()) &&
      this.#word === this.#word.toUpperCase();
    return shouted ? "broken" : "prose";
  }
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}

function isSpace(character: string): boolean {
  return isBlank(character) || character === "\n";
}
