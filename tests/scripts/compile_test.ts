import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { compile } from "../../scripts/compile.ts";

async function sha256(path: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Deno.readFileSync(path))).toHex();
}

Deno.test("the same sources give the same bytes, and what is built already is not built again", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const [one, two] = [join(folder, "one"), join(folder, "two")];
    const said: string[] = [];
    await compile({ output: one, say: (text) => said.push(text) });
    await compile({ output: two });
    assertEquals(await sha256(one), await sha256(two));
    assert(said.length > 0);

    said.length = 0;
    const { mtime } = Deno.statSync(one);
    await compile({ output: one, say: (text) => said.push(text) });
    assertEquals({ said, mtime: Deno.statSync(one).mtime }, { said: [], mtime });

    // A program somebody put there by hand is not taken for the build.
    Deno.writeTextFileSync(one, "#!/bin/sh\n");
    await compile({ output: one });
    assertEquals(await sha256(one), await sha256(two));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("she may do what is named and nothing else, and no question is asked", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const output = await compile({ output: join(folder, "program") });
    // The end of a compiled program holds its permissions as JSON.
    const end = Deno.readFileSync(output).subarray(-20_000_000);
    const [, json] = /"permissions":(\{.+?\}),"location"/.exec(new TextDecoder().decode(end))!;
    const { allow_ffi, allow_sys, deny_import, prompt } = JSON.parse(json!);
    assertEquals({ allow_ffi, deny_import, prompt }, {
      allow_ffi: null,
      deny_import: [],
      prompt: false,
    });
    // By name; an empty list would be all of the system.
    assertEquals(allow_sys, ["uid", "hostname"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
