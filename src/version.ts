/**
 * What `-version` prints: version, commit, Deno version. Takes `import.meta.url` of main.ts, beside
 * which the compiled program has a `build.json` with the commit, and the version. Imports nothing:
 * it is all that is loaded for `-version`.
 */
export function versionLine(main: string, version: string): string {
  return `onidia-chat ${version} (commit ${commit(main)}, Deno ${Deno.version.deno})`;
}

function commit(main: string): string {
  try {
    const build: unknown = JSON.parse(Deno.readTextFileSync(new URL("./build.json", main)));
    return String((build as { commit?: unknown }).commit ?? "unknown");
  } catch {
    return "source";
  }
}
