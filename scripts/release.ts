/**
 * Checks that a release is of one piece: `deno run -A scripts/release.ts` wants the tag
 * `v<version>` on the commit that is checked out, CHANGELOG.md to begin with that version, and
 * writes dist/SHA256SUMS of what is to be given away.
 */
import { join } from "@std/path";
import { sourceVersion } from "./deb.ts";
import { releases } from "./deb/changelog.ts";
import { ROOT } from "./deb/contents.ts";

/** What has to agree. */
export interface Release {
  /** The version in deno.json. */
  readonly version: string;
  /** The tags of the commit. */
  readonly tags: readonly string[];
  readonly changelog: string;
}

/** Says all that does not agree, one sentence each; nothing where everything does. */
export function disagreements({ version, tags, changelog }: Release): string[] {
  const tag = `v${version}`;
  const newest = releases(changelog)[0];
  return [
    ...(tags.includes(tag) ? [] : [
      tags.length === 0
        ? `The commit has no tag: git tag ${tag}, as deno.json says ${version}.`
        : `The commit is tagged ${tags.join(", ")} and not ${tag}, as deno.json says ${version}.`,
    ]),
    ...(newest?.version === version ? [] : [
      newest === undefined
        ? `CHANGELOG.md has no version: begin it with "## ${version}".`
        : `CHANGELOG.md begins with ${newest.version} and not with ${version}, as deno.json says.`,
    ]),
    ...(newest && newest.changes.length === 0
      ? [`CHANGELOG.md says nothing of ${newest.version}: list what changed.`]
      : []),
  ];
}

/**
 * Writes SHA256SUMS, which `sha256sum -c` reads, of the program and the packages of a version in a
 * folder. Gives the names in it; throws an Error where there is no package.
 */
export async function writeSums(folder: string, version: string): Promise<string[]> {
  const names = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) =>
    name === "onidia-chat" || name.startsWith(`onidia_${version}_`) && name.endsWith(".deb")
  ).sort();
  if (!names.some((name) => name.endsWith(".deb"))) {
    throw new Error(`There is no package of ${version} in ${folder}: deno task deb builds it.`);
  }
  const lines: string[] = [];
  for (const name of names) {
    const bytes = Deno.readFileSync(join(folder, name));
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    lines.push(`${sum}  ${name}\n`);
  }
  Deno.writeTextFileSync(join(folder, "SHA256SUMS"), lines.join(""));
  return names;
}

async function tagsHere(): Promise<string[]> {
  const { success, stdout } = await new Deno.Command("git", {
    args: ["-C", ROOT, "tag", "--points-at", "HEAD"],
    stderr: "null",
  }).output();
  return success ? new TextDecoder().decode(stdout).split("\n").filter((tag) => tag !== "") : [];
}

if (import.meta.main) {
  try {
    const version = sourceVersion();
    const changelog = Deno.readTextFileSync(join(ROOT, "CHANGELOG.md"));
    const faults = disagreements({ version, tags: await tagsHere(), changelog });
    if (faults.length > 0) throw new Error(faults.join("\n"));
    const names = await writeSums(join(ROOT, "dist"), version);
    console.log(`${version}: dist/SHA256SUMS of ${names.join(", ")}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(2);
  }
}
