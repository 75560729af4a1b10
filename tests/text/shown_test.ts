import { assertEquals } from "@std/assert";
import { shown } from "../../src/text/shown.ts";

Deno.test("a text is quoted, clean and cut", () => {
  assertEquals(shown("milk"), '"milk"');
  assertEquals(shown("a\x1b[31mb\nc"), '"ab c"');
  assertEquals(shown("x".repeat(60)), `"${"x".repeat(60)}"`);
  assertEquals(shown("x".repeat(61)), `"${"x".repeat(60)}…"`);
  assertEquals(shown("🍵".repeat(61)), `"${"🍵".repeat(60)}…"`);
  assertEquals(shown("y".repeat(5_000_000)), `"${"y".repeat(60)}…"`);
});

Deno.test("of other values a sentence says what they are", () => {
  assertEquals(
    [5, 2.5, true, null, undefined, [1], { a: 1 }, () => {}].map(shown),
    ["5", "2.5", "true", "null", "nothing", "an array", "an object", "a function"],
  );
});
