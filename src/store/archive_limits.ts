/** What an archive may hold at most (SPEC section 8). All but `entries` and `parts` in bytes. */
export interface ArchiveLimits {
  /** The archive file itself. */
  readonly archive: number;
  /** All entries together, unpacked. */
  readonly unpacked: number;
  /** Files and folders. */
  readonly entries: number;
  /** One entry's whole name. */
  readonly name: number;
  /** One part of a name: what Linux file systems take. */
  readonly part: number;
  /**
   * The parts of all names together, 16 for each entry. The runtime resolves every folder on the way
   * to a file before it lets a worker open it, so a deep path costs the square of its depth.
   */
  readonly parts: number;
  /** The central directory, which is held in memory: 2 KiB for each of the entries. */
  readonly directory: number;
}

/** The limits of SPEC section 8. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  archive: 64 * 1024 * 1024,
  unpacked: 64 * 1024 * 1024,
  entries: 4096,
  name: 1024,
  part: 255,
  parts: 16 * 4096,
  directory: 8 * 1024 * 1024,
};
