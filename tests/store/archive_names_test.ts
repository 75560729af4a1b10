import { buildZip, MANIFEST } from "../fakes/zip_builder.ts";
import { assertRefused, file, refuses } from "./archive_fixture.ts";

for (
  const name of [
    "../x",
    "..",
    "a/../../x",
    "a/..",
    "../",
    "a/../b",
    ".. /x",
    ".../x",
    "a/. ./x",
    "./x",
    "a/./b",
    ".",
    "a//b",
    "a//",
    "%2e%2e/x",
    "%2E%2e%2Fx",
    "%252e%252e/x",
    "a/%2e%2e%2f%2e%2e/x",
    "．．/x",
    "‥/x",
    "a/․․/x",
  ]
) {
  refuses(`the name ${JSON.stringify(name)}`, "name", "part of its name", [file(name)]);
}

for (const name of ["..\\x", "a\\..\\..\\x", "a\\b", "%5c..%5cx", "＼x"]) {
  refuses(`the backslash in ${JSON.stringify(name)}`, "name", "backslash", [file(name)]);
}
for (const name of ["/etc/passwd", "//x", "/", "%2fetc", "／etc"]) {
  const says = name === "/" ? "empty" : "absolute";
  refuses(`the absolute name ${JSON.stringify(name)}`, "name", says, [file(name, { data: "" })]);
}
for (const name of ["C:/x", "c:x", "Z:", "Ｃ:x"]) {
  refuses(`the drive letter in ${JSON.stringify(name)}`, "name", "drive", [file(name)]);
}
refuses("an empty name", "name", "empty", [file("")]);
refuses("a NUL in a name", "name", "NUL", [file("tea.sh\0.txt")]);
refuses("an encoded NUL in a name", "name", "NUL", [file("tea.sh%00.txt")]);
refuses("a newline in a name", "name", "control", [file("a\nb")]);
refuses("an escape sequence in a name", "name", '"ab": its name', [file("a\x1b[31mb")]);
refuses("letters that turn the text around", "name", "invisible", [file("a\u202egpj.sh")]);
refuses("a name that says UTF-8 and is not", "name", "not UTF-8", [
  file(Uint8Array.of(0x61, 0xc0, 0xaf), { flags: 1 << 11 }),
]);
refuses("a name in a code page", "name", "character set", [
  file(Uint8Array.of(0x82, 0x2e, 0x74), { flags: 0, host: 0 }),
]);
refuses("a part of a name over 255 bytes", "limit", "255", [file("é".repeat(128))]);
refuses("a name over 1024 bytes", "limit", "1024", [file("a/".repeat(512) + "b")]);

refuses("a name that is there twice", "twin", '"a": it is there twice', [file("a"), file("a")]);
refuses("a folder that is there twice", "twin", "twice", [
  file("a/", { data: "" }),
  file("a/", { data: "" }),
]);
refuses("names that differ in case only", "twin", '"A.sh": it differs from "a.sh"', [
  file("a.sh"),
  file("A.sh"),
]);
refuses("folders that differ in case only", "twin", "case", [file("a/x"), file("A/y")]);
refuses("names that differ in Unicode form only", "twin", "form", [
  file("\u00e9"),
  file("e\u0301"),
]);
refuses("names that differ in what cannot be seen", "twin", "form", [
  file("tea.sh"),
  file("tea\u200c.sh"),
]);
refuses("names that differ as ß and ss do", "twin", "case", [file("straße"), file("STRASSE")]);
refuses("names that differ in compatible letters", "twin", "form", [file("ﬁle"), file("file")]);
refuses("a second spelling of agent.json", "twin", "case", [file("AGENT.json")]);
refuses("a file that is the folder of another", "twin", "at once", [file("a"), file("a/b")]);
refuses("a folder that becomes a file", "twin", "at once", [file("a/b"), file("a")]);

refuses("two agents", "several-agents", "several agents", [file("b/agent.json")]);
refuses("an agent deep inside another", "several-agents", "", [file("b/c/d/agent.json")]);
Deno.test("an archive is refused without an agent.json at its root or one folder down", async () => {
  await assertRefused(buildZip([]), "no-agent", "agent.json");
  await assertRefused(buildZip([file("a/b/agent.json")]), "no-agent");
  await assertRefused(buildZip([file("__MACOSX/agent.json")]), "no-agent");
  await assertRefused(buildZip([file("agent.json/", { data: "" })]), "no-agent");
});
Deno.test("macOS litter is held to the same rules as all else", async () => {
  await assertRefused(buildZip([MANIFEST, file("__MACOSX/../../x")]), "name");
  await assertRefused(buildZip([MANIFEST, file(".DS_Store", { mode: 0o120777 })]), "type");
});
