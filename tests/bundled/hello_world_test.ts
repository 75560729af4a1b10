import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";

const PROGRAM = fromFileUrl(new URL("../../agents/hello_world/hello.sh", import.meta.url));

/** The shells of Debian that may be /bin/sh; those that are here. */
const SHELLS = [["dash"], ["bash", "--posix"], ["busybox", "sh"]].filter(([shell]) => {
  try {
    return new Deno.Command(shell!, { args: ["-c", ":"] }).outputSync().success ||
      shell === "busybox";
  } catch {
    return false;
  }
});

async function run(shell: readonly string[], input: string): Promise<string[]> {
  const child = new Deno.Command(shell[0]!, {
    args: [...shell.slice(1), PROGRAM],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { stdout } = await child.output();
  return new TextDecoder().decode(stdout).trimEnd().split("\n");
}

for (const shell of SHELLS) {
  Deno.test(`hello_world greets by name in ${shell[0]}`, async () => {
    const said = async (args: object) => (await run(shell, `RUN ${JSON.stringify(args)}\n`)).at(-1);
    assertEquals(await said({ name: "Ada", style: "friendly" }), "OK Hello, Ada! Nice to see you.");
    assertEquals(
      await said({ style: "formal", name: "Ada" }),
      "OK Good day, Ada. It is a pleasure to meet you.",
    );
    assertEquals(await said({}), "OK Hello, world! Nice to see you.");
  });

  Deno.test(`hello_world takes a name for text, whatever is in it, in ${shell[0]}`, async () => {
    const names = [
      'Ada "the" Countess',
      "$(touch hacked) `id` %s %n",
      "C:\\new\\table",
      "-n -e",
      "Ünïcödé 名前 🦊",
      '","style":"formal',
      "*",
    ];
    for (const name of names) {
      const lines = await run(shell, `RUN ${JSON.stringify({ name, style: "friendly" })}\n`);
      assertEquals(lines, [
        "INFO greeting in a friendly way",
        "PET action wave",
        `OK Hello, ${name}! Nice to see you.`,
      ]);
    }
  });

  Deno.test(`hello_world refuses what is no RUN line in ${shell[0]}`, async () => {
    assertEquals(await run(shell, "HELLO\n"), ["ERR expected a RUN line"]);
    assertEquals(await run(shell, ""), ["ERR expected a RUN line"]);
  });
}
