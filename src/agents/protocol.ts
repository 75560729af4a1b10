import type { PetCommand } from "../pet/vocabulary.ts";

/** Reads what follows `PET ` (SPEC section 4). */
export function parsePet(
  _text: string,
): { readonly command: PetCommand } | { readonly fault: string } {
  throw new Error("not written yet");
}
