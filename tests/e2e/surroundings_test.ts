import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { allBelow, CAN_CHANGE_USER, onMachine } from "./program.ts";

Deno.test("nothing is left in the home but her own two folders, and nothing in the temp folder", async () => {
  await onMachine(async ({ run, home, temp }) => {
    await run(["greet", "Ada"]);
    await run(["-agents-list"]);
    const outside = allBelow(home).filter((path) =>
      !/^\.local(?:\/(?:share|state)(?:\/chat-app(?:\/.*)?)?)?$/.test(path)
    );
    assertEquals({ outside, temp: allBelow(temp) }, { outside: [], temp: [] });
  });
});

Deno.test("version and help need no home at all", async () => {
  await onMachine(async ({ run }) => {
    for (const flag of ["-version", "-help"]) {
      const { code, err } = await run([flag], { env: { HOME: undefined } });
      assertEquals({ code, err }, { code: 0, err: "" });
    }
  });
});

Deno.test("without a home a message fails with the remedy", async () => {
  await onMachine(async ({ run }) => {
    const { code, out, err } = await run(["greet", "Ada"], { env: { HOME: undefined } });
    assertEquals({ code, out }, { code: 2, out: "" });
    assertMatch(err, /^onidia-chat: HOME is not set: .+\n$/);
  });
});

Deno.test({
  name: "a home that cannot be written does not keep her from answering",
  ignore: !CAN_CHANGE_USER,
  fn: () =>
    onMachine(async ({ run, home }) => {
      Deno.chmodSync(home, 0o555);
      const { code, out, err } = await run(["how are you today?"]);
      assertEquals(code, 0, err);
      assertMatch(out, /\w/);
      assert(!/\bat .+:\d+:\d+/.test(err), err);
    }, { ordinary: true }),
});

Deno.test("with nothing on PATH the agents inside the program work all the same", async () => {
  await onMachine(async ({ run, folder }) => {
    const env = { PATH: join(folder, "nothing") };
    const { code, out } = await run(["-json", "do a happy dance"], { env });
    const { pet, agents: [agent] } = JSON.parse(out);
    assertEquals({ code, pet, id: agent.id, ok: agent.ok }, {
      code: 0,
      pet: "action dance",
      id: "pet_control",
      ok: true,
    });
  });
});

Deno.test("a copy under another name is itself the program of the bundled agents", async () => {
  await onMachine(async ({ program, run, folder }) => {
    const copy = join(folder, "her");
    Deno.copyFileSync(program, copy);
    Deno.chmodSync(copy, 0o755);
    const { code, err } = await run(["-agents-run", "pet_control", "kind=action", "name=dance"], {
      program: copy,
      env: { PATH: join(folder, "nothing") },
    });
    assertEquals(code, 0, err);
    assertStringIncludes(err, "PET action dance");
  });
});
