import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parseCommandLine } from "../../src/cli/flags.ts";
import { UserError } from "../../src/errors.ts";

function parse(...argv: string[]) {
  const { mode, flags, words } = parseCommandLine(argv);
  return { mode: mode?.name, flags: Object.fromEntries(flags), words };
}

function refusal(...argv: string[]): string {
  return assertThrows(() => parseCommandLine(argv), UserError).message;
}

Deno.test("words are a message, whatever stands behind the first one", () => {
  assertEquals(parse("what", "does", "-x", "mean"), {
    mode: undefined,
    flags: {},
    words: ["what", "does", "-x", "mean"],
  });
  assertEquals(parse("-json", "play", "-agents-list").words, ["play", "-agents-list"]);
  assertEquals(parse("-").words, ["-"]);
  assertEquals(parse("").words, [""]);
});

Deno.test("flags end at --", () => {
  assertEquals(parse("-json", "--", "-x", "--"), {
    mode: undefined,
    flags: { json: "true" },
    words: ["-x", "--"],
  });
});

Deno.test("one dash and two mean the same, a value stands behind or after an equals sign", () => {
  for (
    const argv of [["-music-dir", "/m"], ["--music-dir", "/m"], ["-music-dir=/m"], [
      "--music-dir=/m",
    ]]
  ) {
    assertEquals(parse(...argv, "hi"), {
      mode: undefined,
      flags: { "music-dir": "/m" },
      words: ["hi"],
    });
  }
  assertEquals(parse("-player=mpv --volume=50").flags, { player: "mpv --volume=50" });
  assertEquals(parse("-player=-json").flags, { player: "-json" });
  assertEquals(parse("-player", "-x", "hi"), {
    mode: undefined,
    flags: { player: "-x" },
    words: ["hi"],
  });
});

Deno.test("a switch stands alone or takes =false, and never the next word", () => {
  assertEquals(parse("-agents-off", "false").words, ["false"]);
  assertEquals(parse("-stream=false").flags, { stream: "false" });
});

Deno.test("the last of a repeated flag counts", () => {
  assertEquals(parse("-model", "a", "-model=b").flags, { model: "b" });
});

Deno.test("help and version have their usual spellings", () => {
  for (const flag of ["-help", "--help", "-h"]) assertEquals(parse(flag).mode, "help");
  for (const flag of ["-version", "--version", "-V"]) assertEquals(parse(flag).mode, "version");
  assertEquals(parse("-agents-list", "-help").mode, "help");
});

Deno.test("a mode takes flags before and behind it, and its own words", () => {
  assertEquals(parse("-json", "-agents-list").mode, "agents-list");
  assertEquals(parse("-agents-list", "-json").flags.json, "true");
  assertEquals(parse("-agents-run", "tea", "kind=tea", "-json", "sugar=2"), {
    mode: "agents-run",
    flags: { "agents-run": "true", json: "true" },
    words: ["tea", "kind=tea", "sugar=2"],
  });
  assertEquals(parse("-agents-run=tea").words, ["tea"]);
});

Deno.test("what is wrong is said in one sentence with the remedy", () => {
  assertEquals(refusal("-agnts-list"), 'unknown flag "-agnts-list": did you mean -agents-list?');
  assertEquals(
    refusal("-5", "degrees"),
    'unknown flag "-5": -help lists the flags, and -- begins a message',
  );
  assertStringIncludes(refusal("---"), 'unknown flag "---"');
  for (const argv of [["-music-dir"], ["-music-dir="], ["-music-dir", ""]]) {
    assertEquals(refusal(...argv), "-music-dir needs a value: -music-dir DIR");
  }
  assertEquals(
    refusal("-music-dir", "--json", "hi"),
    "-music-dir needs a value: -music-dir DIR, or -music-dir=--json if that is it",
  );
  assertEquals(
    refusal("-agents-list", "-agents-run", "tea"),
    "-agents-list and -agents-run do not go together: use one at a time",
  );
  assertEquals(refusal("-agents-list", "all"), '-agents-list takes no words, not "all"');
  assertEquals(refusal("-agents-run"), "-agents-run needs ID [NAME=VALUE ...]");
});
