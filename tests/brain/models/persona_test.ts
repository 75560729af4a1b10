import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { UserError } from "../../../src/errors.ts";
import { readPersonaFile } from "../../../src/brain/models/persona_file.ts";
import {
  type PersonaSettings,
  personaText,
  systemPrompt,
} from "../../../src/brain/models/persona.ts";
import { offered } from "../turn_fixture.ts";

const NONE: PersonaSettings = {
  ...{ "system-prompt": undefined, "system-prompt-multi": undefined, "system-file": undefined },
};
const noFile = (): Uint8Array => {
  throw new Error("read a file that nobody named");
};

Deno.test("she knows her name and age from the settings", () => {
  const prompt = systemPrompt({ name: "Mika", age: "200", catalog: [], mode: "none" });
  assert(prompt.startsWith("You are Mika, 200 years old"), prompt);
  assert(!systemPrompt({ name: "Mika", catalog: [], mode: "none" }).includes("years old"));
});

Deno.test("a persona of the user's own replaces hers, and the rules are added to either", () => {
  const catalog = [offered("tea")];
  for (const mode of ["tools", "tags", "none"] as const) {
    const parts = { name: "Onidia", age: "19", catalog, mode };
    const hers = systemPrompt(parts);
    const own = systemPrompt({ ...parts, persona: "You are a pirate." });
    assert(own.startsWith("You are a pirate.\n\n"));
    assert(!/Onidia|19/.test(own));
    assertEquals(own.slice(own.indexOf("\n\n")), hers.slice(hers.indexOf("\n\n")));
    for (
      const rule of ["[mood]", "[ACTION: name]", "only when the user asks you to", "agent-data"]
    ) {
      assert(own.includes(rule), `${mode}: ${rule}`);
    }
  }
});

Deno.test("only a model that calls by tags is told of them, and of the catalog", () => {
  const prompt = (mode: "tools" | "tags" | "none", catalog = [offered("brew_tea")]) =>
    systemPrompt({ name: "Onidia", catalog, mode });
  assert(/\[AGENT: id key=value[^]*- brew_tea: brew_tea/.test(prompt("tags")));
  assert(!/AGENT|brew_tea/.test(prompt("tools")));
  assert(!/AGENT|brew_tea/.test(prompt("none")));
  assert(prompt("tools").includes("tools"));
  assert(prompt("none").includes("no agents"));
  assertEquals(prompt("tags", []), prompt("none", []));
});

Deno.test("of several personas the one that is quickest to give wins", () => {
  const file = () => new TextEncoder().encode("\ufefffrom a file\r\n");
  const all = {
    "system-prompt": "short",
    "system-prompt-multi": "long\ntext",
    "system-file": "/f",
  };
  assertEquals(personaText(all, noFile), "short");
  assertEquals(personaText({ ...all, "system-prompt": " " }, noFile), "long\ntext");
  assertEquals(personaText({ ...NONE, "system-file": "/f" }, file), "from a file");
  assertEquals(personaText(NONE, noFile), undefined);
});

Deno.test("a file of a persona that cannot be used is named with its key and what is wrong", () => {
  const folder = Deno.makeTempDirSync();
  try {
    const path = (name: string, content: string | Uint8Array) => {
      const file = join(folder, name);
      if (typeof content === "string") Deno.writeTextFileSync(file, content);
      else Deno.writeFileSync(file, content);
      return file;
    };
    const fails = (file: string, what: string) => {
      const settings = { ...NONE, "system-file": file };
      const error = assertThrows(() => personaText(settings, readPersonaFile), UserError);
      assert(error.message.startsWith("system-file: ") && error.message.includes(file));
      assert(error.message.includes(what), error.message);
    };
    fails(join(folder, "absent"), "cannot read");
    fails(folder, "is not a file");
    fails("/dev/zero", "is not a file");
    fails(path("empty", " \n"), "is empty");
    fails(path("latin1", new Uint8Array([0x66, 0xe9])), "UTF-8");
    fails(path("large", "x".repeat(256 * 1024 + 1)), "larger than 256 KiB");
    const whole = path("whole", "x".repeat(256 * 1024));
    assertEquals(personaText({ ...NONE, "system-file": whole }, readPersonaFile)?.length, 262_144);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
