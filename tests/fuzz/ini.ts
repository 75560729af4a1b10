import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseIni } from "../../src/config/ini.ts";

/** Pieces that mean something to the reader, among any text. */
const PIECE = fc.oneof(
  fc.constantFrom("\n", "\r\n", "\r", "=", "```", '"', "[", "]", "#", ";", "\ufeff", " ", "key = "),
  fc.string({ unit: "binary", maxLength: 8 }),
);

const TEXT = fc.array(PIECE, { maxLength: 60 }).map((pieces) => pieces.join(""));

/** Whatever a file holds: entries and faults that name lines of it, in order, and never an error. */
export const iniReader = fc.property(TEXT, (text) => {
  const { entries, faults } = parseIni(text);
  const lines = text.split(/\r\n|\n|\r/).length;
  for (const found of [entries, faults]) {
    for (const [at, { line }] of found.entries()) {
      assert(line >= 1 && line <= lines, `line ${line} of ${lines}`);
      assert(at === 0 || line > found[at - 1]!.line, "lines in order");
    }
  }
  for (const { key, section, value } of entries) {
    assert(key !== "" && key === key.trim() && !/[=\r\n]/.test(key), `key ${JSON.stringify(key)}`);
    assert(!/[[\]\r\n]/.test(section), `section ${JSON.stringify(section)}`);
    assert(!/\r/.test(value) && !value.includes("```\n"), `value ${JSON.stringify(value)}`);
  }
});

const KEY = fc.stringMatching(/^[a-z][a-z0-9-]{0,15}$/);
const LINE = fc.string({ unit: "grapheme", maxLength: 30 }).filter((line) =>
  !/[\r\n`]/.test(line) && line === line.trim()
);

/** A value and how it is written. */
const VALUE = fc.oneof(
  LINE.map((value) => ({ value, written: `"${value}"` })),
  fc.array(LINE.filter((line) => line !== ""), { minLength: 1, maxLength: 4 }).map((lines) => ({
    value: lines.join("\n"),
    written: ["```", ...lines, "```"].join("\n"),
  })),
);

/** What is written by the rules is read as it was meant, whatever the line ends and the comments. */
export const iniRoundTrip = fc.property(
  fc.array(fc.tuple(KEY, VALUE, fc.constantFrom("", "# note", "; note", "[other]"))),
  fc.constantFrom("\n", "\r\n"),
  fc.boolean(),
  (pairs, end, mark) => {
    const text = pairs.map(([key, { written }, before]) => `${before}\n  ${key} = ${written} `);
    const bytes = (mark ? "\ufeff" : "") + text.join("\n").replaceAll("\n", end);
    const { entries, faults } = parseIni(bytes);
    assertEquals(faults, []);
    assertEquals(
      entries.map(({ key, value }) => [key, value]),
      pairs.map(([key, { value }]) => [key, value]),
    );
  },
);
