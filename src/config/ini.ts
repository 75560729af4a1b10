/** One `key = value` of an ini file. */
export interface IniEntry {
  /** Line of its key, from 1. */
  readonly line: number;
  /** The section it stands in; empty before the first. */
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** What was read: all entries in their order, and every line that is none. */
export interface Ini {
  readonly entries: readonly IniEntry[];
  readonly faults: readonly { readonly line: number; readonly expected: string }[];
}

/** Starts and ends a value of several lines. */
const FENCE = "```";

/**
 * Reads an ini file (SPEC section 2): `key = value`, comment lines with `#` or `;`, sections in
 * brackets, matching outer double quotes, values of several lines between ```. Takes its text, a
 * byte-order mark and CRLF included; gives entries and faults. It knows no keys.
 */
export function parseIni(text: string): Ini {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const entries: IniEntry[] = [];
  const faults: { line: number; expected: string }[] = [];
  let section = "";
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    const content = lines[at]!.trim();
    if (content === "" || content.startsWith("#") || content.startsWith(";")) continue;
    const header = /^\[([^\[\]]*)\]$/.exec(content);
    if (header) {
      section = header[1]!.trim();
      continue;
    }
    const equals = content.indexOf("=");
    if (equals <= 0) {
      faults.push({ line, expected: "expected key = value, [section] or a comment" });
      continue;
    }
    const key = content.slice(0, equals).trim();
    let value = content.slice(equals + 1).trim();
    if (value.startsWith(FENCE)) {
      const fenced = readFenced(lines, at, value.slice(FENCE.length));
      if (!fenced) {
        faults.push({ line, expected: `${key}: expected a closing ${FENCE}` });
        break;
      }
      ({ value, last: at } = fenced);
    } else if (value.length >= 2 && value.startsWith('"') && value.endsWith('"')) {
      value = value.slice(1, -1);
    }
    entries.push({ line, section, key, value });
  }
  return { entries, faults };
}

/** The text up to the closing fence, without the line ends next to the fences. */
function readFenced(
  lines: readonly string[],
  first: number,
  rest: string,
): { value: string; last: number } | undefined {
  const parts: string[] = [];
  for (let at = first; at < lines.length; at++) {
    const content = at === first ? rest : lines[at]!;
    const close = content.indexOf(FENCE);
    if (close < 0) {
      if (at > first || content.trim() !== "") parts.push(content);
      continue;
    }
    const end = content.slice(0, close);
    if (end.trim() !== "" || parts.length === 0) parts.push(end);
    return { value: parts.join("\n"), last: at };
  }
  return undefined;
}
