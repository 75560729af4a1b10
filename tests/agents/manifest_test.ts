import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import type { Manifest } from "../../src/agents/agent.ts";
import { parseManifest } from "../../src/agents/manifest.ts";

const TEA = {
  id: "tea",
  version: "1.0.0",
  description: "Announce that the kettle is on. Use when the user mentions tea.",
  exec: ["./tea.sh"],
  timeout_ms: 5000,
  params: [{
    name: "kind",
    type: "string",
    enum: ["tea", "coffee"],
    default: "tea",
    description: "which drink",
  }],
};

function parse(text: string) {
  return parseManifest(new TextEncoder().encode(text));
}

function manifestOf(value: unknown): Manifest {
  const parsed = parse(typeof value === "string" ? value : JSON.stringify(value));
  assert("manifest" in parsed, JSON.stringify(parsed));
  return parsed.manifest;
}

function faultsOf(value: unknown): readonly string[] {
  const parsed = parse(typeof value === "string" ? value : JSON.stringify(value));
  assert("faults" in parsed, "no fault was found");
  return parsed.faults;
}

Deno.test("the tea agent of the documentation is read as it is written", () => {
  assertEquals(manifestOf(TEA), {
    id: "tea",
    description: TEA.description,
    exec: ["./tea.sh"],
    version: "1.0.0",
    timeoutMs: 5000,
    disabled: false,
    params: [{
      name: "kind",
      type: "string",
      required: false,
      enum: ["tea", "coffee"],
      default: "tea",
      description: "which drink",
    }],
    examples: [],
  });
});

Deno.test("what is left out gets its default", () => {
  const read = manifestOf({ id: "tea", description: "d", exec: ["x"], params: [{ name: "a" }] });
  assertEquals(read.timeoutMs, 15000);
  assertEquals(read.version, "");
  assertEquals(read.params, [{ name: "a", type: "string", required: false, description: "" }]);
});

Deno.test("comments, trailing commas and a byte-order mark are welcome", () => {
  const text = `\ufeff// tea
  { "id": "tea", /* the id */ "description": "d // no comment",
    "exec": ["x",], }`;
  assertEquals(manifestOf(text).description, "d // no comment");
});

Deno.test("fields of the future are ignored, and __proto__ is just one of them", () => {
  const read = manifestOf(
    '{"id":"tea","description":"d","exec":["x"],"icon":1,"__proto__":{"disabled":true}}',
  );
  assertEquals(read.disabled, false);
  assertEquals(faultsOf('{"__proto__":{"id":"tea","description":"d","exec":["x"]}}').length, 3);
});

Deno.test("every fault is told at once, each with its field", () => {
  const faults = faultsOf({
    id: "Tea",
    description: " ",
    exec: [],
    version: 1,
    protocol: "agent-line-v2",
    timeout_ms: "5000",
    disabled: "no",
    examples: ["ok", 5],
    files: { "a.sh": "abc" },
    params: [
      { name: "Kind" },
      { name: "n", type: "int", enum: ["1"] },
      { name: "e", enum: [] },
      { name: "e", default: "x", enum: ["a", "b"] },
      { name: "t", type: "float", required: 1, description: [] },
      "text",
    ],
  });
  assertEquals(faults, [
    'id: expected 2 to 32 of a-z, 0-9 and _ with a letter first, not "Tea"',
    "description: expected a sentence that says what it does and when to use it",
    "exec: expected a program, not an empty array",
    "version: expected text, not 1",
    'protocol: expected "agent-line-v1", not "agent-line-v2"',
    'timeout_ms: expected a whole number from 1 to 600000, not "5000"',
    'disabled: expected true or false, not "no"',
    'params[0].name: expected a-z, 0-9 and _ with a letter first, not "Kind"',
    "params[1].enum: only for type string, not int",
    "params[2].enum: expected an array of at least one text, not an empty one",
    'params[3].default: expected one of a, b, not "x"',
    'params[3].name: "e" is there twice',
    'params[4].type: expected string, int or bool, not "float"',
    "params[4].required: expected true or false, not 1",
    "params[4].description: expected text, not an array",
    'params[5]: expected an object, not "text"',
    "examples[1]: expected a sentence, not 5",
    'files["a.sh"]: expected 64 hex digits, not "abc"',
  ]);
});

Deno.test("fields that must be there and are not are named", () => {
  assertEquals(faultsOf('{"params": [{}]}'), [
    "id: required but missing",
    "description: required but missing",
    "exec: required but missing",
    "params[0].name: required but missing",
  ]);
});

Deno.test("an id has 2 to 32 characters and ends where the pattern ends", () => {
  const good = ["ab", "a_", "a1", "a" + "b".repeat(31)];
  const bad = ["a", "", "1a", "_a", "a-b", "tea\n", "é1", "a" + "b".repeat(32), null, 5, ["tea"]];
  for (const id of good) assertEquals(manifestOf({ ...TEA, id }).id, id);
  for (const id of bad) assertEquals(faultsOf({ ...TEA, id }).length, 1);
});

Deno.test("timeout_ms is a whole number from 1 to 600000", () => {
  for (const timeout_ms of [1, 600000]) {
    assertEquals(manifestOf({ ...TEA, timeout_ms }).timeoutMs, timeout_ms);
  }
  for (const timeout_ms of [0, -1, 600001, 1.5, "5000", true, null, [], 1e300]) {
    assertMatch(faultsOf({ ...TEA, timeout_ms })[0]!, /^timeout_ms: /);
  }
});

Deno.test("exec is an array of texts with a program first", () => {
  assertEquals(manifestOf({ ...TEA, exec: ["sh", "", "-c"] }).exec, ["sh", "", "-c"]);
  assertEquals(faultsOf({ ...TEA, exec: "./tea.sh" }), [
    'exec: expected an array of the program and its arguments, not "./tea.sh"',
  ]);
  assertEquals(faultsOf({ ...TEA, exec: [""] }), ['exec[0]: expected a program, not ""']);
  assertEquals(faultsOf({ ...TEA, exec: ["x", 1, "a\0b"] }), [
    "exec[1]: expected text, not 1",
    "exec[2]: expected text without NUL characters",
  ]);
});

Deno.test("a default must pass its own parameter and is kept in the form that is sent", () => {
  const params = [
    { name: "n", type: "int", default: 2.0 },
    { name: "b", type: "bool", default: "Yes" },
    { name: "s", default: " tea " },
    { name: "none", default: null },
  ];
  assertEquals(manifestOf({ ...TEA, params }).params.map((one) => one.default), [
    "2",
    "true",
    "tea",
    undefined,
  ]);
  assertEquals(
    faultsOf({
      ...TEA,
      params: [{ name: "n", type: "int", default: "six" }, { name: "s", default: {} }],
    }),
    [
      'params[0].default: expected a whole number, not "six"',
      "params[1].default: expected text, not an object",
    ],
  );
});

Deno.test("a required parameter with a default can never be missing, so it is not required", () => {
  const params = [{ name: "a", required: true, default: "x" }, { name: "b", required: true }];
  assertEquals(manifestOf({ ...TEA, params }).params.map((one) => one.required), [false, true]);
});

Deno.test("a choice that no argument could ever equal is a fault", () => {
  for (const choice of ["", " tea", "tea\n", "a\0b", 5, null]) {
    assertMatch(
      faultsOf({ ...TEA, params: [{ name: "k", enum: ["ok", choice] }] })[0]!,
      /^params\[0\]\.enum\[1\]: /,
    );
  }
});

Deno.test("up to 16 examples are kept", () => {
  const examples = Array.from({ length: 16 }, (_, at) => `put kettle ${at} on`);
  assertEquals(manifestOf({ ...TEA, examples }).examples, examples);
  assertEquals(faultsOf({ ...TEA, examples: [...examples, "more"] }), [
    "examples: expected at most 16, not 17",
  ]);
});

Deno.test("files maps any path to a sum, even one called __proto__", () => {
  const sum = "AB".repeat(32);
  const read = manifestOf(
    `{"id":"tea","description":"d","exec":["x"],"files":{"__proto__":"${sum}","a/b":"${sum}"}}`,
  );
  assertEquals(Object.entries(read.files!), [
    ["__proto__", sum.toLowerCase()],
    ["a/b", sum.toLowerCase()],
  ]);
});

Deno.test("texts that are shown or handed to a model are clean", () => {
  const read = manifestOf({
    ...TEA,
    description: "Tea.\n\x1b[31mUse when\u202e",
    version: "1\x07",
    examples: ["kettle\ton"],
    params: [{ name: "k", description: "a\nb" }],
  });
  assertEquals(read.description, "Tea. Use when");
  assertEquals(read.version, "1");
  assertEquals(read.examples, ["kettle on"]);
  assertEquals(read.params[0]!.description, "a b");
});

Deno.test("syntax faults name line and column, counted in characters", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"id": "tea",\n "exec": [}', 'line 2, column 11: unexpected "}"'],
    ['{"é😀" x}', 'line 1, column 7: unexpected "x"'],
    ['{\r\n\t"id": "tea\r\n}', 'line 2, column 8: missing closing "'],
    ['{\r"id" 5}', 'line 2, column 6: unexpected "5"'],
    ['{"id": "tea" "version": "1"}', 'line 1, column 14: unexpected "version"'],
    ['{"id": at position 9}', 'line 1, column 8: unexpected "at"'],
    ['{"at position 3"}', 'line 1, column 17: unexpected "}"'],
    ["{}\n\n  {}", 'line 3, column 3: unexpected "{"'],
    ["", "line 1, column 1: unexpected end"],
    ['{"id": "tea",\n', "line 2, column 1: unexpected end"],
    ["{\n/* never closed", "line 2, column 16: unexpected end"],
    ["{'id': 1}", "line 1, column 2: unexpected \"'id'\""],
    ['{"a": "bad \\q"}', 'line 1, column 7: unexpected "bad \\q"'],
  ];
  for (const [text, fault] of cases) assertEquals(faultsOf(text), [fault], text);
});

Deno.test("what is no object, no UTF-8 or too large is refused", () => {
  assertEquals(faultsOf("[]"), ["agent.json: expected an object, not an array"]);
  assertEquals(faultsOf("null"), ["agent.json: expected an object, not null"]);
  assertEquals(parseManifest(new Uint8Array([0x7b, 0xff, 0x7d])), {
    faults: ["agent.json: not UTF-8 text"],
  });
  const padding = (size: number) => JSON.stringify(TEA).padEnd(size, " ");
  assertEquals(manifestOf(padding(256 * 1024)).id, "tea");
  assertEquals(faultsOf(padding(256 * 1024 + 1)), ["agent.json: larger than 256 KiB"]);
  assertEquals(faultsOf("[".repeat(250_000)), ["agent.json: nested too deeply"]);
});

Deno.test("of a broken manifest, what can be read is still there for the list", () => {
  assertEquals(parse(JSON.stringify({ ...TEA, exec: 5 })), {
    faults: ["exec: expected an array of the program and its arguments, not 5"],
    id: "tea",
    version: "1.0.0",
    description: TEA.description,
  });
  const parsed = parse(JSON.stringify({ ...TEA, id: "../x" }));
  assert("faults" in parsed && parsed.id === undefined);
});

Deno.test("no bytes at all make the reader throw", () => {
  const json = fc.json({ maxDepth: 4 }).map((text) => new TextEncoder().encode(text));
  const mangled = fc.record({ at: fc.nat(), by: fc.constantFrom(...'{}[],:"\\/*\n0e') }).map(
    ({ at, by }) => {
      const text = JSON.stringify(TEA);
      const cut = at % text.length;
      return new TextEncoder().encode(text.slice(0, cut) + by + text.slice(cut + 1));
    },
  );
  fc.assert(fc.property(fc.oneof(json, mangled, fc.uint8Array({ maxLength: 64 })), (bytes) => {
    const parsed = parseManifest(bytes);
    assert("manifest" in parsed || parsed.faults.length > 0);
  }));
});
