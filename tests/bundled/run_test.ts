import { assertEquals, assertMatch } from "@std/assert";
import { answerTo } from "./media_fixture.ts";

for (
  const input of [
    "",
    "\n",
    "RUN",
    "HELLO {}\n",
    "RUN {\n",
    "RUN []\n",
    'RUN {"cmd":1}\n',
    "RUN null\n",
  ]
) {
  Deno.test(`a line that is no RUN line is refused: ${JSON.stringify(input)}`, async () => {
    const { code, lines } = await answerTo("media_control", input);
    assertEquals(lines, ["ERR expected a RUN line"]);
    assertEquals(code, 1);
  });
}

Deno.test("a RUN line needs no end, and may end as on Windows", async () => {
  for (const end of ["", "\n", "\r\n", "\nRUN {}\n"]) {
    const { last } = await answerTo("pet_control", `RUN {"kind":"action","name":"juggle"}${end}`);
    assertEquals(last, "OK She is juggling.");
  }
});

Deno.test("an id that is not bundled is an ERR, and so is one that every object has", async () => {
  for (const id of ["tea", "constructor", "__proto__"]) {
    const { code, lines } = await answerTo(id, "RUN {}\n");
    assertEquals(lines, [`ERR there is no bundled agent '${id}'`]);
    assertEquals(code, 1);
  }
});

Deno.test("without HOME every agent says so in one ERR line", async () => {
  for (const id of ["play_song", "play_movie"]) {
    const { lines } = await answerTo(id, "RUN {}\n");
    assertEquals(lines.length, 1);
    assertMatch(lines[0]!, /^ERR HOME is not set/);
  }
  const { lines } = await answerTo("media_control", 'RUN {"cmd":"status"}\n');
  assertEquals(lines.length, 1);
  assertMatch(lines[0]!, /^ERR HOME is not set/);
});

Deno.test("a value the manifest does not allow is an ERR when an agent is run by hand", async () => {
  const env = { HOME: "/nonexistent", CHAT_APP_STATE_DIR: "/nonexistent" };
  for (const params of [{}, { cmd: "rewind" }, { cmd: "stop", target: "constructor" }]) {
    const { lines } = await answerTo("media_control", `RUN ${JSON.stringify(params)}\n`, env);
    assertEquals(lines.length, 1);
    assertMatch(lines[0]!, /^ERR (cmd|target): one of /);
  }
});
