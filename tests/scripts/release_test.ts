import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { disagreements, writeSums } from "../../scripts/release.ts";

const CHANGELOG = "# Changelog\n\n## 0.2.0\n\n- One thing.\n\n## 0.1.0\n\n- The first.\n";

Deno.test("a release whose tag, changelog and version agree has nothing against it", () => {
  assertEquals(disagreements({ version: "0.2.0", tags: ["v0.2.0"], changelog: CHANGELOG }), []);
});

Deno.test("every disagreement of a release is named at once", () => {
  assertEquals(disagreements({ version: "0.3.0", tags: ["v0.2.0"], changelog: CHANGELOG }), [
    "The commit is tagged v0.2.0 and not v0.3.0, as deno.json says 0.3.0.",
    "CHANGELOG.md begins with 0.2.0 and not with 0.3.0, as deno.json says.",
  ]);
  assertEquals(disagreements({ version: "0.3.0", tags: [], changelog: "## 0.3.0\n" }), [
    "The commit has no tag: git tag v0.3.0, as deno.json says 0.3.0.",
    "CHANGELOG.md says nothing of 0.3.0: list what changed.",
  ]);
});

Deno.test("sha256sum accepts the sums, and packages of other versions are not among them", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    for (const name of ["onidia-chat", "onidia_0.2.0_amd64.deb", "onidia_0.1.0_amd64.deb"]) {
      Deno.writeTextFileSync(join(folder, name), name);
    }
    assertEquals(await writeSums(folder, "0.2.0"), ["onidia-chat", "onidia_0.2.0_amd64.deb"]);
    const { code } = await new Deno.Command("sha256sum", {
      args: ["--quiet", "-c", "SHA256SUMS"],
      cwd: folder,
    }).output();
    assertEquals(code, 0);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
