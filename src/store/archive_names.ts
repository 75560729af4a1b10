import { cleanLine } from "../text/clean.ts";
import { shown } from "../text/shown.ts";
import { refusal } from "./archive_error.ts";
import type { ArchiveLimits } from "./archive_limits.ts";

/**
 * Checks the name of an entry as it would become a path (SPEC section 8). Takes the name without
 * the slash that marks a folder, and the limits. Throws an ArchiveError. Besides what would leave
 * the folder as it is written, it refuses what would leave it after percent-decoding or Unicode
 * compatibility folding: nothing here decodes names, but no honest archive holds such ones.
 */
export function checkName(name: string, limits: ArchiveLimits): void {
  const refuse = (why: string) => refusal("name", why, name);
  if (name === "") throw refuse("its name is empty");
  if (name.includes("\0")) throw refuse("its name holds a NUL");
  if (cleanLine(name) !== name) throw refuse("its name holds control or invisible characters");
  if (bytesOf(name) > limits.name) {
    throw refusal("limit", `its name is over ${limits.name} bytes`, name);
  }
  for (const reading of readings(name)) {
    if (reading.includes("\\")) throw refuse("its name holds a backslash");
    if (reading.startsWith("/")) throw refuse("its name is an absolute path");
    if (/^[A-Za-z]:/.test(reading)) throw refuse("its name starts with a drive letter");
    for (const part of reading.split("/")) {
      if (part === "") throw refuse("a part of its name is empty");
      // Some systems drop dots and spaces at the end of a part, which makes ".. " the parent.
      if (/^[.\s]+$/.test(part)) {
        throw refuse(`a part of its name is only dots or spaces ("${part}")`);
      }
      if (part.includes("\0")) throw refuse("its name holds a NUL");
      if (part.length > limits.part / 3 && bytesOf(part) > limits.part) {
        throw refusal("limit", `a part of its name is over ${limits.part} bytes`, name);
      }
    }
  }
}

/** The length in UTF-8; a character of a string makes three bytes at most. */
function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The name as written, and as what it could be taken for. */
function readings(name: string): Set<string> {
  const folded = name.normalize("NFKC");
  return new Set([name, folded, percentDecoded(name), percentDecoded(folded)]);
}

/** Decodes the percent forms of ASCII characters, also of those that were encoded twice. */
function percentDecoded(name: string): string {
  const decoded = name.replace(
    /%([0-7][0-9a-f])/gi,
    (_, hex) => String.fromCharCode(parseInt(hex, 16)),
  );
  return decoded === name ? name : percentDecoded(decoded);
}

/** A file or folder by its checked name. */
export interface Named {
  /** Relative, safe to join to a folder; without a slash at its end. */
  readonly name: string;
  readonly isFolder: boolean;
}

/** A place in the tree: what the entries so far made of it. */
interface Node {
  readonly name: string;
  readonly isFolder: boolean;
  /** False while it is known only as the folder of other entries. */
  isListed: boolean;
  /** By folded name. */
  readonly children: Map<string, Node>;
}

/**
 * Checks the names of a tree against each other: no name twice, no two that are one where case or
 * Unicode form do not count, no file that is the folder of another entry. Folders that only occur
 * in the names of others count as entries, or 4,096 names could make two million folders.
 *
 * Takes the checked names in any order, and the limits. Throws an ArchiveError that names the
 * later entry.
 */
export function checkTree(entries: readonly Named[], limits: ArchiveLimits): void {
  const root = new Map<string, Node>();
  let count = 0;
  let partCount = 0;
  for (const { name, isFolder } of entries) {
    const parts = name.split("/");
    partCount += parts.length;
    if (partCount > limits.parts) throw refusal("limit", "its folders are nested too deep", name);
    let level = root;
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const asFolder = isFolder || !isLast;
      const key = caseFolded(part);
      let node = level.get(key);
      if (node === undefined) {
        node = { name: part, isFolder: asFolder, isListed: false, children: new Map() };
        level.set(key, node);
        if (++count > limits.entries) {
          throw refusal("limit", `it makes more than ${limits.entries} files and folders`, name);
        }
      }
      if (node.name !== part) {
        const other = shown([...parts.slice(0, index), node.name].join("/"));
        throw refusal("twin", `it differs from ${other} only in case or Unicode form`, name);
      }
      if (node.isFolder !== asFolder) {
        throw refusal("twin", "it is a file and a folder at once", name);
      }
      if (isLast && node.isListed) throw refusal("twin", "it is there twice", name);
      node.isListed ||= isLast;
      level = node.children;
    }
  }
}

/**
 * Folds what case-blind and form-blind file systems fold, some of which also pass over characters
 * that cannot be seen. Upper case first, as that unites more letters (ß with ss, ς with σ) than
 * lower case alone.
 */
function caseFolded(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return visible.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** Whether an entry is litter of macOS, which is left out of an agent. */
export function isLitter(name: string): boolean {
  const parts = name.split("/");
  return parts.includes("__MACOSX") || parts.at(-1) === ".DS_Store";
}

/**
 * Finds the agent among the names of an archive's files, litter left out. Gives the folder that
 * holds its `agent.json`: "" for the root, else one folder down. Throws an ArchiveError when there
 * is none, or more than one at whatever depth.
 */
export function locateAgent(files: readonly string[]): string {
  const manifests = files.filter((name) => name.split("/").at(-1) === "agent.json");
  if (manifests.length > 1) {
    throw refusal(
      "several-agents",
      `it holds several agents (also ${shown(manifests[0])})`,
      manifests[1],
    );
  }
  const parts = manifests[0]?.split("/") ?? [];
  if (parts.length !== 1 && parts.length !== 2) {
    throw refusal("no-agent", "it holds no agent.json at its root or one folder down");
  }
  return parts.length === 2 ? parts[0]! : "";
}
