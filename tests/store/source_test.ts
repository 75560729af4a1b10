import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { classifySource, type SourceContext } from "../../src/store/source.ts";

const PIN = "0123456789abcdef".repeat(4);

/** A folder that holds `tea/`, `tea.zip`, `odd.zip/`, `pack` and a home with `home.zip`. */
function withFolder(test: (context: SourceContext, cwd: string) => void): void {
  const cwd = Deno.makeTempDirSync();
  try {
    for (const folder of ["tea", "odd.zip", "home", "Tea"]) Deno.mkdirSync(join(cwd, folder));
    for (const file of ["tea.zip", "pack", "home/home.zip", "loud.ZIP"]) {
      Deno.writeTextFileSync(join(cwd, file), "");
    }
    const env = (name: string) => name === "HOME" ? join(cwd, "home") : undefined;
    test({ env, cwd, registryConfigured: false }, cwd);
  } finally {
    Deno.removeSync(cwd, { recursive: true });
  }
}

Deno.test("what has a slash or a tilde or ends in .zip is a path, and so is a dot", () => {
  withFolder((context, cwd) => {
    for (
      const [text, kind, path] of [
        ["./tea", "folder", "tea"],
        ["tea/", "folder", "tea"],
        [cwd + "/tea", "folder", "tea"],
        ["tea.zip", "zip", "tea.zip"],
        ["loud.ZIP", "zip", "loud.ZIP"],
        ["./pack", "zip", "pack"],
        ["odd.zip", "folder", "odd.zip"],
        ["~/home.zip", "zip", "home/home.zip"],
        ["~", "folder", "home"],
        ["./tea/../tea.zip", "zip", "tea.zip"],
      ] as const
    ) {
      for (const registryConfigured of [false, true]) {
        const source = classifySource(text, { ...context, registryConfigured });
        assertEquals(source, { kind, path: join(cwd, path) });
      }
    }
    assertEquals(classifySource(".", context), { kind: "folder", path: cwd });
  });
});

Deno.test("a path to nothing, or to what is neither file nor folder, says so", () => {
  withFolder((context) => {
    for (const text of ["./none", "none.zip", "~bob/tea", "tea~", "tea.zip/inside"]) {
      assertThrows(() => classifySource(text, context), UserError, "check the path");
    }
    assertThrows(() => classifySource("/dev/null", context), UserError, "neither a folder nor");
    assertThrows(() => classifySource("./a\0b", context), UserError, "NUL");
  });
});

Deno.test("a URL keeps its pin; http needs one unless it is this machine", () => {
  withFolder((context) => {
    const url = new URL("https://example.com/tea.zip");
    assertEquals(classifySource(url.href, context), { kind: "url", url });
    const pinned = classifySource(`HTTPS://example.com/tea.zip#sha256=${PIN}`, context);
    assertEquals(pinned, { kind: "url", url, pin: PIN });
    assertEquals(classifySource("http://127.0.0.1:8000/tea.zip", context).kind, "url");
    assertEquals(classifySource(`http://h.example/t#sha256=${PIN}`, context).kind, "url");
    assertThrows(() => classifySource("http://h.example/t", context), UserError, "use https:");
    assertThrows(() => classifySource(`http://h.example/t#sha256=x`, context), UserError, "64 hex");
  });
});

Deno.test("other schemes are refused with a sentence, and without the password in them", () => {
  withFolder((context) => {
    for (
      const text of [
        "ftp://kim:s3cret@h.example/tea.zip",
        "file:///home/kim/tea.zip",
        "file:tea.zip",
        "data:application/zip;base64,UEs=",
        "ssh://h.example/tea",
        "javascript://x/tea.zip",
      ]
    ) {
      const error = assertThrows(
        () => classifySource(text, context),
        UserError,
        "only https: is supported",
      );
      assertEquals(/s3cret|kim:/.test(error.message), false);
    }
  });
});

Deno.test("a bare id is for the registry if there is one, else the way to one is shown", () => {
  withFolder((context) => {
    const configured = { ...context, registryConfigured: true };
    assertEquals(classifySource("coffee_2", configured), { kind: "id", id: "coffee_2" });
    // A folder of that name does not change what a bare word means.
    assertEquals(classifySource("tea", configured), { kind: "id", id: "tea" });
    assertThrows(() => classifySource("coffee", context), UserError, "set agents-registry");
    assertThrows(() => classifySource("tea", context), UserError, "write ./tea");
    assertThrows(() => classifySource("pack", context), UserError, "write ./pack");
  });
});

Deno.test("what is neither a path nor an id is refused with the four ways to say it", () => {
  withFolder((context) => {
    for (const text of ["", "Coffee-Maker", "c", "1tea", "tea\n", " tea", "tea\x1b[31m"]) {
      const { message } = assertThrows(
        () => classifySource(text, { ...context, registryConfigured: true }),
        UserError,
        "is no source of an agent",
      );
      assertEquals(message.includes("\x1b"), false);
    }
    assertThrows(() => classifySource("Tea", context), UserError, "write ./Tea");
  });
});
