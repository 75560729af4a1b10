import { assertEquals, assertStringIncludes } from "@std/assert";
import { PROVIDER_TABLE } from "../../src/brain/models/table.ts";
import { SETTINGS } from "../../src/config/table.ts";

const ROOT = new URL("../../", import.meta.url);
const README = Deno.readTextFileSync(new URL("README.md", ROOT));

Deno.test("every key of the README's table is a setting", () => {
  const [, table = ""] = /^## Settings\n(.*?)^## /ms.exec(README) ?? [];
  const keys = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, key]) => key);
  const known = SETTINGS.map(({ key }) => key as string);
  assertEquals(keys.filter((key) => !known.includes(key!)), []);
  assertStringIncludes(keys.join(" "), "agents-dir");
});

Deno.test("the README's table of providers has each with its model and its variables", () => {
  for (const { name, model, keyVariables } of PROVIDER_TABLE) {
    const row = README.split("\n").find((line) => line.includes(`<br>\`[${name}]\`<br>`));
    for (const word of [model, ...keyVariables]) assertStringIncludes(row ?? name, `\`${word}\``);
  }
});

Deno.test("the files that CONTRIBUTING names are there", () => {
  const text = Deno.readTextFileSync(new URL("CONTRIBUTING.md", ROOT));
  const paths = new Set(text.match(/\b(?:src|scripts|tests|agents|types)\/[\w./]*\w/g));
  const missing = [...paths].filter((path) => {
    try {
      Deno.statSync(new URL(path, ROOT));
      return false;
    } catch {
      return true;
    }
  });
  assertEquals(missing, []);
});
