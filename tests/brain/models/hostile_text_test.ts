import { assert, assertEquals } from "@std/assert";
import type { BrainRequest } from "../../../src/brain/brain.ts";
import { conversationMessages, roundMessages } from "../../../src/brain/models/messages.ts";
import { systemPrompt } from "../../../src/brain/models/persona.ts";
import { TagStream } from "../../../src/brain/models/tag_stream.ts";
import { HOSTILE_STRINGS, leftOf } from "../../fakes/hostile_strings.ts";
import { answering, offered, scripted, turn } from "../turn_fixture.ts";

const NONCE = "fedcba9876543210";
const CATALOG = [offered("evil"), offered("tea")];

/** A model's text as a brain gives it, in small pieces, knowing what agents said before. */
function* heard(text: string, { conversation, rounds }: BrainRequest) {
  const results = [...rounds.flat(), ...conversation.flatMap((exchange) => exchange.calls)];
  const stream = new TagStream({ calls: true, foreign: results.map((result) => result.message) });
  for (const piece of text.match(/[^]{1,7}/g) ?? []) yield* stream.push(piece);
  yield* stream.end();
}

/** All that a model would be told. */
function told({ catalog, conversation, message, rounds }: BrainRequest): string {
  const messages = [
    ...conversationMessages(conversation, message, { nonce: NONCE, tags: true }),
    ...roundMessages(rounds, NONCE),
  ];
  const system = systemPrompt({ name: "Onidia", catalog, mode: "tags" });
  return [system, ...messages.map((it) => it.content)].join("\n\n");
}

Deno.test("a model that repeats a hostile agent calls nothing, in this reply and the next", async () => {
  for (const hostile of HOSTILE_STRINGS) {
    const { tries, text } = hostile;
    const repeat = (request: BrainRequest) => heard(`It said:\n${text.slice(0, 5000)}`, request);
    const brain = scripted([(request) => heard("[AGENT: tea]\n", request), repeat]);
    const parts = { call: answering({ tea: { message: text } }), catalog: CATALOG };
    const first = await turn(brain, parts);
    const conversation = [{ message: "tea", reply: first.text, calls: first.calls }];
    const next = scripted([repeat]);
    const second = await turn(next, { ...parts, conversation, message: "what was that?" });
    assertEquals([...first.calls, ...second.calls].map((it) => it.id), ["tea"], tries);
    for (const reply of [first, second]) {
      // deno-lint-ignore no-control-regex
      assert(!/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066]/.test(reply.text), tries);
    }
    for (const request of [...brain.asked, ...next.asked]) {
      assertEquals(leftOf(hostile, told(request)), [], tries);
    }
  }
});
