import { assertEquals } from "@std/assert";
import type { CallResult } from "../../src/agents/agent.ts";
import { differences, parseRecorded } from "../../src/authors/recorded.ts";

const answer: CallResult = {
  id: "tea",
  args: {},
  ok: true,
  message: "The kettle is on - one tea coming",
  pet: { kind: "action", name: "dance" },
  info: ["filling the kettle", "switching it on"],
  ms: 3,
};

Deno.test("a recorded file holds exchanges, comments and empty lines", () => {
  const text = '# tea\n\nRUN {"kind":"tea"}\nPET action dance\nOK *tea*\n\nRUN {}\r\nERR *\r\n';
  assertEquals(parseRecorded(text), {
    exchanges: [
      { line: 3, args: { kind: "tea" }, expected: ["PET action dance", "OK *tea*"] },
      { line: 7, args: {}, expected: ["ERR *"] },
    ],
  });
});

Deno.test("every fault of a recorded file is named with its line", () => {
  const faults = ["OK too early", "RUN [1]", 'RUN {"a":1}', "HELLO", "OK x"].join("\n");
  assertEquals(parseRecorded(faults), {
    faults: [
      "line 1: expected a RUN line first",
      "line 2: RUN: expected a JSON object of texts",
      "line 3: RUN: expected a JSON object of texts",
      "line 4: expected RUN, INFO, PET, OK or ERR",
      "line 2: RUN: no OK or ERR line is expected behind it",
    ],
  });
  assertEquals(parseRecorded("# nothing\n"), { faults: ["no RUN line in it"] });
});

Deno.test("a wildcard stands for any text, everything else for itself", () => {
  const ok = (line: string) => differences(["PET action dance", line], answer);
  assertEquals(ok("OK The kettle is on - one tea coming"), []);
  assertEquals(ok("OK *one * coming"), []);
  assertEquals(ok("OK *"), []);
  assertEquals(ok("OK The kettle is on . one tea coming"), [
    "expected: OK The kettle is on . one tea coming",
    "answered: OK The kettle is on - one tea coming",
  ]);
});

Deno.test("INFO lines are expected in their order, others may come between", () => {
  const lines = (...infos: string[]) => differences([...infos, "PET action dance", "OK *"], answer);
  assertEquals(lines("INFO switching*"), []);
  assertEquals(lines("INFO filling*", "INFO switching*"), []);
  assertEquals(lines("INFO switching*", "INFO filling*"), ["expected: INFO filling*"]);
});

Deno.test("a missing, another or an unexpected PET line is a difference", () => {
  assertEquals(differences(["OK *"], answer), ["answered: PET action dance"]);
  assertEquals(differences(["PET walk left", "OK *"], answer), [
    "expected: PET walk left",
    "answered: PET action dance",
  ]);
  assertEquals(differences(["PET walk left", "OK *"], { ...answer, pet: undefined }), [
    "expected: PET walk left",
  ]);
});
