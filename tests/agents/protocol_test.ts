import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { LINE_LIMIT, LineReader, parseLine, parsePet, verbOf } from "../../src/agents/protocol.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The lines that come out when the pieces go in. */
function linesOf(pieces: readonly Uint8Array[], skims?: () => boolean): string[] {
  const lines: string[] = [];
  const reader = new LineReader((line) => lines.push(textOf(line)), skims);
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return lines;
}

const EXCHANGE = bytesOf(
  "INFO 812 tracks\r\nPET action dance\n\nünïcode 🍵\r\n\r\rOK Playing – 東京",
);
const LINES = ["INFO 812 tracks", "PET action dance", "", "ünïcode 🍵", "\r\rOK Playing – 東京"];

Deno.test("lines are the same wherever the stream is split", () => {
  assertEquals(linesOf([EXCHANGE]), LINES);
  for (let at = 0; at <= EXCHANGE.length; at++) {
    assertEquals(linesOf([EXCHANGE.subarray(0, at), EXCHANGE.subarray(at)]), LINES);
  }
});

Deno.test("lines are the same when they come one byte at a time", () => {
  assertEquals(linesOf([...EXCHANGE].map((byte) => Uint8Array.of(byte))), LINES);
});

Deno.test("lines are the same in any pieces", () => {
  const pieces = fc.array(
    fc.uint8Array({ maxLength: 20 }).map((bytes) => bytes.map((b) => b % 14)),
  );
  fc.assert(fc.property(pieces, (parts) => {
    const whole = new Uint8Array(parts.flatMap((part) => [...part]));
    assertEquals(linesOf(parts), linesOf([whole]));
  }));
});

Deno.test("a last line without its end counts, an empty one does not", () => {
  assertEquals(linesOf([bytesOf("a\nb")]), ["a", "b"]);
  assertEquals(linesOf([bytesOf("a\n")]), ["a"]);
  assertEquals(linesOf([]), []);
  assertEquals(linesOf([bytesOf("OK\r")]), ["OK"]);
});

Deno.test("a piece may be used again by whoever reads, once it is pushed", () => {
  const lines: string[] = [];
  const reader = new LineReader((line) => lines.push(textOf(line)));
  const piece = bytesOf("OK ab");
  reader.push(piece);
  piece.fill(0x78);
  reader.push(bytesOf("c\n"));
  assertEquals(lines, ["OK abc"]);
});

Deno.test("a line at the limit is whole, one over it is cut, and the next is untouched", () => {
  for (const end of ["\n", "\r\n"]) {
    for (
      const size of [LINE_LIMIT - 1, LINE_LIMIT, LINE_LIMIT + 1, LINE_LIMIT + 2, 5 * LINE_LIMIT]
    ) {
      const stream = bytesOf("x".repeat(size) + end + "OK after\n");
      for (const step of [stream.length, 65536, 4097]) {
        const pieces = [];
        for (let at = 0; at < stream.length; at += step) {
          pieces.push(stream.subarray(at, at + step));
        }
        const lines = linesOf(pieces);
        assertEquals(lines.length, 2);
        assertEquals(lines[0]!.length, Math.min(size, LINE_LIMIT));
        assertEquals(lines[1], "OK after");
      }
    }
  }
});

Deno.test("a reader that skims passes lines without a verb over and gives all others", () => {
  const stream = bytesOf("y\nINFO a\nyes\n\nOKAY\nOK b\nERR\r\n");
  assertEquals(linesOf([stream], () => true), ["INFO a", "OK b", "ERR"]);
  assertEquals(linesOf([stream], () => false).length, 7);
});

Deno.test("a verb is followed by a space or by the end of the line", () => {
  const verbs = (text: string) => verbOf(bytesOf(text));
  assertEquals(["INFO x", "PET x", "OK x", "ERR x"].map(verbs), ["INFO", "PET", "OK", "ERR"]);
  assertEquals(["INFO", "PET", "OK ", "OK\r"].map(verbs), ["INFO", "PET", "OK", "OK"]);
  for (
    const other of ["", "O", "OKAY", "OK\tx", "OK\rx", "ok x", " OK x", "ERROR x", "PE", "\ufeffOK"]
  ) {
    assertEquals(verbs(other), undefined, other);
  }
});

Deno.test("a line is its verb and what follows the one space", () => {
  assertEquals(parseLine(bytesOf("OK  two")), { verb: "OK", text: " two" });
  assertEquals(parseLine(bytesOf("OK")), { verb: "OK", text: "" });
  assertEquals(parseLine(bytesOf("hello OK")), { verb: undefined, text: "hello OK" });
});

Deno.test("bytes that are not UTF-8 are replaced", () => {
  assertEquals(parseLine(Uint8Array.of(0x4f, 0x4b, 0x20, 0x61, 0xff, 0x62)), {
    verb: "OK",
    text: "a\ufffdb",
  });
});

Deno.test("PET: actions, events and expressions take one name, known or not", () => {
  for (const kind of ["action", "event", "expr"] as const) {
    assertEquals(parsePet(`${kind} dance`), { command: { kind, name: "dance" } });
    assertEquals(parsePet(`${kind} moon_walk2`), { command: { kind, name: "moon_walk2" } });
  }
  assertEquals(parsePet("action ride"), { command: { kind: "action", name: "ride" } });
});

Deno.test("PET: movements stand alone, walks take a direction", () => {
  for (
    const name of ["stand", "l", "jump", "ride", "left", "board", "walk", "go right", "move left"]
  ) {
    assertEquals(parsePet(name), { command: { kind: "move", name } });
  }
  assertEquals(parsePet("  walk   left "), { command: { kind: "move", name: "walk left" } });
});

Deno.test("PET: what is malformed says how", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["", "PET: expected a verb and a name"],
    ["fly", 'PET: unknown verb "fly"'],
    ["fly away", 'PET: unknown verb "fly"'],
    ["Action dance", 'PET: unknown verb "Action"'],
    ["action", "PET: action needs a name"],
    ["action Dance", 'PET: bad name "Dance"'],
    ["action 1dance", 'PET: bad name "1dance"'],
    ["action " + "a".repeat(33), `PET: bad name "${"a".repeat(33)}"`],
    ["action dance now", 'PET: unexpected "now" after action'],
    ["jump high", 'PET: unexpected "high" after jump'],
    ["walk up", 'PET: walk takes left or right, not "up"'],
    ["walk l", 'PET: walk takes left or right, not "l"'],
    ["walk left now", 'PET: unexpected "now" after walk left'],
    ["constructor x", 'PET: unknown verb "constructor"'],
    ["action da\x1b[31mnce", 'PET: bad name "dance"'],
    ["action dance\tnow", 'PET: bad name "dance now"'],
  ];
  for (const [text, fault] of cases) assertEquals(parsePet(text), { fault }, text);
});
