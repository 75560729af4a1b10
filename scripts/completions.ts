/**
 * Completions for bash, zsh and fish, made from the tables of modes and settings, so that no flag
 * can be left out. `deno run scripts/completions.ts bash|zsh|fish` prints one.
 */
import { LANGUAGES } from "../src/authors/template.ts";
import { MODES } from "../src/cli/modes.ts";
import { type Setting, SETTINGS } from "../src/config/table.ts";

/** The shells there are completions for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = typeof SHELLS[number];

/** What can stand behind a flag. */
type Value =
  | { readonly kind: "none" | "text" | "agent" | "agents" | "file" | "folder" }
  | { readonly kind: "words"; readonly words: readonly string[]; readonly file: boolean };

/** A flag, as a shell needs to know it. */
interface Flag {
  readonly name: string;
  readonly help: string;
  /** What stands behind it, in the help's words. */
  readonly operand: string;
  readonly value: Value;
  /** Makes the words behind it its own, instead of a message. */
  readonly isMode: boolean;
  /** The modes it goes with; undefined where it goes with all. */
  readonly modes?: readonly string[];
}

/** The completion of a shell, as the text of the file it reads. */
export function completion(shell: Shell): string {
  return { bash, zsh, fish }[shell](flags());
}

function flags(): Flag[] {
  const modes = MODES.filter((mode) => !mode.hidden);
  const names = new Set(modes.map((mode) => mode.name));
  const own = new Map<string, Flag>();
  for (const mode of modes) {
    for (const { name, operand = "", help } of mode.flags ?? []) {
      const before = own.get(name);
      own.set(name, {
        name,
        operand,
        help: before?.help ?? help,
        value: valueOf(name, operand),
        isMode: false,
        modes: [...before?.modes ?? [], mode.name],
      });
    }
  }
  return [
    ...modes.map(({ name, operands, help }) => ({
      ...{ name, help, operand: operands, isMode: true },
      value: valueOf(name, operands),
    })),
    ...own.values(),
    // -history is a mode too, and as such it is in the list already.
    ...SETTINGS.filter((setting) => !names.has(setting.key)).map((setting: Setting) => ({
      name: setting.key,
      help: setting.help,
      operand: setting.operand ?? "",
      value: settingValue(setting),
      isMode: false,
    })),
  ];
}

function settingValue({ key, type, choices, operand = "" }: Setting): Value {
  if (type === "switch") return { kind: "none" };
  if (choices) return { kind: "words", words: choices, file: false };
  return valueOf(key, operand);
}

/** Reads the help's operand: `DIR`, `auto|off|PATH`, `ID`. */
function valueOf(name: string, operand: string): Value {
  if (operand === "") return { kind: "none" };
  if (operand === "LANGUAGE") return { kind: "words", words: LANGUAGES, file: false };
  const parts = operand.replace(/[[\]]/g, "").split(/[ ,]/)[0]!.split("|");
  const file = parts.some((part) => /^(?:FILE|PATH|SOURCE)$/.test(part));
  const words = parts.filter((part) => /^[a-z]+$/.test(part));
  if (words.length > 0) return { kind: "words", words, file };
  if (file) return { kind: "file" };
  if (parts.includes("DIR")) return { kind: "folder" };
  // A new agent's id is not one of those that are there.
  if (parts[0] === "ID" && name.startsWith("agents-") && name !== "agents-new") {
    return { kind: operand.startsWith("ID,ID") ? "agents" : "agent" };
  }
  return { kind: "text" };
}

/** Prints the ids of all agents, one a line; no `"id"` of a description has bare quotes. */
const IDS =
  `-json -agents-list 2>/dev/null </dev/null | grep -o '"id":"[a-z][a-z0-9_]*"' | cut -d '"' -f 4`;

function bash(all: readonly Flag[]): string {
  const names = (some: readonly Flag[]) => some.map((flag) => `-${flag.name}`).join("|");
  const taking = all.filter((flag) => !flag.isMode && flag.value.kind !== "none");
  const cases = all.filter(({ value }) => value.kind !== "none" && value.kind !== "text")
    .map((flag) => `    -${flag.name}) ${bashValue(flag.value)} ;;`);
  const extra = all.filter((flag) => flag.modes).map((flag) =>
    `    ${flag.modes!.map((mode) => `-${mode}`).join("|")}) flags+=" -${flag.name}" ;;`
  );
  const general = all.filter((flag) => !flag.modes).map((flag) => `-${flag.name}`).join(" ");
  return `# bash completion for onidia-chat: flags, agents, files.

_onidia_chat_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_onidia_chat_paths() {
  compopt -o filenames 2>/dev/null
  mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen "$1" -- "$2")
}

_onidia_chat_ids() {
  "$1" ${IDS}
}

_onidia_chat_value() {
  local program=$1 current=$3
  case $2 in
${cases.join("\n")}
  esac
}

_onidia_chat() {
  local program=$1 current=$2 mode="" wants="" last="" word flags i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # Readline makes three words of -name=value.
    if [[ $word == "=" ]]; then wants=$last; continue; fi
    if [[ -n $wants ]]; then wants=""; continue; fi
    [[ $word == --?* ]] && word=\${word#-}
    last=$word
    case $word in
    --) return ;;
    ${names(taking)}) wants=$word ;;
    ${names(all.filter((flag) => flag.isMode))}) mode=$word ;;
    -?*) ;;
    # A message has begun, which is anything.
    *) [[ -n $mode ]] || return ;;
    esac
  done
  if [[ $current == "=" ]]; then wants=$last current=""; fi
  if [[ -n $wants ]]; then
    _onidia_chat_value "$program" "$wants" "$current"
  elif [[ $current == -* || -z $mode ]]; then
    flags="${general}"
    case $mode in
${extra.join("\n")}
    esac
    [[ $current == --* ]] && flags=" $flags" flags=\${flags// -/ --}
    [[ $current == -* || -z $current ]] && _onidia_chat_words "$flags" "$current"
  else
    _onidia_chat_value "$program" "$mode" "$current"
  fi
}

complete -F _onidia_chat onidia-chat
`;
}

function bashValue(value: Value): string {
  switch (value.kind) {
    case "agent":
      return '_onidia_chat_words "$(_onidia_chat_ids "$program")" "$current"';
    case "agents":
      // Those before the last comma stay as they are.
      return 'local before=""; [[ $current == *,* ]] && before=${current%,*},\n' +
        '      _onidia_chat_words "$(_onidia_chat_ids "$program" | sed "s/^/$before/")" "$current"';
    case "file":
      return '_onidia_chat_paths -f "$current"';
    case "folder":
      return '_onidia_chat_paths -d "$current"';
    case "words":
      return `_onidia_chat_words "${value.words.join(" ")}" "$current"` +
        (value.file ? '; _onidia_chat_paths -f "$current"' : "");
    default:
      return "";
  }
}

function zsh(all: readonly Flag[]): string {
  const specs = all.map((flag) => {
    const takes = flag.value.kind !== "none";
    const help = flag.help.replace(/[[\]\\]/g, "\\$&");
    const operand = flag.operand.replace(/[:\\]/g, "\\$&");
    const equals = takes && !flag.isMode ? "=" : "";
    const spec = `-${flag.name}${equals}[${help}]` + (takes ? zshValue(flag, operand) : "");
    return `    ${quoted(spec)}`;
  });
  return `#compdef onidia-chat
# zsh completion for onidia-chat: flags, agents, files.

_onidia_chat_ids() {
  local -a ids
  ids=(\${(f)"$(\${(Q)words[1]} ${IDS})"})
  compadd "$@" -a ids
}

_onidia_chat_lists() {
  compset -P '*,'
  _onidia_chat_ids -q -S ''
}

_onidia_chat() {
  _arguments -S \\
${specs.join(" \\\n")} \\
    '*::message:_message "a message"'
}

_onidia_chat "$@"
`;
}

function zshValue({ value }: Flag, operand: string): string {
  switch (value.kind) {
    case "agent":
      return `:${operand}:_onidia_chat_ids`;
    case "agents":
      return `:${operand}:_onidia_chat_lists`;
    case "file":
      return `:${operand}:_files`;
    case "folder":
      return `:${operand}:_files -/`;
    case "words":
      return value.file
        ? `:${operand}:{ compadd ${value.words.join(" ")}; _files }`
        : `:${operand}:(${value.words.join(" ")})`;
    default:
      return `:${operand}: `;
  }
}

function fish(all: readonly Flag[]): string {
  const lines = all.map((flag) => {
    const condition = flag.modes
      ? ` -n ${quoted(`string match -qr -- '^--?(${flag.modes.join("|")})$' (commandline -opc)`)}`
      : "";
    return `complete -c onidia-chat${condition} -o ${flag.name} -d ${quoted(flag.help)}` +
      fishValue(flag.value);
  });
  return `# fish completion for onidia-chat: flags, agents, files.

function __onidia_chat_ids
    set -l program (commandline -opc)[1]
    $program ${IDS}
end

complete -c onidia-chat -f
${lines.join("\n")}
`;
}

function fishValue(value: Value): string {
  switch (value.kind) {
    case "none":
      return "";
    case "agent":
      return " -x -a '(__onidia_chat_ids)'";
    case "agents":
      return " -x -a '(__fish_complete_list , __onidia_chat_ids)'";
    case "file":
      return " -r -F";
    case "folder":
      return " -x -a '(__fish_complete_directories (commandline -ct))'";
    case "words":
      return ` ${value.file ? "-r -F" : "-x"} -a ${quoted(value.words.join(" "))}`;
    case "text":
      return " -x";
  }
}

/** In single quotes of a shell, which holds for zsh; fish reads `\\'` alike outside of quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

if (import.meta.main) {
  const shell = SHELLS.find((name) => name === Deno.args[0]);
  if (!shell || Deno.args.length !== 1) {
    console.error(`Say which: completions.ts ${SHELLS.join("|")}`);
    Deno.exit(2);
  }
  console.log(completion(shell).trimEnd());
}
