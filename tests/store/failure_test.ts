import { assertEquals, assertStrictEquals } from "@std/assert";
import { UserError } from "../../src/errors.ts";
import { refusal } from "../../src/store/archive_error.ts";
import { failure, systemReason } from "../../src/store/failure.ts";

Deno.test("what the system refuses is told in words, whichever way the runtime names it", () => {
  assertEquals(
    systemReason(new Error("No space left on device (os error 28): copy 'a' -> 'b'")),
    "the disk is full: make room, then try again",
  );
  assertEquals(
    systemReason(new Error("ENOSPC: no space left on device, write")),
    "the disk is full: make room, then try again",
  );
  assertEquals(systemReason(new Error("Is a directory (os error 21)")), "Is a directory");
});

Deno.test("a refusal of the system or of an archive becomes a sentence with what was being done", () => {
  const full = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
  const sentences = [full, refusal("io", "it cannot be unpacked (ENOSPC: no space left)")].map((
    error,
  ) => (failure("Cannot install tea", error) as UserError).message);
  const words = "Cannot install tea: the disk is full: make room, then try again";
  assertEquals(sentences, [words, words]);
  const name = failure("Cannot install tea", refusal("name", "leaves the folder", "../ENOSPC"));
  assertEquals((name as UserError).message, 'Cannot install tea: "../ENOSPC": leaves the folder');
});

Deno.test("a bug of ours and a sentence that is there already are left as they are", () => {
  for (const error of [new TypeError("x is undefined"), new UserError("Cannot download: 404")]) {
    assertStrictEquals(failure("Cannot install tea", error), error);
  }
});
