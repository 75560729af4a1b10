import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { redact, RedactingStream, redactValue } from "../../../src/brain/models/redact.ts";

Deno.test("a secret is found wherever a stream is cut", () => {
  const secret = "sk-abcabcabd";
  const text = `x sk-abc ${secret}${secret} sk-abcabc sk-`;
  for (let at = 0; at <= text.length; at++) {
    for (let next = at; next <= text.length; next += 3) {
      const stream = new RedactingStream([secret]);
      const pieces = [text.slice(0, at), text.slice(at, next), text.slice(next)];
      const shown = pieces.map((piece) => stream.push(piece)).join("") + stream.end();
      assertEquals(shown, "x sk-abc [key][key] sk-abcabc sk-");
    }
  }
});

Deno.test("text without secrets streams through as it is", () => {
  fc.assert(fc.property(fc.array(fc.string()), (pieces) => {
    const stream = new RedactingStream(["no such text in here \u{10ffff}"]);
    const shown = pieces.map((piece) => stream.push(piece)).join("") + stream.end();
    assertEquals(shown, pieces.join(""));
  }));
});

Deno.test("of two secrets that begin alike neither leaves a rest", () => {
  assertEquals(redact("a secret-long b secret c", ["secret", "secret-long"]), "a [key] b [key] c");
});

Deno.test("a secret is found in the values and the names of an object", () => {
  const value = { "my-key-1": ["my-key-1", { a: "is my-key-1!" }], n: 1, z: null };
  assertEquals(redactValue(value, ["my-key-1"]), {
    "[key]": ["[key]", { a: "is [key]!" }],
    n: 1,
    z: null,
  });
});

Deno.test("a word that serves as a key where none is needed may be said", () => {
  const stream = new RedactingStream(["none"]);
  assertEquals(stream.push("There is none.") + stream.end(), "There is none.");
});
