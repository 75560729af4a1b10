import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";

/** The part of `deno info --json` that is read here. */
interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly code?: { readonly specifier: string };
    readonly isDynamic?: boolean;
  }[];
}

/** What is loaded together with a module: all it imports, and what that imports, but not later. */
async function loadedWith(path: string): Promise<Set<string>> {
  const main = fromFileUrl(new URL("../../../main.ts", import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", main] })
    .output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: Module[] };
  const start = new URL(`../../../${path}`, import.meta.url).href;
  const found = new Set([start]);
  for (const specifier of found) {
    const { dependencies = [] } = modules.find((it) => it.specifier === specifier) ?? {};
    for (const { code, isDynamic, specifier: name } of dependencies) {
      if (!isDynamic && code) found.add(name.startsWith(".") ? code.specifier : name);
    }
  }
  return found;
}

const isLibrary = (name: string) => /^(?:npm:)?(?:@ai-sdk\/|ai\b)/.test(name);

for (
  const path of [
    ...["main.ts", "src/cli/run.ts", "src/cli/modes/chat.ts", "src/cli/modes/list.ts"],
    ...["src/cli/modes/chat_interactive.ts", "src/brain/local/brain.ts"],
  ]
) {
  Deno.test(`${path} loads nothing of models`, async () => {
    const names = [...await loadedWith(path)];
    assert(names.length > 3 || path === "main.ts");
    assertEquals(names.filter((name) => name.includes("/brain/models/") || isLibrary(name)), []);
  });
}

Deno.test("choosing a provider loads no library", async () => {
  assertEquals([...await loadedWith("src/brain/models/open.ts")].filter(isLibrary), []);
  assert([...await loadedWith("src/brain/models/model_brain.ts")].some(isLibrary));
});
