import { assert, assertEquals } from "@std/assert";
import type { Parameter } from "../../../src/agents/agent.ts";
import type { BrainRequest } from "../../../src/brain/brain.ts";
import { catalogText } from "../../../src/brain/models/catalog_text.ts";
import { HOSTILE_STRINGS, leftOf } from "../../fakes/hostile_strings.ts";
import { offered } from "../turn_fixture.ts";

/** An agent with this description. */
function described(
  id: string,
  description: string,
  params: readonly Parameter[] = [],
): BrainRequest["catalog"][number] {
  return { manifest: { ...offered(id, params).manifest, description } };
}

Deno.test("a model that calls by tags is told each agent and its parameters", () => {
  const catalog = [
    described("tea", "Announce that the kettle is on.", [
      {
        ...{ name: "kind", type: "string", required: false, description: "which drink" },
        ...{ enum: ["tea", "green tea"], default: "tea" },
      },
      { name: "cups", type: "int", required: true, description: "" },
      { name: "loud", type: "bool", required: false, description: "with a whistle" },
    ]),
    described("wave", "Wave at the user."),
  ];
  assertEquals(
    catalogText(catalog),
    `- tea: Announce that the kettle is on.
    kind (one of tea, green tea; optional; default tea): which drink
    cups (whole number; required)
    loud (true or false; optional): with a whistle
- wave: Wave at the user.`,
  );
});

Deno.test("a manifest's texts cannot change what a model is told around them", () => {
  for (const hostile of HOSTILE_STRINGS) {
    const { tries, text } = hostile;
    const params: Parameter[] = [
      {
        ...{ name: "kind", type: "string", required: false, description: text },
        ...{ enum: [text, "b"], default: text },
      },
    ];
    const lines = catalogText([described("one", text, params), described("two", "Fine.")]);
    assertEquals(lines.split("\n").length, 3, tries);
    assertEquals(leftOf(hostile, lines.replaceAll("\n", " ")), [], tries);
    assert(lines.length < 5000, tries);
  }
});
