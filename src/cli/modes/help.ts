import { SETTINGS } from "../../config/table.ts";
import { configFile } from "../../config/file.ts";
import { abbreviateHome } from "../../config/paths.ts";
import { cleanLine } from "../../text/clean.ts";
import type { Context } from "../context.ts";
import { MODES } from "../modes.ts";

/** Column in which the explanations begin. */
const INDENT = 30;
const WIDTH = 80;

/** `-help`: made from the tables of modes and settings, so that it cannot leave one out. */
export function helpMode({ output, version, env }: Context): Promise<number> {
  const file = configFile(undefined, env);
  const text = helpText(version, file && cleanLine(abbreviateHome(file, env)));
  output.result({ help: text }, text);
  return Promise.resolve(0);
}

/**
 * The whole help, at most 80 columns wide. Takes the version, and where chat-app.ini is; without a
 * home there is no such place.
 */
export function helpText(version: string, file = "chat-app.ini"): string {
  const modes = MODES.filter((mode) => !mode.hidden).flatMap((mode) => [
    row(`-${mode.name} ${mode.operands}`.trimEnd(), mode.help),
    ...(mode.flags ?? []).map((flag) =>
      row(`  -${flag.name} ${flag.operand ?? ""}`.trimEnd(), flag.help)
    ),
  ]);
  const settings = SETTINGS.map((setting) => {
    const operand = "operand" in setting ? ` ${setting.operand}` : "";
    const standard = "default" in setting ? ` (default ${setting.default})` : "";
    return row(`-${setting.key}${operand}`, setting.help + standard);
  });
  return [
    `onidia-chat ${version}: a chat companion for the shell that does things`,
    "",
    "Usage:",
    "  onidia-chat                        chat on the terminal",
    "  onidia-chat play some jazz         one message, one reply",
    "  git diff | onidia-chat explain: -  the word - stands for standard input",
    "  printf 'hi\\npause\\n' | onidia-chat  a reply to every line",
    "",
    "Modes: print a result and exit.",
    ...modes,
    "",
    "Settings: also keys (`key = value`) of the configuration file, which is",
    `${file}`,
    ...settings,
    "",
    "Flags take one dash or two, -name value or -name=value; the first word that is",
    "none begins the message, as does --. Exit code 0 is success, 2 is failure.",
  ].join("\n");
}

/** A flag and its explanation, wrapped in a column of its own. */
function row(flag: string, help: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of help.split(" ")) {
    if (line !== "" && INDENT + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  const start = `  ${flag}`;
  const first = start.length < INDENT - 1 ? [start.padEnd(INDENT) + lines.shift()] : [start];
  return [...first, ...lines.map((rest) => " ".repeat(INDENT) + rest)].join("\n");
}
