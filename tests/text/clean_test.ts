import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cleanLine } from "../../src/text/clean.ts";

Deno.test("ordinary text in any script comes through untouched", () => {
  for (const text of ["", "Playing So What", "naïve café", "東京 🍵 👩‍👩‍👧", "Ελληνικά ~ {}"]) {
    assertEquals(cleanLine(text), text);
  }
});

Deno.test("escape sequences are removed whole, with what is inside them", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["\x1b[31mred\x1b[0m", "red"],
    ["\x1b]0;new title\x07done", "done"],
    ["\x1b]8;;http://example.com\x1b\\link\x1b]8;;\x1b\\", "link"],
    ["\x1bPpayload\x1b\\after", "after"],
    ["\x1b(Bascii", "ascii"],
    ["\x1bcreset", "reset"],
    ["\x9b2Jcleared", "cleared"],
    ["\x9d0;title\x9cdone", "done"],
    ["before\x1b]unclosed", "before"],
    ["end\x1b", "end"],
    ["cut\x1b[", "cut"],
  ];
  for (const [dirty, clean] of cases) assertEquals(cleanLine(dirty), clean);
});

Deno.test("tabs and line ends become spaces, so that words stay apart", () => {
  assertEquals(cleanLine("a\tb\nc\rd\u2028e\u0085f"), "a b c d e f");
});

Deno.test("marks that reorder or hide text are removed", () => {
  assertEquals(cleanLine("abc\u202egnp.exe\u2066x\u200f\ufeff"), "abcgnp.exex");
  assertEquals(cleanLine("hi\u{e0068}\u{e0069}\u061c!"), "hi!");
});

Deno.test("removing one sequence never makes another", () => {
  assertEquals(cleanLine("\x1b\x1b[31m[31mx"), "[31mx");
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("\x1b", "[", "]", "\x9b", "3", "m", "\x07", "\\", "\n", "x"), {
        maxLength: 40,
      }),
      (parts) => {
        const clean = cleanLine(parts.join(""));
        // deno-lint-ignore no-control-regex
        assert(!/[\x00-\x1f\x7f-\x9f]/.test(clean));
        assertEquals(cleanLine(clean), clean);
      },
    ),
  );
});

Deno.test("a megabyte of nothing but the beginnings of sequences comes out empty", () => {
  for (const start of ["\x1b]", "\x1b[", "\x1bP\x1b", "\x9d", "\x1b"]) {
    assertEquals(cleanLine(start.repeat(2 ** 20 / start.length)), "");
  }
});
