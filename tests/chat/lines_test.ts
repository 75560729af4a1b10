import { assertEquals, assertRejects } from "@std/assert";
import { MAX_MESSAGE_BYTES, readLines, readText } from "../../src/chat/lines.ts";
import { UserError } from "../../src/errors.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function* stream(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

Deno.test("lines are the same wherever the stream is cut", async () => {
  const input = bytes("hi\r\n\nwie schön 😀\n日本");
  for (let cut = 0; cut <= input.length; cut++) {
    const lines = await Array.fromAsync(readLines(stream(input.slice(0, cut), input.slice(cut))));
    assertEquals(lines, ["hi", "", "wie schön 😀", "日本"]);
  }
  assertEquals(await Array.fromAsync(readLines(stream())), []);
  assertEquals(await Array.fromAsync(readLines(stream(bytes("a\n")))), ["a"]);
});

Deno.test("a line is given before the next is read", async () => {
  let read = 0;
  const lines = readLines((async function* () {
    read++;
    yield bytes("one\n");
    read++;
    yield bytes("two\n");
  })());
  assertEquals((await lines.next()).value, "one");
  assertEquals(read, 1);
});

Deno.test("bytes that are not UTF-8 are replaced", async () => {
  const lines = readLines(stream(new Uint8Array([0x61, 0xff, 0x62, 10])));
  assertEquals(await Array.fromAsync(lines), ["a\ufffdb"]);
});

Deno.test("an input that cannot be read is the user's to mend", async () => {
  const broken = () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.reject(new Error("Is a directory (os error 21)")),
    }),
  });
  const sentence = "cannot read standard input: Is a directory";
  const lines = readLines(broken());
  await assertRejects(() => lines.next(), UserError, sentence);
  await assertRejects(() => readText(broken()), UserError, sentence);
});

Deno.test("a line or a text over 1 MiB is refused, one of 1 MiB is not", async () => {
  const whole = new Uint8Array(MAX_MESSAGE_BYTES).fill(0x61);
  const lines = readLines(stream(bytes("a\n"), whole, bytes("\n"), whole, bytes("b")));
  assertEquals((await lines.next()).value, "a");
  assertEquals((await lines.next()).value?.length, MAX_MESSAGE_BYTES);
  await assertRejects(() => lines.next(), UserError, "line 3 of standard input is over 1 MiB");
  assertEquals((await readText(stream(whole))).length, MAX_MESSAGE_BYTES);
  await assertRejects(() => readText(stream(whole, bytes("b"))), UserError, "over 1 MiB");
});
