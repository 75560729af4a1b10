import { assertEquals } from "@std/assert";
import { fold } from "../../src/text/fold.ts";

Deno.test("case, accents and compatibility forms do not matter", () => {
  assertEquals(fold("Beyoncé"), "beyonce");
  assertEquals(fold("BEYONCE\u0301"), "beyonce");
  assertEquals(fold("ﬁnale Ⅳ"), "finale iv");
  assertEquals(fold("Ά"), "α");
});

Deno.test("scripts without case come out as they were", () => {
  assertEquals(fold("東京"), "東京");
  assertEquals(fold("한국어"), "한국어");
});
