import { assertEquals } from "@std/assert";
import type { Parameter } from "../../src/agents/agent.ts";
import { checkArguments, checkValue } from "../../src/agents/params.ts";

function agent(id: string, ...params: (Partial<Parameter> & { readonly name: string })[]) {
  return {
    id,
    params: params.map((one) => ({
      type: "string" as const,
      required: false,
      description: "",
      ...one,
    })),
  };
}

const TEA = agent("tea", { name: "kind", enum: ["tea", "coffee"], default: "tea" });

Deno.test("a value outside the enum is refused with what was expected", () => {
  assertEquals(checkArguments(TEA, { kind: "milk" }), {
    fault: 'agent tea: kind: expected one of tea, coffee, not "milk"',
  });
});

Deno.test("texts are trimmed before the enum is asked, and case counts", () => {
  assertEquals(checkArguments(TEA, { kind: " coffee\n" }), { args: { kind: "coffee" } });
  assertEquals(checkArguments(TEA, { kind: "Coffee" }), {
    fault: 'agent tea: kind: expected one of tea, coffee, not "Coffee"',
  });
});

Deno.test("absent parameters get their default, and null counts as absent", () => {
  assertEquals(checkArguments(TEA, {}), { args: { kind: "tea" } });
  assertEquals(checkArguments(TEA, { kind: null }), { args: { kind: "tea" } });
  assertEquals(checkArguments(TEA, { kind: undefined }), { args: { kind: "tea" } });
  assertEquals(checkArguments(agent("tea", { name: "note" }), {}), { args: {} });
});

Deno.test("an unknown name and a missing one are refused, all in one sentence", () => {
  const cup = agent("cup", { name: "size", required: true }, { name: "n", type: "int" });
  assertEquals(checkArguments(cup, { n: "two", sugar: 1 }), {
    fault: "agent cup: size: required but missing; " +
      'n: expected a whole number, not "two"; unknown parameter "sugar", it takes size, n',
  });
  assertEquals(checkArguments(cup, { size: null }), {
    fault: "agent cup: size: required but missing",
  });
  assertEquals(checkArguments(agent("cup"), { a: 1 }), {
    fault: 'agent cup: unknown parameter "a", it takes none',
  });
});

Deno.test("names that every object answers to are names like others", () => {
  assertEquals(checkArguments(agent("tea", { name: "constructor" }), {}), { args: {} });
  assertEquals(checkArguments(agent("tea", { name: "constructor", required: true }), {}), {
    fault: "agent tea: constructor: required but missing",
  });
  assertEquals(checkArguments(agent("tea", { name: "constructor" }), { constructor: "x" }), {
    args: { constructor: "x" } as unknown as Record<string, string>,
  });
  assertEquals(checkArguments(TEA, JSON.parse('{"__proto__": "x"}')), {
    fault: 'agent tea: unknown parameter "__proto__", it takes kind',
  });
});

Deno.test("int: a whole number in decimal, from text or a JSON number", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [2, "2"],
    [2.0, "2"],
    [-0, "0"],
    [1e3, "1000"],
    [-7, "-7"],
    [9007199254740991, "9007199254740991"],
    ["42", "42"],
    [" 42 ", "42"],
    ["+5", "5"],
    ["-0", "0"],
    ["007", "7"],
    ["000", "0"],
    ["2.0", "2"],
    ["-12", "-12"],
    ["123456789012345678901234567890", "123456789012345678901234567890"],
  ];
  for (const [raw, value] of cases) assertEquals(checkValue({ type: "int" }, raw), { value });
});

Deno.test("int: everything else is refused, and never sent as another number", () => {
  const refused = [
    ...["", "two", "1e3", "2.5", "0x10", "1 2", "1_000", "--1", "+", "٣", "Infinity", "1."],
    ...[2.5, NaN, Infinity, 1e21, 9007199254740993, true, [], {}, [1]],
  ];
  for (const raw of refused) {
    assertEquals("fault" in checkValue({ type: "int" }, raw), true, String(raw));
  }
});

Deno.test("bool: ten words in any case, sent as true or false", () => {
  for (const raw of ["true", "Yes", "ON", "y", "1", " yes ", true, 1]) {
    assertEquals(checkValue({ type: "bool" }, raw), { value: "true" });
  }
  for (const raw of ["false", "No", "OFF", "n", "0", false, 0, -0]) {
    assertEquals(checkValue({ type: "bool" }, raw), { value: "false" });
  }
  for (const raw of ["", "maybe", "2", 2, "truefalse", [], {}, [true]]) {
    assertEquals("fault" in checkValue({ type: "bool" }, raw), true, String(raw));
  }
});

Deno.test("string: numbers and booleans are taken as text, arrays and objects are refused", () => {
  assertEquals(checkValue({ type: "string" }, 1999), { value: "1999" });
  assertEquals(checkValue({ type: "string" }, true), { value: "true" });
  assertEquals(checkValue({ type: "string" }, "  "), { value: "" });
  assertEquals(checkValue({ type: "string" }, "a\nb"), { value: "a\nb" });
  assertEquals(checkValue({ type: "string" }, ["a"]), { fault: "expected text, not an array" });
  assertEquals(checkValue({ type: "string" }, {}), { fault: "expected text, not an object" });
});

Deno.test("NUL is refused in every type", () => {
  for (const type of ["string", "int", "bool"] as const) {
    assertEquals(checkValue({ type }, "1\0"), { fault: "expected text without NUL characters" });
  }
});

Deno.test("a hostile value cannot bring control characters or length into the sentence", () => {
  const checked = checkArguments(TEA, {
    kind: "\x1b[31m" + "x".repeat(1e6),
    ["\x07" + "y".repeat(1e6)]: 1,
  });
  assertEquals(checked, {
    fault: `agent tea: kind: expected one of tea, coffee, not "${"x".repeat(60)}…"; ` +
      `unknown parameter "${"y".repeat(60)}…", it takes kind`,
  });
});
