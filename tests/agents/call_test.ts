import { assertEquals } from "@std/assert";
import { createCaller } from "../../src/agents/call.ts";
import { agentOf, ENVIRONMENT, readableLog, withFolder, writeProgram } from "./fixture.ts";

const NEVER = new AbortController().signal;

Deno.test("a call is looked up, checked and run", () =>
  withFolder(async (folder) => {
    const program = writeProgram(
      folder,
      "tea.sh",
      `#!/bin/sh\ntouch started\nread -r line\nprintf 'OK %s\\n' "$line"\n`,
    );
    const agent = agentOf(folder, [program], {
      params: [
        { name: "cups", type: "int", required: true, description: "" },
        { name: "kind", type: "string", required: false, default: "tea", description: "" },
      ],
    });
    const call = createCaller([agent], { environment: ENVIRONMENT, log: readableLog() });

    const refused = await call("tea", { cups: "many" }, NEVER);
    assertEquals(refused, {
      id: "tea",
      args: {},
      ok: false,
      message: 'agent tea: cups: expected a whole number, not "many"',
      info: [],
      ms: 0,
    });
    assertEquals([...Deno.readDirSync(folder)].map((entry) => entry.name), ["tea.sh"]);

    const served = await call("tea", { cups: 2.0, kind: null }, NEVER);
    assertEquals(served.message, 'RUN {"cups":"2","kind":"tea"}');
    assertEquals(served.args, { cups: "2", kind: "tea" });

    const cancelled = await call("tea", { cups: 1 }, AbortSignal.abort());
    assertEquals([cancelled.ok, cancelled.message], [false, "agent tea: cancelled"]);
  }));

Deno.test("an id that nobody has is a failed call", async () => {
  const call = createCaller([], { environment: {}, log: readableLog() });
  for (
    const [id, shown] of [["coffee", "coffee"], ["a\x1b[31m\nb", "a b"], ["__proto__", "__proto__"]]
  ) {
    const result = await call(id!, {}, NEVER);
    assertEquals([result.ok, result.message], [false, `no agent called "${shown}"`]);
  }
});
