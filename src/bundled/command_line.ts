/**
 * Splits a command line into words as a shell does (POSIX 2.2, quoting), without a shell: spaces
 * part words, quotes and backslashes keep them together, a leading `~` is the home directory.
 * Nothing else is expanded. Takes the line and the home directory where there is one; gives the
 * words, or undefined where a quote is not closed.
 */
export function splitCommandLine(line: string, home: string | undefined): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const char = line[i]!;
    const next = line[i + 1];
    if (quote !== "'" && char === "\\" && next !== undefined) {
      // Between double quotes a backslash stays, unless it guards a character of meaning there.
      const guards = quote === "" || '"\\$`'.includes(next);
      word = (word ?? "") + (guards ? next : char + next);
      i++;
    } else if (quote !== "") {
      if (char === quote) quote = "";
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === "~" && word === undefined && home && /^(?:[/\s]|$)/.test(next ?? "")) {
      word = home;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== "") return undefined;
  if (word !== undefined) words.push(word);
  return words;
}

/** Shows a command the way one would type it; the last word, the file, always in quotes. */
export function showCommand(argv: readonly string[], file: string): string {
  return [...argv.map((word) => /^[\w@%+=:,./~-]+$/.test(word) ? word : quoted(word)), quoted(file)]
    .join(" ");
}

function quoted(word: string): string {
  return `"${word.replaceAll(/["\\$`]/g, "\\$&")}"`;
}
