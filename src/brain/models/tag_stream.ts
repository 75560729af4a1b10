import { shown } from "../../text/shown.ts";
import type { BrainEvent } from "../brain.ts";
import { CleanStream } from "../clean_stream.ts";
import { petChoice } from "./moods.ts";
import { type Tag, TagMatcher } from "./tag_matcher.ts";
import { squeezed } from "./tags.ts";
import { ThinkingFilter } from "./thinking.ts";

/** How a model's text is read. */
export interface TagStreamOptions {
  /**
   * Whether AGENT tags call. With native tools they do not, and are only kept from being shown: one
   * way to call is enough, and a model that explains a call in its text must not make it twice.
   */
  readonly calls: boolean;
  /**
   * What agents and other strangers wrote that the model may be repeating: the messages of this
   * reply and of earlier ones, as they came. A tag that stands in one of them, however it is spelled
   * there, does not call. Another call of the same agent still does, so that a track with an odd
   * name cannot switch an agent off.
   */
  readonly foreign?: readonly string[];
  /** Told in one clean line what was swallowed without being acted on, for the log. */
  readonly onIgnored?: (note: string) => void;
}

/**
 * Where in the text the reader is: where a tag counts (at the start of the reply or of a line, or
 * behind another tag), in the words of a line, in what may be a tag, or in a broken one.
 */
type Place = "start" | "words" | "tag" | "broken";

/** Space in front of a line's first word. */
const INDENT = /^[ \p{DI}]+/u;

/**
 * Reads a model's text as it streams in (SPEC section 5): gives its words, calls, moods and wishes
 * for the pet, and never any part of a tag or of its thinking, wherever the pieces are cut. Its
 * path: clean -> without thinking -> words and tags.
 *
 * Only what may still become a tag is held back. A broken tag is not shown either: it goes up to
 * its `]`, or to the end of its first line where it has none. A line that held nothing but tags
 * goes with its line end. What could have become a tag when the text ends is a tag cut in two.
 */
export class TagStream {
  readonly #options: TagStreamOptions;
  readonly #clean = new CleanStream();
  readonly #thinking = new ThinkingFilter();
  /** Squeezed when first needed. */
  #foreign: readonly string[] | undefined;
  #place: Place = "start";
  #events: BrainEvent[] = [];
  /** Held back: in front of a tag it is not shown. */
  #indent = "";
  /** Whether a tag stands on this line, in front of the place. */
  #behindTag = false;
  #matcher = new TagMatcher();
  /** What the matcher has read. */
  #held = "";
  /** Where a broken tag is read on: outside quotes, inside, or behind a backslash there. */
  #quotes: "none" | "inside" | "escape" = "none";

  constructor(options: TagStreamOptions) {
    this.#options = options;
  }

  /** Takes the next piece, of any length; gives what is certain by now. */
  push(piece: string): BrainEvent[] {
    this.#readAll(this.#thinking.push(this.#clean.push(piece)));
    return this.#taken();
  }

  /** Ends the text; gives what is left. Nothing can be pushed after it. */
  end(): BrainEvent[] {
    this.#readAll(this.#thinking.push(this.#clean.end()));
    this.#thinking.end();
    while (this.#place === "tag") {
      const held = this.#held;
      if (this.#matcher.ended) {
        this.#act(this.#matcher.tag, held);
        this.#endTag();
      } else if (held.includes("\n")) {
        // What looked like a tag over several lines was a broken one on the first of them.
        this.#breakTag(held);
        this.#readAll(held);
      } else {
        this.#ignore(`a tag that the end of the text cut off: ${shown(held)}`);
        this.#endTag();
      }
    }
    return this.#taken();
  }

  #readAll(text: string): void {
    for (let rest = text; rest !== "";) {
      if (this.#place === "start") rest = this.#readStart(rest);
      else if (this.#place === "words") rest = this.#readWords(rest);
      else if (this.#place === "tag") rest = this.#readTag(rest);
      else rest = this.#readBroken(rest);
    }
  }

  /** Each reader takes what is to be read and gives what it left of it. */
  #readStart(text: string): string {
    const [space = ""] = INDENT.exec(text) ?? [];
    if (!this.#behindTag) this.#indent += space;
    const rest = text.slice(space.length);
    if (rest === "") return "";
    if (rest[0] === "[") {
      this.#place = "tag";
      this.#matcher = new TagMatcher();
      this.#held = "[";
      return rest.slice(1);
    }
    if (rest[0] !== "\n") {
      this.#sayIndent();
      this.#place = "words";
      return rest;
    }
    if (!this.#behindTag) this.#say("\n");
    this.#behindTag = false;
    this.#indent = "";
    return rest.slice(1);
  }

  #readWords(text: string): string {
    const end = text.indexOf("\n");
    if (end < 0) {
      this.#say(text);
      return "";
    }
    this.#say(text.slice(0, end + 1));
    this.#place = "start";
    this.#behindTag = false;
    return text.slice(end + 1);
  }

  #readTag(text: string): string {
    let at = 0;
    for (const character of text) {
      const verdict = this.#matcher.feed(character);
      if (verdict !== "before") at += character.length;
      if (verdict === "more") continue;
      const held = this.#held + text.slice(0, at);
      const rest = text.slice(at);
      if (verdict === "prose") {
        this.#sayIndent();
        this.#place = "words";
        return held + rest;
      }
      if (verdict === "broken") {
        this.#breakTag(held);
        return held + rest;
      }
      this.#act(this.#matcher.tag, held);
      this.#endTag();
      return rest;
    }
    this.#held += text;
    return "";
  }

  #readBroken(text: string): string {
    for (let at = 0; at < text.length; at++) {
      const character = text[at];
      if (character === "\n") {
        this.#endTag();
        return text.slice(at);
      }
      if (this.#quotes === "escape") this.#quotes = "inside";
      else if (character === '"') this.#quotes = this.#quotes === "none" ? "inside" : "none";
      else if (character === "\\" && this.#quotes === "inside") this.#quotes = "escape";
      else if (character === "]" && this.#quotes === "none") {
        this.#endTag();
        return text.slice(at + 1);
      }
    }
    return "";
  }

  /** From here on the broken tag is read anew, only to find its end. */
  #breakTag(held: string): void {
    this.#ignore(`a broken tag: ${shown(held)}`);
    this.#place = "broken";
    this.#quotes = "none";
  }

  #endTag(): void {
    this.#place = "start";
    this.#behindTag = true;
    this.#indent = "";
  }

  #act(tag: Tag, written: string): void {
    if (tag.kind === "mood") this.#events.push({ type: "mood", mood: tag.mood });
    else if (tag.kind === "agent") this.#call(tag.id, tag.args, written);
    else {
      const command = petChoice(tag.kind, tag.name);
      if (command) this.#events.push({ type: "pet", command });
      else this.#ignore(`the ${tag.kind} ${shown(tag.name)}, which the pet does not know`);
    }
  }

  #call(id: string, args: Readonly<Record<string, string>>, written: string): void {
    const { calls, foreign = [] } = this.#options;
    this.#foreign ??= foreign.map(squeezed);
    const tag = squeezed(written);
    if (!calls) this.#ignore(`a tag for ${shown(id)}: this model calls by tools`);
    else if (this.#foreign.some((text) => text.includes(tag))) {
      this.#ignore(`a tag for ${shown(id)}: it stands in what an agent gave`);
    } else this.#events.push({ type: "call", id, args, why: "a tag of the model" });
  }

  #ignore(what: string): void {
    this.#options.onIgnored?.(`ignored ${what}`);
  }

  #sayIndent(): void {
    this.#say(this.#indent);
    this.#indent = "";
  }

  #say(text: string): void {
    const last = this.#events.at(-1);
    if (text === "") return;
    if (last?.type === "text") {
      this.#events.splice(-1, 1, { type: "text", text: last.text + text });
    } else this.#events.push({ type: "text", text });
  }

  #taken(): BrainEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
