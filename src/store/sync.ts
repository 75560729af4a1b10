import { dirname, join } from "@std/path";

/** How many files are synced at a time: together they share the journal's commits. */
const AT_ONCE = 16;

/**
 * Makes a folder, all files and folders in it and its own name survive a power cut. Takes its path.
 * Files first, then the folders that name them.
 */
export async function syncTree(path: string): Promise<void> {
  const files: string[] = [];
  const folders: string[] = [];
  collect(path, files, folders);
  await syncAll(files);
  await syncAll([...folders, dirname(path)]);
}

/** Makes the names in a folder survive a power cut. Takes its path. */
export function syncFolder(path: string): void {
  using folder = Deno.openSync(path);
  folder.syncSync();
}

function collect(folder: string, files: string[], folders: string[]): void {
  folders.push(folder);
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    if (isDirectory) collect(path, files, folders);
    else files.push(path);
  }
}

async function syncAll(paths: readonly string[]): Promise<void> {
  const waiting = [...paths];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      using file = await Deno.open(path);
      await file.sync();
    }
  }));
}
