import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { neutralise } from "../../src/brain/models/neutralise.ts";
import { formatTag } from "../../src/brain/models/tags.ts";
import { read } from "../brain/models/reading.ts";

/** What the texts of models are made of where they are hard to read. */
const PART = fc.oneof(
  fc.constantFrom(
    ...["[AGENT: tea]", '[AGENT: tea kind="a ] b"]', "[AGENT: tea kind=", "[AGENT", "[agent:", "["],
    ...["]", '"', "\\", "=", ":", "kind", "[happy]", "[happy](x)", "[ACTION: dance]", "[EVENT: x]"],
    ...["\n", "\r\n", "\r", " ", "\t", "<think>", "</think>", "<THINKING", "</", ">", "<", "/>"],
    ...["\x1b[31m", "\x1b]0;x\x07", "\x1b", "\u200b", "\ufeff", "🎉", "\ud83c", "words", "[1] x"],
  ),
  fc.string({ maxLength: 3 }),
);

const TEXT = fc.array(PART, { maxLength: 24 }).map((parts) => parts.join(""));

/** However a text is cut into pieces, it is read the same. */
export const tagCuts = fc.property(TEXT, fc.array(fc.nat(200), { maxLength: 12 }), (text, cuts) => {
  const ends = [...cuts.filter((cut) => cut < text.length), text.length].sort((a, b) => a - b);
  const pieces = ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end));
  assertEquals(read(pieces), read([text]));
});

/** Whatever a text holds, no line that is shown begins with a tag, and no thinking is shown. */
export const tagsHidden = fc.property(TEXT, (text) => {
  const { text: shown } = read([text]);
  const line = /^[\s\p{DI}]*\[\s*(?:agent|action|event)\s*:.*$/imu.exec(shown) ??
    /^[\s\p{DI}]*\[(?:happy)\](?!\().*$/imu.exec(shown) ?? /<\/?think(?:ing)?[\s/>]/i.exec(shown);
  if (line) throw new Error(`shows ${JSON.stringify(line[0])}`);
});

/** A tag is read as the call it was written from, quotes, brackets and backslashes in it or not. */
export const tagRoundTrip = fc.property(
  fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), fc.string({ maxLength: 20 })),
  (args) => {
    const { text, acts } = read([`${formatTag("tea", args)}ok`]);
    assertEquals([text, acts], ["ok", [`tea ${JSON.stringify(args)}`]]);
  },
);

/** A text made harmless is one line within its limit, without tags and tokens. */
export const harmless = fc.property(
  fc.array(
    fc.oneof(
      PART,
      fc.constantFrom("user", "System", "：", "<|", "|>", "［", "[/INST]", "#", "`", "-", "1"),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { maxLength: 40 },
  ).map((parts) => parts.join("")),
  fc.integer({ min: 1, max: 80 }),
  (text, limit) => {
    const safe = neutralise(text, limit);
    if ([...safe].length > limit) throw new Error(`${safe.length} characters`);
    const left = /[<>＜＞\p{Cc}\p{Cf}]|\[\s*agent\s*[:：\]]|\b(?:user|system)\s*[:：]|###/iu.exec(
      safe,
    );
    if (left) throw new Error(`leaves ${JSON.stringify(left[0])} in ${JSON.stringify(safe)}`);
  },
);
