import { assertEquals, assertStringIncludes } from "@std/assert";
import { SETTINGS } from "../../src/config/table.ts";

const ROOT = new URL("../../", import.meta.url);
const README = Deno.readTextFileSync(new URL("README.md", ROOT));

Deno.test("every key of the README's table is a setting", () => {
  const table = README.slice(README.indexOf("## Settings"));
  const keys = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, key]) => key);
  const known = SETTINGS.map(({ key }) => key as string);
  assertEquals(keys.filter((key) => !known.includes(key!)), []);
  assertStringIncludes(keys.join(" "), "agents-dir");
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
