import { assertEquals } from "@std/assert";
import { nearest } from "../../src/text/nearest.ts";

const KNOWN = ["music-dir", "video-dir", "agents-dir", "player"];

Deno.test("a mistyped name finds the one it was meant to be", () => {
  assertEquals(nearest("musik-dir", KNOWN), "music-dir");
  assertEquals(nearest("PLAYR", KNOWN), "player");
});

Deno.test("a name too far from all of them finds none", () => {
  assertEquals(nearest("frobnicate", KNOWN), undefined);
  assertEquals(nearest("", KNOWN), undefined);
  assertEquals(nearest("player", []), undefined);
});
