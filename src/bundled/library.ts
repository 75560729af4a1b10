import { join } from "@std/path";

/** A folder of a collection with the tracks in it. */
export interface Folder {
  /** As the user reaches it, through links where there are some. */
  readonly path: string;
  /** Names of the folders from the collection's root down to this one; empty for the root. */
  readonly names: readonly string[];
  /** File names with their extensions; at least one. */
  readonly files: readonly string[];
}

/** Deeper than any collection is, and a stop for what is none. */
const MAX_DEPTH = 64;

/** More files than any collection has: a link to the whole disk ends here. */
const MAX_TRACKS = 2_000_000;

/** A folder that is still to be read. */
interface Pending {
  readonly path: string;
  /** The path without links, by which a folder is known again. */
  readonly real: string;
  readonly names: readonly string[];
}

/**
 * Walks a music or video folder (SPEC section 6): hidden entries are skipped, symlinked folders
 * followed once, unreadable ones skipped and told to `info`. Takes the folder, the extensions in
 * lower case without dot, where a word about skipped folders goes, and who gets each folder that
 * holds tracks: they are handed on at once, since to keep 100,000 names takes as long as to read
 * them. Throws Deno's own error where the folder itself cannot be read. Names that are not UTF-8 are
 * not seen, because the runtime leaves them out of its listings.
 */
export function walkLibrary(
  root: string,
  extensions: ReadonlySet<string>,
  info: (text: string) => void,
  visit: (folder: Folder) => void,
): void {
  const packed = packExtensions(extensions);
  const realRoot = Deno.realPathSync(root);
  const walked = new Set<string>();
  const links: Pending[] = [];
  let count = 0;

  const walk = ({ path, real, names }: Pending): void => {
    if (walked.has(real) || count >= MAX_TRACKS) return;
    walked.add(real);
    const files: string[] = [];
    for (const entry of listing(path, names.length === 0 && path === root, info)) {
      const { name } = entry;
      if (name.charCodeAt(0) === DOT) continue;
      if (entry.isFile) {
        if (packed.has(packExtension(name))) files.push(name);
      } else if (entry.isDirectory) {
        if (names.length >= MAX_DEPTH) continue;
        walk({ path: `${path}/${name}`, real: `${real}/${name}`, names: [...names, name] });
      } else if (entry.isSymlink) {
        const target = statOf(join(path, name));
        if (target?.isFile && packed.has(packExtension(name))) files.push(name);
        if (target?.isDirectory && names.length < MAX_DEPTH) {
          links.push({ path: join(path, name), real: "", names: [...names, name] });
        }
      }
    }
    if (files.length === 0) return;
    count += files.length;
    visit({ path, names, files });
  };

  walk({ path: root, real: realRoot, names: [] });
  // Links come last, so that a folder is known by its own name and not by that of a link to it.
  for (let link = links.shift(); link; link = links.shift()) {
    const real = realPathOf(link.path);
    // A link to a parent of the collection would bring in everything around it.
    if (real === undefined || `${realRoot}/`.startsWith(real === "/" ? real : `${real}/`)) continue;
    walk({ ...link, real });
  }
}

const DOT = 0x2e;

function listing(
  path: string,
  isRoot: boolean,
  info: (text: string) => void,
): Iterable<Deno.DirEntry> {
  try {
    return Deno.readDirSync(path);
  } catch (error) {
    if (isRoot) throw error;
    info(`skipped ${path}: ${reasonOf(error)}`);
    return [];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.NotFound) return "it has gone";
  return error instanceof Error ? error.message : String(error);
}

/** Extensions as numbers: to cut 100,000 names apart takes as long as to read their folders. */
function packExtensions(extensions: ReadonlySet<string>): ReadonlySet<number> {
  return new Set([...extensions].map((extension) => packExtension(`.${extension}`)));
}

/** Up to four letters behind the last dot, folded to lower case, in one number; 0 for none. */
function packExtension(name: string): number {
  let packed = 0;
  for (let at = name.length - 1, shift = 0; at >= 0 && shift <= 32; at--, shift += 8) {
    const unit = name.charCodeAt(at);
    if (unit === DOT) return packed;
    if (unit > 0x7f) return 0;
    packed |= (unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit) << shift;
  }
  return 0;
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined; // A link that leads nowhere.
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
