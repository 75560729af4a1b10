import { fromFileUrl } from "@std/path";

/** The permissions of the program, by name: the same for the sources and for the compiled binary. */
export const PERMISSIONS = ["read", "write", "run", "env", "net", "sys"] as const;

/**
 * The command that starts this very program (SPEC section 3: what `onidia-chat` means in `exec`).
 * Takes `import.meta.url` of main.ts. Compiled it is the binary; from the sources, Deno with them.
 */
export function selfCommand(main: string): readonly [string, ...string[]] {
  const program = Deno.execPath();
  if (Deno.build.standalone) return [program];
  const permissions = PERMISSIONS.map((name) => `--allow-${name}`);
  return [program, "run", "--quiet", ...permissions, fromFileUrl(main)];
}
