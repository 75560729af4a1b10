import { join } from "@std/path";

/** Makes a temporary folder for one test and deletes it afterwards. */
export async function withTempFolder(body: (folder: string) => void | Promise<void>) {
  const folder = Deno.makeTempDirSync({ prefix: "onidia-store-" });
  try {
    await body(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Writes files given as path and text into a folder, making the folders between. */
export function writeFiles(folder: string, files: Record<string, string>, mode = 0o644): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(folder, path);
    Deno.mkdirSync(join(full, ".."), { recursive: true });
    Deno.writeTextFileSync(full, text, { mode });
  }
}

/** A manifest of a working shell agent, as JSON text. */
export function manifestText(id: string, version = "1.0.0", more: object = {}): string {
  return JSON.stringify({
    id,
    version,
    description: `Announce ${id}. Use when the user mentions ${id}.`,
    exec: ["./run.sh"],
    ...more,
  });
}

/** Writes a working shell agent that answers with its version. Gives its folder. */
export function writeAgent(
  parent: string,
  id: string,
  version = "1.0.0",
  more: object = {},
): string {
  const folder = join(parent, id);
  writeFiles(folder, { "agent.json": manifestText(id, version, more) });
  writeFiles(folder, { "run.sh": `#!/bin/sh\nread -r line\necho "OK ${id} ${version}"\n` }, 0o755);
  return folder;
}
