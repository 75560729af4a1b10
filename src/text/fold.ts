/**
 * Folds text for comparison: lower case, without accents, compatibility forms unified. Takes any
 * text; gives its folded form; scripts without case or accents come out as they were.
 */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase().normalize("NFC");
}
