import { isAbsolute, join } from "@std/path";
import { cleanLine } from "../text/clean.ts";

/** What `exec[0]` is looked up with. */
export interface ExecSearch {
  /** The argv that starts this very program: what `onidia-chat` means. */
  readonly self: readonly [string, ...string[]];
  /** Finds a name on PATH: an absolute path, or undefined. */
  readonly onPath: (name: string) => string | undefined;
}

/** The name by which an agent calls the running program. */
const SELF = "onidia-chat";

/**
 * Resolves the `exec` of a manifest by the table of SPEC section 3. Takes it and the absolute path
 * of the agent's folder; gives the argv with an absolute program, or the reason for the list.
 */
export function resolveExec(
  exec: readonly [string, ...string[]],
  directory: string,
  { self, onPath }: ExecSearch,
): { readonly argv: readonly [string, ...string[]] } | { readonly reason: string } {
  const [program, ...args] = exec;
  if (program === SELF) return { argv: [...self, ...args] };
  if (program.includes("/")) {
    const shown = program.replace(/^(?:\.\/+)+/, "");
    const path = isAbsolute(program) ? program : `${directory}/${shown}`;
    const state = stateOf(path);
    return state === "program"
      ? { argv: [path, ...args] }
      : { reason: REASONS[state](shown || program) };
  }
  const path = onPath(program);
  if (path !== undefined) return { argv: [path, ...args] };
  const beside = !["missing", "folder"].includes(stateOf(join(directory, program)));
  return { reason: beside ? `exec not found - write ./${cleanLine(program)}` : "exec not found" };
}

/**
 * Makes the search on PATH. Takes PATH's value; what it finds is remembered. Entries that are empty
 * or relative are passed over: with them, what a name means would depend on the current directory.
 */
export function searchPath(path: string | undefined): ExecSearch["onPath"] {
  const folders = (path ?? "").split(":").filter(isAbsolute);
  const known = new Map<string, string | undefined>();
  return (name) => {
    // A name without a slash can still be one of the two that mean folders.
    if (name === "." || name === "..") return undefined;
    if (!known.has(name)) {
      const paths = folders.map((folder) => join(folder, name));
      known.set(name, paths.find((candidate) => stateOf(candidate) === "program"));
    }
    return known.get(name);
  };
}

type State = "program" | "not executable" | "folder" | "missing" | "unreachable";

const REASONS: Readonly<Record<Exclude<State, "program">, (shown: string) => string>> = {
  "not executable": (path) => `exec not executable - chmod +x ${cleanLine(path)}`,
  folder: (path) => `exec is not a file - ${cleanLine(path)}`,
  missing: () => "exec not found",
  unreachable: (path) => `exec cannot be reached - permission denied for ${cleanLine(path)}`,
};

function stateOf(path: string): State {
  try {
    const { isFile, mode } = Deno.statSync(path);
    if (!isFile) return "folder";
    return ((mode ?? 0) & 0o111) === 0 ? "not executable" : "program";
  } catch (error) {
    return error instanceof Deno.errors.PermissionDenied ? "unreachable" : "missing";
  }
}
