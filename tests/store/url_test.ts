import { assertEquals, assertThrows } from "@std/assert";
import { UserError } from "../../src/errors.ts";
import { parseAddress, redact, refuseInsecure, showUrl } from "../../src/store/url.ts";

const PIN = "a".repeat(64);

Deno.test("a URL is read with its pin, and without one", () => {
  assertEquals(parseAddress("https://example.com/tea.zip").pin, undefined);
  const pinned = parseAddress(`https://example.com/tea.zip#sha256=${PIN.toUpperCase()}`);
  assertEquals(pinned.pin, PIN);
  assertEquals(pinned.url.href, "https://example.com/tea.zip");
});

Deno.test("a fragment that is no pin is refused, as a mistyped pin must not pass for none", () => {
  for (
    const fragment of [
      "",
      "sha256",
      "sha256=",
      "sha256=abc",
      `sha256=${PIN}0`,
      `sha256=${"g".repeat(64)}`,
      `sha265=${PIN}`,
      `sha1=${PIN}`,
      `sha256=${PIN}#sha256=${PIN}`,
      ` sha256=${PIN}`,
      "top",
    ]
  ) {
    assertThrows(
      () => parseAddress(`https://example.com/tea.zip#${fragment}`),
      UserError,
      "behind the # only sha256= and 64 hex digits may follow",
    );
  }
});

Deno.test("only https and http are downloaded from", () => {
  for (const url of ["ftp://h/x.zip", "file:///etc/passwd", "data:,x", "git://h/x", "blob:x"]) {
    assertThrows(() => parseAddress(url), UserError, "only https: is supported");
  }
  for (const url of ["https://", "http://", "https://[::", "https://h:99999/", "nothing"]) {
    assertThrows(() => parseAddress(url), UserError, "is not a URL");
  }
});

Deno.test("plain http is for this machine in all spellings, and for pinned files", () => {
  for (
    const host of [
      "localhost",
      "LOCALHOST:80",
      "127.0.0.1",
      "127.9.9.9",
      "0x7f.1",
      "[::1]",
      "[0:0::1]",
    ]
  ) refuseInsecure(new URL(`http://${host}/tea.zip`), undefined);
  for (
    const host of [
      "example.com",
      "localhost.example.com",
      "127.0.0.1.example.com",
      "127.example.com",
      "128.0.0.1",
      "10.0.0.1",
      "0.0.0.0",
      "[::2]",
      "[::ffff:127.0.0.1]",
      "localhost@example.com",
      "xn--localhost",
    ]
  ) {
    const url = URL.parse(`http://${host}/tea.zip`);
    // What the parser refuses never gets as far as this.
    if (url === null) continue;
    assertThrows(() => refuseInsecure(url, undefined), UserError, "plain http: can be changed");
    refuseInsecure(url, PIN);
  }
});

Deno.test("no sentence shows a name, a password, a key of a query, or a control character", () => {
  assertEquals(showUrl(new URL("https://kim:pw@h.example/a?key=1#x")), "https://h.example/a?…");
  for (
    const [text, shown] of [
      ["ftp://kim:pw@h.example/a?key=1", "ftp://h.example/a"],
      ["ftp:kim:pw@h.example/a", "ftp:h.example/a"],
      ["https://kim:p/w@[::/a", "https://[::/a"],
      ["https://kim:p@w@[::/a", "https://[::/a"],
      ["/home/kim@work/tea?.zip", "/home/kim@work/tea?.zip"],
      ["https://h/\x1b[31mred\x07", "https://h/red"],
    ] as const
  ) assertEquals(redact(text), shown);
});

Deno.test("a URL without end is cut in a sentence", () => {
  const { message } = assertThrows(
    () => parseAddress("ftp://h/" + "x".repeat(1_000_000)),
    UserError,
  );
  assertEquals(message.length < 400, true);
});
