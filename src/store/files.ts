import { createHash } from "node:crypto";
import { closeSync, readSync } from "node:fs";
import { join } from "@std/path";
import { shown } from "../text/shown.ts";
import { openPlainFile } from "../plain_file.ts";
import { SIGNATURE_FILE } from "./signature.ts";
import { SignatureError } from "./signature_error.ts";

/** What `files` cannot hold: the manifest it stands in, and the signature over that. */
const NOT_COVERED: readonly string[] = ["agent.json", SIGNATURE_FILE];

const NOTHING: ReadonlySet<string> = new Set();

/** Paths in a folder, with `/`, and the SHA-256 of each file in hex. */
export type FileSums = Readonly<Record<string, string>>;

/**
 * Hashes every file of an agent's folder but `agent.json` and `agent.json.sig` themselves: what the
 * `files` of a signed manifest must say (SPEC section 3). Takes the folder, and the names that are
 * passed over on every level because they will not be installed. Sorted by path.
 *
 * Throws a SignatureError for what cannot be hashed: links, devices, pipes, unreadable files.
 */
export function hashFolder(folder: string, passedOver: ReadonlySet<string> = NOTHING): FileSums {
  const paths = [...filesIn(folder, "", passedOver)].sort();
  return Object.fromEntries(paths.map((path) => [path, hashFileIn(folder, path)]));
}

/**
 * Compares a folder with the `files` of its manifest. Gives a SignatureError for each file that was
 * added, removed or changed, or is no plain file, sorted by path; none where all is as signed.
 */
export function checkFiles(folder: string, files: FileSums): SignatureError[] {
  const wrong = new Map<string, SignatureError>();
  const present = [...filesIn(folder, "", NOTHING, wrong)];
  for (const path of present) {
    const sum = Object.hasOwn(files, path) ? files[path] : undefined;
    const fault = sum === undefined
      ? new SignatureError("file-added", `${shown(path)} is not in the signed files`)
      : checkSum(folder, path, sum);
    if (fault) wrong.set(path, fault);
  }
  const there = new Set([...present, ...wrong.keys()]);
  for (const path of Object.keys(files)) {
    if (there.has(path)) continue;
    const why = `${shown(path)} is in the signed files, but not in the folder`;
    wrong.set(path, new SignatureError("file-removed", why));
  }
  return [...wrong].sort(([a], [b]) => a < b ? -1 : 1).map(([, fault]) => fault);
}

function checkSum(folder: string, path: string, sum: string): SignatureError | undefined {
  try {
    if (hashFileIn(folder, path) === sum.toLowerCase()) return undefined;
    return new SignatureError("file-changed", `${shown(path)} is not as it was signed`);
  } catch (error) {
    if (error instanceof SignatureError) return error;
    throw error;
  }
}

/**
 * The plain files below a folder. What is neither file nor folder is put into `wrong`, or thrown
 * where there is none.
 */
function* filesIn(
  folder: string,
  inside: string,
  passedOver: ReadonlySet<string>,
  wrong?: Map<string, SignatureError>,
): Generator<string> {
  const report = (path: string, fault: SignatureError) => {
    if (!wrong) throw fault;
    wrong.set(path, fault);
  };
  let entries: Deno.DirEntry[] = [];
  try {
    entries = [...Deno.readDirSync(join(folder, inside))];
  } catch (error) {
    report(inside, unreadable(inside || ".", error));
  }
  for (const entry of entries) {
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (passedOver.has(entry.name) || NOT_COVERED.includes(path)) continue;
    if (entry.isDirectory) yield* filesIn(folder, path, passedOver, wrong);
    else if (entry.isFile) yield path;
    else report(path, notPlain(path));
  }
}

function hashFileIn(folder: string, path: string): string {
  const hash = createHash("sha256");
  try {
    // The name may have become another thing since the folder was read.
    const file = openPlainFile(join(folder, path));
    if (file === undefined) throw notPlain(path);
    try {
      const buffer = new Uint8Array(256 * 1024);
      for (let count; (count = readSync(file, buffer)) > 0;) {
        hash.update(buffer.subarray(0, count));
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof SignatureError ? error : unreadable(path, error);
  }
  return hash.digest("hex");
}

function notPlain(path: string): SignatureError {
  return new SignatureError("file-type", `${shown(path)} is neither a file nor a folder`);
}

function unreadable(path: string, error: unknown): SignatureError {
  const why = error instanceof Error ? error.message : String(error);
  return new SignatureError("file-unreadable", `${shown(path)} cannot be read (${why})`);
}
