/** The compiled program with models: its permissions have to suffice for what it loads then. */
import { assertEquals } from "@std/assert";
import { PROVIDER_TABLE, providerEntry } from "../../src/brain/models/table.ts";
import { startModelServer } from "../fakes/model_servers/server.ts";
import { onMachine } from "./program.ts";

const AWS = {
  AWS_ACCESS_KEY_ID: "AKIA0123456789ABCDEF",
  AWS_SECRET_ACCESS_KEY: "a-secret-of-a-test",
  AWS_REGION: "eu-west-1",
};

for (const { name } of PROVIDER_TABLE) {
  Deno.test(`${name} answers, and calls an agent that comes with her`, async () => {
    await using server = startModelServer(name, [
      { say: [{ call: "hello_world", args: '{"name":"Ada"}' }] },
      { say: [{ text: ["There you are."] }] },
    ]);
    await onMachine(async ({ run }) => {
      const isAws = providerEntry(name)!.opens === "aws";
      const key = isAws ? [] : ["-api-key=sk-0123456789"];
      const args = [`-provider=${name}`, ...key, `-api-url=${server.url}`, "-json", "hi"];
      const { code, out, err } = await run(args, { env: isAws ? AWS : {} });
      const { reply, brain, agents } = JSON.parse(out);
      assertEquals({ code, err, brain, id: agents[0]?.id, ok: agents[0]?.ok }, {
        ...{ code: 0, err: "", brain: name, id: "hello_world", ok: true },
      });
      assertEquals(reply.split("\n")[0], "There you are.");
    });
  });
}
