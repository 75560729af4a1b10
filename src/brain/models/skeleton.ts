/** A text reduced to what a reader takes it for, each of its units with the place it came from. */
export interface Skeleton {
  readonly text: string;
  /** For each UTF-16 unit of `text`: where in the original its character begins. */
  readonly places: readonly number[];
}

/** Letters and signs of other scripts that look like one of ASCII, and brackets that can pass for it. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...pairs("аеорсухѕіјһԁпмткв", "aeopcyxsijhdnmtkb"),
  ...pairs("αειορυντκ", "aeiopuvtk"),
  ...pairs("ıɡɑɩᴀᴄᴇɢɪᴍɴᴏʀꜱᴛᴜᴠʏ", "igaiacegimnorstuvy"),
  ...pairs("∶꞉ː˸׃։", "::::::"),
  ...pairs("【】〔〕⟦⟧〖〗", "[][][][]"),
  ...pairs("⟨⟩ᐸᐳ˂˃", "<><><>"),
  ...pairs("∣ǀ│┃❘", "|||||"),
]);

/**
 * Reduces a text so that spelling tricks no longer hide a word (after UTS 39, "skeleton", for the
 * few characters that matter here): compatibility forms unified, accents gone, lower case, known
 * lookalikes as ASCII. Takes text without hidden characters.
 */
export function skeletonOf(text: string): Skeleton {
  let reduced = "";
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const plain = character.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase();
    for (const part of plain) {
      const like = LOOKALIKES.get(part) ?? part;
      reduced += like;
      for (let unit = 0; unit < like.length; unit++) places.push(place);
    }
    place += character.length;
  }
  return { text: reduced, places };
}

function pairs(from: string, to: string): [string, string][] {
  const plain = [...to];
  return [...from].map((character, at) => [character, plain[at]!]);
}
