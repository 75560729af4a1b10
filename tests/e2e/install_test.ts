import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { buildZip } from "../fakes/zip_builder.ts";
import { allBelow, onMachine } from "./program.ts";

const RESTART = "restart onidia-chat to load it (onidia-chat -agents-list shows it now)\n";

Deno.test("an agent is written, packed, installed from its zip, called and removed", async () => {
  await onMachine(async ({ run, home, folder, temp }) => {
    for (const args of [["-agents-new", "coffee"], ["-agents-pack", "coffee"]]) {
      const { code, err } = await run(args);
      assertEquals({ code, err }, { code: 0, err: "" });
    }
    const installed = await run(["-agents-install", join(folder, "coffee.zip")]);
    const agents = join(home, ".config/chat-app/agents");
    assertEquals(installed, {
      code: 0,
      out: `installed coffee -> ${agents}/coffee\n${RESTART}`,
      err: "",
    });
    const listed = await run(["-agents-list"]);
    assertMatch(listed.out, /^coffee +\S+ +enabled +~\/\.config\/chat-app\/agents\/coffee$/m);
    const called = await run(["-agents-run", "coffee", "text=beans"]);
    assertEquals(called.code, 0, called.err);

    const removed = await run(["-agents-remove", "coffee"]);
    assertEquals(removed.code, 0, removed.err);
    assertStringIncludes(removed.out, `removed coffee from ${agents}\n`);
    assertEquals(allBelow(agents).filter((path) => !path.startsWith(".")), []);
    assertEquals(allBelow(temp), []);
  });
});

Deno.test("an archive that wants out of its folder is refused and leaves nothing", async () => {
  await onMachine(async ({ run, home, folder }) => {
    const zip = join(folder, "evil.zip");
    const manifest = JSON.stringify({ id: "evil", description: "Evil.", exec: ["./run.sh"] });
    Deno.writeFileSync(
      zip,
      buildZip([
        { name: "agent.json", data: manifest },
        { name: "run.sh", data: "#!/bin/sh\necho OK\n", mode: 0o100755 },
        { name: "../../../../evil.sh", data: "#!/bin/sh\n" },
      ]),
    );
    const { code, out, err } = await run(["-agents-install", zip]);
    assertEquals({ code, out }, { code: 2, out: "" });
    assertMatch(err, /^onidia-chat: .*\.\.\/\.\.\/\.\.\/\.\.\/evil\.sh.*\n$/);
    assertEquals(allBelow(home).filter((path) => path.includes("evil")), []);
  });
});
