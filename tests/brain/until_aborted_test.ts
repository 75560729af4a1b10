import { assert, assertEquals } from "@std/assert";
import { untilAborted } from "../../src/brain/until_aborted.ts";

const CHUNK = 16 * 1024 * 1024;

Deno.test("what was passed on is not kept, so that a conversation may go on for days", async () => {
  const chunks = 64;
  const source = (async function* () {
    for (let given = 0; given < chunks; given++) {
      // As a pipe does: each line comes by itself.
      await new Promise((resolve) => setTimeout(resolve));
      yield new Uint8Array(CHUNK);
    }
  })();
  let taken = 0;
  let held = 0;
  for await (const chunk of untilAborted(source, new AbortController().signal)) {
    taken += chunk.length / CHUNK;
    held = Deno.memoryUsage().external;
  }
  assertEquals(taken, chunks);
  assert(held < chunks / 2 * CHUNK, `${held} bytes are held of ${chunks * CHUNK}`);
});

Deno.test("a source that hangs is left when the signal comes, and what it throws is passed on", async () => {
  const abort = new AbortController();
  const hanging = (async function* () {
    yield 1;
    await new Promise(() => {});
  })();
  const seen: number[] = [];
  for await (const one of untilAborted(hanging, abort.signal)) {
    seen.push(one);
    queueMicrotask(() => abort.abort());
  }
  assertEquals(seen, [1]);

  const failing = (async function* () {
    yield 1;
    throw new Error("the cable is cut");
  })();
  let message = "";
  try {
    for await (const _ of untilAborted(failing, new AbortController().signal));
  } catch (error) {
    message = (error as Error).message;
  }
  assertEquals(message, "the cable is cut");
});
