import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { LINE_LIMIT, LineReader, parseLine, parsePet, verbOf } from "../../src/agents/protocol.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Pieces of which an agent's output is made, any bytes, and now and then a line at the limit. */
const PIECE = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.constantFrom(
      ...["\n", "\r\n", "\r", "OK ", "OK", "ERR", "INFO x", "PET ", " ", "action dance"],
    ).map(encode),
  },
  { weight: 20, arbitrary: fc.string({ unit: "binary", maxLength: 10 }).map(encode) },
  { weight: 20, arbitrary: fc.uint8Array({ maxLength: 10 }) },
  { weight: 1, arbitrary: fc.constant(new Uint8Array(LINE_LIMIT).fill(0x61)) },
);

const BYTES = fc.array(PIECE, { maxLength: 12 }).map((pieces) => {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
});

/** Where a stream is cut, as shares of its length. */
const CUTS = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

/** However a stream is cut, its lines are those of the whole, and none is over the limit. */
export const lineReader = fc.property(BYTES, CUTS, (bytes, cuts) => {
  const lines: Uint8Array[] = [];
  const reader = new LineReader((line) => lines.push(line.slice()));
  const ends = cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b);
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    reader.push(bytes.subarray(from, end));
    from = end;
  }
  reader.end();
  const expected = linesOf(bytes);
  assertEquals(lines.length, expected.length);
  for (const [at, line] of lines.entries()) {
    // Compared as base64, as comparing megabytes one by one takes its time.
    assert(line.toBase64() === expected[at]!.toBase64(), `line ${at} differs`);
    assert(line.length <= LINE_LIMIT, "a line over the limit");
    const { verb, text } = parseLine(line.subarray(0, 200));
    assert(verb === undefined || verb === verbOf(line));
    assert(!text.includes("\n"));
  }
});

/** The lines of a stream, found in the plainest way. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  while (from < bytes.length) {
    const found = bytes.indexOf(0x0a, from);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(from, end);
    lines.push((line.at(-1) === 0x0d ? line.subarray(0, -1) : line).subarray(0, LINE_LIMIT));
    from = end + 1;
  }
  return lines;
}

const WORD = fc.oneof(
  fc.constantFrom(
    "action",
    "event",
    "expr",
    "walk",
    "go",
    "move",
    "left",
    "right",
    "stand",
    "jump",
  ),
  fc.constantFrom("dance", "love", "happy", "fly", "Dance", "a".repeat(33), "x1_", "_x", ""),
  fc.string({ unit: "binary", maxLength: 8 }),
);

/** The grammar of SPEC section 4, written down a second time. */
const NAMED = /^ *(?:action|event|expr) +[a-z][a-z0-9_]{0,31} *$/;
const MOVED =
  /^ *(?:(?:stand|stop|freeze|hold|stay|idle|auto|wander|left|l|right|r|jump|hop|bounce|parachute|chute|drop|fall|skateboard|skate|ride|board)|(?:walk|go|move)(?: +(?:left|right))?) *$/;

/** A PET line passes exactly where the grammar says so; what is wrong is told in clean words. */
export const petGrammar = fc.property(
  fc.array(WORD, { maxLength: 4 }),
  fc.constantFrom(" ", "  "),
  (words, space) => {
    const text = words.join(space);
    const read = parsePet(text);
    assertEquals("command" in read, NAMED.test(text) || MOVED.test(text), JSON.stringify(text));
    // deno-lint-ignore no-control-regex
    if ("fault" in read) assert(!/[\x00-\x1f\x7f-\x9f]/.test(read.fault), read.fault);
  },
);
