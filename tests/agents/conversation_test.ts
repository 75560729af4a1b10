import { assertEquals } from "@std/assert";
import { Conversation } from "../../src/agents/conversation.ts";

function start() {
  const logged: string[] = [];
  const log = {
    info: (text: string) => logged.push(text),
    warn: (text: string) => logged.push(text),
  };
  const conversation = new Conversation("tea", log);
  const take = (text: string) => conversation.take(new TextEncoder().encode(text));
  return { conversation, take, logged };
}

Deno.test("the first OK or ERR ends it, and nothing after counts", () => {
  const { conversation, take } = start();
  assertEquals(take("INFO boiling"), undefined);
  assertEquals(take("PET action eat"), undefined);
  assertEquals(take("OK The kettle is on"), { ok: true, message: "The kettle is on" });
  assertEquals(take("ERR no"), undefined);
  assertEquals(take("PET fly"), undefined);
  assertEquals(take("INFO late"), undefined);
  assertEquals(conversation.info, ["boiling"]);
  assertEquals(conversation.pet, { kind: "action", name: "eat" });
});

Deno.test("an OK may be empty, an ERR gets a reason", () => {
  assertEquals(start().take("OK"), { ok: true, message: "" });
  assertEquals(start().take("OK  "), { ok: true, message: "" });
  assertEquals(start().take("ERR out of tea"), { ok: false, message: "out of tea" });
  assertEquals(start().take("ERR"), { ok: false, message: "agent tea: ERR without a reason" });
});

Deno.test("a second PET is against the rules, even when it repeats the first", () => {
  const { take } = start();
  take("PET action dance");
  assertEquals(take("PET action dance"), {
    ok: false,
    message: "agent tea: second PET line",
    kill: true,
  });
});

Deno.test("a malformed PET is against the rules", () => {
  assertEquals(start().take("PET fly high"), {
    ok: false,
    message: 'agent tea: PET: unknown verb "fly"',
    kill: true,
  });
});

Deno.test("everything an agent says is clean before it leaves", () => {
  const { conversation, take, logged } = start();
  take("INFO \x1b[31mred\x07 a\tb");
  take("other \x1b]0;title\x07line");
  assertEquals(conversation.info, ["red a b"]);
  assertEquals(logged, ["agent tea: INFO red a b", "agent tea: other line"]);
  assertEquals(take("OK \x1b[2Jdone\r"), { ok: true, message: "done" });
});

Deno.test("the 51st INFO line and those after it are left out, which the log says once", () => {
  const { conversation, take, logged } = start();
  for (let at = 1; at <= 60; at++) take(`INFO ${at}`);
  assertEquals(conversation.info.length, 50);
  assertEquals(conversation.info.at(-1), "50");
  assertEquals(logged.length, 51);
  assertEquals(logged.at(-1), "agent tea: more than 50 INFO lines, the rest is left out");
});

Deno.test("no more than 1 MiB is logged or kept, however the lines are cut", () => {
  for (const line of ["x".repeat(600_000), "INFO " + "x".repeat(600_000), "y", ""]) {
    const { conversation, take, logged } = start();
    for (let at = 0; at < 200_000 && !conversation.full; at++) take(line);
    for (let at = 0; at < 1000; at++) take(line);
    const size = logged.reduce((sum, entry) => sum + entry.length, 0);
    assertEquals(size < 2 ** 20 + 200, true, `${size}`);
    assertEquals(conversation.info.join("").length <= 2 ** 20, true);
    assertEquals(take("OK still heard"), { ok: true, message: "still heard" });
  }
});
