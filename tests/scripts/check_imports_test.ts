import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { importsBelow, tooLong, violation } from "../../scripts/check_imports.ts";

const ALLOWED = [
  ["cli/run.ts", "chat/session.ts"],
  ["cli/modes/install.ts", "store/install.ts"],
  ["chat/session.ts", "brain/turn.ts"],
  ["brain/turn.ts", "agents/agent.ts"],
  ["brain/local/index.ts", "brain/brain.ts"],
  ["agents/protocol.ts", "pet/vocabulary.ts"],
  ["store/install.ts", "agents/manifest.ts"],
  ["bundled/play.ts", "config/paths.ts"],
  ["config/ini.ts", "text/nearest.ts"],
  ["config/ini.ts", "errors.ts"],
  ["cli/modes/version.ts", "version.ts"],
  ["authors/pack.ts", "agents/manifest.ts"],
] as const;

const FORBIDDEN = [
  ["chat/session.ts", "cli/output.ts"],
  ["chat/session.ts", "store/install.ts"],
  ["brain/turn.ts", "chat/session.ts"],
  ["brain/turn.ts", "store/install.ts"],
  ["brain/turn.ts", "pet/bridge.ts"],
  ["agents/host.ts", "brain/brain.ts"],
  ["agents/host.ts", "pet/bridge.ts"],
  ["store/install.ts", "brain/brain.ts"],
  ["pet/bridge.ts", "agents/agent.ts"],
  ["pet/bridge.ts", "chat/session.ts"],
  ["bundled/play.ts", "cli/output.ts"],
  ["bundled/play.ts", "brain/brain.ts"],
  ["config/ini.ts", "agents/agent.ts"],
  ["text/clean.ts", "config/paths.ts"],
  ["errors.ts", "text/clean.ts"],
  ["version.ts", "errors.ts"],
  ["chat/session.ts", "version.ts"],
  ["newroom/a.ts", "text/clean.ts"],
  ["cli/run.ts", "../main.ts"],
] as const;

Deno.test("imports that point the one way pass", () => {
  for (const [from, to] of ALLOWED) assertEquals(violation({ from, line: 1, to }), undefined);
});

Deno.test("imports that point back or aside are named with file, line and rule", () => {
  for (const [from, to] of FORBIDDEN) {
    assertMatch(violation({ from, line: 7, to }) ?? "", new RegExp(`^src/${from}:7: .+`));
  }
});

Deno.test("every kind of import is seen, and none that a comment or a text only mentions", async () => {
  const src = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(join(src, "cli"));
    Deno.writeTextFileSync(
      join(src, "errors.ts"),
      "export type E = string;\nexport const e = 1;\n",
    );
    Deno.writeTextFileSync(join(src, "seen_by_nobody.ts"), 'import "./errors.ts";\n');
    Deno.writeTextFileSync(
      join(src, "cli/run.ts"),
      [
        '/** Not this: import("../no.ts") */',
        "import {",
        "  e,",
        '} from "../errors.ts";',
        'import type { E } from "../errors.ts";',
        'export * from "./a.ts";',
        'const text = `import "../no.ts"`;',
        'export const b = () => import("./b.ts");',
        "export const all: E[] = [text, String(e)];",
      ].join("\n"),
    );
    for (const name of ["a", "b"]) {
      Deno.writeTextFileSync(join(src, `cli/${name}.ts`), "export {};\n");
    }
    const found = await importsBelow(src);
    assertEquals(
      found.map(({ from, line, to }) => `${from}:${line} ${to}`),
      [
        "cli/run.ts:4 errors.ts",
        "cli/run.ts:6 cli/a.ts",
        "cli/run.ts:8 cli/b.ts",
        "seen_by_nobody.ts:1 errors.ts",
      ],
    );
  } finally {
    Deno.removeSync(src, { recursive: true });
  }
});

Deno.test("a file of 300 lines is too long", () => {
  assertEquals(tooLong("a.ts", "x\n".repeat(299)), undefined);
  assertMatch(tooLong("a.ts", "x\n".repeat(300)) ?? "", /^src\/a\.ts:300: /);
});
