/** Holds the rooms apart: who may import whom, and how long a file may be (DESIGN.md). */
import { fromFileUrl, join, relative } from "@std/path";

/** What each room may import besides itself: a room, or one file of it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: ["chat", "brain", "store", "authors", "agents", "bundled", "pet", "config", "version.ts"],
  chat: ["brain", "agents", "pet", "config"],
  brain: ["agents", "pet/vocabulary.ts", "config"],
  store: ["agents", "config"],
  authors: ["agents", "pet/vocabulary.ts", "config"],
  agents: ["pet/vocabulary.ts", "config"],
  bundled: ["agents", "pet", "config"],
  pet: ["config"],
  config: [],
  text: [],
  // Files beside the rooms: whoever may import them gets nothing else with them.
  "errors.ts": [],
  "plain_file.ts": [],
  "version.ts": [],
};

/** What all rooms may import. */
const EVERYBODYS = ["text", "errors.ts", "plain_file.ts"];

/** A file has fewer lines than this. */
const LINES = 300;

/** One import, export-from or dynamic import of a file below src/. */
export interface Import {
  /** The file that imports, relative to src/: `brain/turn.ts`. */
  readonly from: string;
  /** Counted from 1. */
  readonly line: number;
  /** What it imports, relative to src/; starts with `../` where it lies outside. */
  readonly to: string;
}

/** Says why an import is against the rules, or undefined where it is not. */
export function violation({ from, line, to }: Import): string | undefined {
  const where = `src/${from}:${line}`;
  if (to.startsWith("../")) return `${where}: ${to.slice(3)} is outside src/`;
  const room = roomOf(from);
  if (room === from) return `${where}: ${from} imports nothing`;
  const allowed = MAY_IMPORT[room];
  if (!allowed) return `${where}: src/${room} is a room without rules in scripts/check_imports.ts`;
  const open = [room, ...allowed, ...EVERYBODYS];
  if (open.includes(to) || open.includes(roomOf(to))) return undefined;
  return `${where}: ${room} may not import ${to}, only ${[...allowed, ...EVERYBODYS].join(", ")}`;
}

/** Says that a file is too long, or undefined. Takes its path relative to src/ and its text. */
export function tooLong(path: string, text: string): string | undefined {
  const lines = text.split("\n").length - 1;
  return lines < LINES ? undefined : `src/${path}:${lines}: under ${LINES} lines, please`;
}

/**
 * All imports of the TypeScript files below a folder, as Deno itself resolves them. Takes the
 * absolute path of src/; gives them by file and line, without those of npm packages.
 */
export async function importsBelow(src: string): Promise<Import[]> {
  const found: Import[] = [];
  const seen = new Set<string>();
  for (const path of typescriptBelow(src)) {
    if (seen.has(path)) continue;
    for (const module of await moduleGraph(path)) {
      const from = localPath(module.specifier);
      if (from === undefined || seen.has(from)) continue;
      seen.add(from);
      if (relative(src, from).startsWith("..")) continue;
      for (const { code, type } of module.dependencies ?? []) {
        const target = code ?? type;
        const to = localPath(target?.specifier);
        if (!target || to === undefined) continue;
        found.push({
          from: relative(src, from),
          line: target.span.start.line + 1,
          to: relative(src, to),
        });
      }
    }
  }
  return found.sort((a, b) => a.from < b.from ? -1 : a.from > b.from ? 1 : a.line - b.line);
}

function roomOf(path: string): string {
  return path.split("/", 1)[0]!;
}

/** The part of `deno info --json` that is read here. */
interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly { readonly code?: Target; readonly type?: Target }[];
}

interface Target {
  readonly specifier?: string;
  readonly span: { readonly start: { readonly line: number } };
}

async function moduleGraph(path: string): Promise<readonly Module[]> {
  const { success, stdout, stderr } = await new Deno.Command("deno", {
    args: ["info", "--json", path],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return (JSON.parse(new TextDecoder().decode(stdout)) as { modules: Module[] }).modules;
}

function localPath(specifier: string | undefined): string | undefined {
  return specifier?.startsWith("file:") ? fromFileUrl(specifier) : undefined;
}

function typescriptBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory ? typescriptBelow(path) : entry.name.endsWith(".ts") ? [path] : [];
  });
}

if (import.meta.main) {
  const src = fromFileUrl(new URL("../src", import.meta.url));
  const faults = [
    ...(await importsBelow(src)).map(violation),
    ...typescriptBelow(src).map((path) =>
      tooLong(relative(src, path), Deno.readTextFileSync(path))
    ),
  ].filter((fault) => fault !== undefined);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) Deno.exit(1);
}
