import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseManifest } from "../../src/agents/manifest.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A field's value as it should be, nearly so, or anything. */
const nearly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: right as fc.Arbitrary<unknown> }, fc.jsonValue());

const ID = fc.stringMatching(/^[a-z][a-z0-9_]{1,31}$/);
const NAME = fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/);
const WORDS = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const HEX = fc.stringMatching(/^[0-9a-f]{64}$/);

const PARAM = fc.record({
  name: nearly(NAME),
  type: nearly(fc.constantFrom("string", "int", "bool")),
  required: nearly(fc.boolean()),
  enum: nearly(fc.array(WORDS)),
  default: nearly(WORDS),
  description: nearly(WORDS),
}, { requiredKeys: [] });

const FIELDS = fc.record({
  id: nearly(ID),
  version: nearly(WORDS),
  description: nearly(WORDS),
  exec: nearly(fc.array(WORDS, { minLength: 1 })),
  protocol: nearly(fc.constant("agent-line-v1")),
  timeout_ms: nearly(fc.integer({ min: 1, max: 600_000 })),
  disabled: nearly(fc.boolean()),
  params: nearly(fc.array(nearly(PARAM), { maxLength: 4 })),
  examples: nearly(fc.array(WORDS, { maxLength: 17 })),
  files: nearly(fc.dictionary(WORDS, HEX)),
  more: fc.jsonValue(),
}, { requiredKeys: [] });

const BYTES = fc.oneof(
  FIELDS.map((fields) => encode(JSON.stringify(fields))),
  // Cut off, or with something in between that does not belong there.
  fc.tuple(FIELDS, fc.nat(), fc.constantFrom("", "//", "/*", ",", "}", '"', "\0", "\ud800")).map(
    ([fields, at, piece]) => {
      const text = JSON.stringify(fields);
      return encode(text.slice(0, at % (text.length + 1)) + piece);
    },
  ),
  fc.uint8Array({ maxLength: 100 }),
);

/** Whatever an agent.json holds: a manifest that keeps every rule, or faults in clean sentences. */
export const manifestReader = fc.property(BYTES, (bytes) => {
  const read = parseManifest(bytes);
  if ("faults" in read) {
    assert(read.faults.length > 0, "broken without a fault");
    for (const fault of read.faults) assertClean(fault);
    assertClean(`${read.version ?? ""}${read.description ?? ""}`);
    assert(read.id === undefined || /^[a-z][a-z0-9_]{1,31}$/.test(read.id), "id of a broken one");
    return;
  }
  const { id, version, description, exec, timeoutMs, params, examples } = read.manifest;
  assert(/^[a-z][a-z0-9_]{1,31}$/.test(id), "id");
  assert(description !== "", "description");
  [version, description, ...examples].forEach(assertClean);
  assert(exec.length > 0 && exec[0] !== "" && exec.every((part) => !part.includes("\0")), "exec");
  assert(Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= 600_000, "timeout_ms");
  assert(examples.length <= 16, "examples");
  assertEquals(new Set(params.map(({ name }) => name)).size, params.length);
  for (const { name, enum: choices, default: fallback, type } of params) {
    assert(/^[a-z][a-z0-9_]*$/.test(name), "name of a parameter");
    if (choices === undefined) continue;
    assert(type === "string", "enum of a string");
    assert(fallback === undefined || choices.includes(fallback), "default out of the enum");
  }
});

/** A right manifest is read as it is meant, and just so with comments and trailing commas. */
export const manifestComments = fc.property(
  fc.record({ id: ID, description: NAME, exec: fc.array(WORDS, { minLength: 1, maxLength: 3 }) })
    .filter(({ exec }) => !exec.some((part) => part.includes("\0"))),
  fc.constantFrom("// a comment\n", "/* a comment */", "/* } */ // {\n", "\t\n"),
  (fields, comment) => {
    const plain = parseManifest(encode(JSON.stringify(fields)));
    assert("manifest" in plain, JSON.stringify(plain));
    assertEquals(plain.manifest.id, fields.id);
    assertEquals(plain.manifest.exec, fields.exec as [string, ...string[]]);
    const body = Object.entries(fields).map(([name, value]) =>
      `${comment}${JSON.stringify(name)}${comment}:${comment}${JSON.stringify(value)},`
    );
    assertEquals(parseManifest(encode(`${comment}{${body.join("")}${comment}}${comment}`)), plain);
  },
);

function assertClean(text: string): void {
  // deno-lint-ignore no-control-regex
  assert(!/[\x00-\x1f\x7f-\x9f]/.test(text), `not clean: ${JSON.stringify(text)}`);
}
