/** Escape sequences: CSI, OSC/DCS/SOS/PM/APC strings (closed or not), and the two-character ones. */
const ESCAPES =
  // deno-lint-ignore no-control-regex
  /\x1b\[[0-?]*[ -/]*[@-~]?|\x1b[\]PX^_](?:[^\x07\x1b\x9c]|\x1b(?!\\))*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|\x9b[0-?]*[ -/]*[@-~]?|[\x90\x98\x9d-\x9f][^\x07\x9c]*(?:\x07|\x9c)?/g;

/** What is left to remove: C0, DEL, C1, line separators, and the marks that reorder or hide text. */
const CONTROLS =
  // deno-lint-ignore no-control-regex
  /[\x00-\x1f\x7f-\x9f\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Most lines: nothing in them to remove. */
const PLAIN = /^[ -~]*$/;

/**
 * Makes one line of foreign text safe to show, speak, log or hand to a model (SPEC section 4: what
 * an agent says is data). Takes any text; gives it without escape sequences and control
 * characters. Tabs and line ends become one space each, so that words stay apart.
 */
export function cleanLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(ESCAPES, "").replace(/[\t\r\n\v\f\x85\u2028\u2029]/g, " ").replace(
    CONTROLS,
    "",
  );
}
