import { assertEquals } from "@std/assert";
import { parseIni } from "../../src/config/ini.ts";

const pairs = (text: string) => parseIni(text).entries.map(({ key, value }) => [key, value]);

Deno.test("keys, comments, blank lines and sections are read", () => {
  const text = "# one\n; two\n\n  a = 1 \n[gemini]\nb=two words\n[ other ]\nc =\n";
  assertEquals(parseIni(text), {
    entries: [
      { line: 4, section: "", key: "a", value: "1" },
      { line: 6, section: "gemini", key: "b", value: "two words" },
      { line: 8, section: "other", key: "c", value: "" },
    ],
    faults: [],
  });
});

Deno.test("a byte-order mark and Windows line ends do no harm", () => {
  assertEquals(pairs("\ufeffa = 1\r\nb = 2\r\n"), [["a", "1"], ["b", "2"]]);
});

Deno.test("only matching outer double quotes are taken off", () => {
  assertEquals(pairs('a = " x "\nb = "x\nc = x"\nd = "say "hi""\ne = "'), [
    ["a", " x "],
    ["b", '"x'],
    ["c", 'x"'],
    ["d", 'say "hi"'],
    ["e", '"'],
  ]);
});

Deno.test("a value may hold an equals sign and a comment sign", () => {
  assertEquals(pairs("a = b = c # d"), [["a", "b = c # d"]]);
});

Deno.test("a value between three backticks keeps its newlines and indents", () => {
  assertEquals(pairs("a = ```\nYou are\n  Onidia.\n```\nb = 2"), [
    ["a", "You are\n  Onidia."],
    ["b", "2"],
  ]);
  assertEquals(pairs("a = ```one line```\nb = ```first\nlast```"), [
    ["a", "one line"],
    ["b", "first\nlast"],
  ]);
  assertEquals(pairs("a = ```\n# no comment\n[no section]\n\nend\n```"), [
    ["a", "# no comment\n[no section]\n\nend"],
  ]);
});

Deno.test("lines that are none are faults with their numbers", () => {
  assertEquals(parseIni("a = 1\nnonsense\n= 2\nb = ```never\nclosed").faults, [
    { line: 2, expected: "expected key = value, [section] or a comment" },
    { line: 3, expected: "expected key = value, [section] or a comment" },
    { line: 4, expected: "b: expected a closing ```" },
  ]);
});
