/**
 * The manual page onidia-chat(1), made from the tables of modes and settings.
 * `deno run scripts/man.ts` prints it.
 */
import { MODES } from "../src/cli/modes.ts";
import { type Setting, SETTINGS } from "../src/config/table.ts";

/** The whole page in roff, macros of man(7). Takes the version and the date it is of. */
export function manPage(version: string, date: Date): string {
  const day = date.toISOString().slice(0, 10);
  return [
    `.TH ONIDIA\\-CHAT 1 ${day} "onidia ${escape(version)}" "User Commands"`,
    ".SH NAME",
    "onidia\\-chat \\- chat companion for the shell that does things",
    ...synopsis(),
    ...section("DESCRIPTION", [
      "Onidia answers a message, the lines of a pipe, or a conversation on the terminal, and calls" +
      " agents to do things: small programs in folders of their own. Without a key or a network" +
      " her own small brain answers; with a provider configured, a model does.",
      "Words are a message; the word - among them stands for the text of standard input. Without" +
      " words, every line of a piped standard input is a message of one conversation, and on a" +
      " terminal the conversation begins.",
      "Results go to standard output, everything else to standard error.",
    ]),
    ".SH OPTIONS",
    "Flags take one dash and a long name, or two dashes.",
    "A value is the next word or stands behind an equals sign.",
    "The first word that is no flag begins the message, as does",
    `.BR \\-\\- .`,
    ".SS Modes",
    "These print a result and exit.",
    ...MODES.filter((mode) => !mode.hidden).flatMap((mode) => [
      ...tagged(flag(mode.name, mode.operands), sentence(mode.help)),
      ...(mode.flags ?? []).flatMap((own) => [
        ".RS",
        ...tagged(flag(own.name, own.operand), sentence(own.help)),
        ".RE",
      ]),
    ]),
    ".SS Settings",
    "Most are keys of the configuration file, too.",
    "A flag comes before the environment, that before the file.",
    ...SETTINGS.flatMap((setting) =>
      tagged(flag(setting.key, (setting as Setting).operand), settingText(setting))
    ),
    ...definitions("FILES", FILES),
    ...definitions("ENVIRONMENT", [
      ...SETTINGS.filter((setting) => "variable" in setting).map((setting): Definition => [
        (setting as Setting).variable!,
        `The same as the setting ${setting.key}.`,
      ]),
      ...VARIABLES,
    ]),
    ...definitions("EXIT STATUS", [
      ["0", "Success."],
      ["2", "Failure. The reason stands on standard error, after onidia-chat:."],
    ]),
    ".SH EXAMPLES",
    ...EXAMPLES.flatMap(([command, text]) => tagged(`.B ${escape(command)}`, text)),
    ...section("AGENTS", [
      "An agent is a folder with an agent.json, which says what the agent does, when to use it" +
      " and which program to start, and that program. One process is started for a call, in the" +
      " agent's folder. It is given one line on standard input, RUN and a JSON object, and" +
      " answers in lines: any number of INFO lines for the log, at most one PET line that makes" +
      " the desktop pet move, and last OK or ERR with the message that joins her reply.",
      "Agents are looked for once, at start: first yours, then those of the package; of two with" +
      " one id the first counts. Start with -agents-new to write one.",
    ]),
    "",
  ].join("\n");
}

type Definition = readonly [string, string];

const FILES: readonly Definition[] = [
  ["~/.config/chat-app/chat-app.ini", "The settings, key = value."],
  ["/opt/onidia/share/chat-app.ini", "A template of it with all keys, commented out."],
  ["~/.config/chat-app/agents", "Your agents, and where new ones are installed."],
  ["/opt/onidia/share/agents", "The agents of the package."],
  ["~/.local/state/chat-app", "The log, the conversations and what agents keep."],
];

const VARIABLES: readonly Definition[] = [
  ["XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME", "Used in place of the folders in the home."],
  ["CHAT_APP_PACKAGE_DIR", "Where the package is, instead of /opt/onidia."],
  ["NO_COLOR", "No colours, where it is set."],
  [
    "GEMINI_API_KEY, GOOGLE_API_KEY, OPENROUTER_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY," +
    " OLLAMA_API_KEY, AWS_BEARER_TOKEN_BEDROCK",
    "Keys of the providers, where api-key is not set.",
  ],
];

const EXAMPLES: readonly Definition[] = [
  ["onidia-chat play some jazz", "Says one thing and prints the reply."],
  ["git diff | onidia-chat explain: -", "Makes standard input a part of the message."],
  ["onidia-chat -agents-list", "Lists what is installed, where, and whether it is on."],
  ["onidia-chat -agents-install ~/downloads/weather.zip", "Installs an agent for you."],
  ["onidia-chat -preflight", "Checks everything a chat needs."],
];

function synopsis(): string[] {
  const forms = ["[FLAGS]", "[FLAGS] WORD ...", "-MODE [WORD ...] [FLAGS]"];
  return [
    ".SH SYNOPSIS",
    ...forms.flatMap((form, at) => [
      ...(at === 0 ? [] : [".br"]),
      ".B onidia\\-chat",
      escape(form).replace(/[A-Z]+/g, "\\fI$&\\fR"),
    ]),
  ];
}

/** A flag in bold, with what stands behind it in italics. */
function flag(name: string, operand = ""): string {
  return `.BI \\-${escape(name)}` + (operand === "" ? "" : ` " ${escape(operand)}"`);
}

function settingText(setting: Setting): string {
  const others = [
    ...(setting.choices ? [`One of ${setting.choices.join(", ")}.`] : []),
    ...(setting.default === undefined ? [] : [`The default is ${setting.default}.`]),
    ...(setting.flagOnly ? ["Only a flag, not a key."] : []),
  ];
  return [sentence(setting.help), ...others].join("\n");
}

function section(name: string, paragraphs: readonly string[]): string[] {
  return [
    `.SH ${name}`,
    ...paragraphs.flatMap((text, at) => [...(at === 0 ? [] : [".PP"]), lines(text)]),
  ];
}

function definitions(name: string, rows: readonly Definition[]): string[] {
  return [`.SH "${name}"`, ...rows.flatMap(([term, text]) => tagged(`.B ${escape(term)}`, text))];
}

function tagged(tag: string, text: string): string[] {
  return [".TP", tag, lines(text)];
}

/** Text for roff: a sentence begins a line, as its spacing wants, and lines are short. */
function lines(text: string): string {
  return text.replace(/([.;]) (?=[A-Z])/g, "$1\n").split("\n")
    .flatMap((line) => line.match(/\S.{0,70}(?=\s|$)/g) ?? []).map(escape).join("\n");
}

/** A help text, which is a phrase, as a sentence. */
function sentence(help: string): string {
  return help[0]!.toUpperCase() + help.slice(1) + (/[.)]$/.test(help) ? "" : ".");
}

/** Keeps roff from reading anything into text: commands, escapes, and hyphens for minus signs. */
function escape(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("~", "\\(ti")
    .replaceAll("`", "\\(ga").replaceAll('"', "\\(dq").replace(/^(?=[.'])/gm, "\\&");
}

if (import.meta.main) {
  const { default: { version } } = await import("../deno.json", { with: { type: "json" } });
  await Deno.stdout.write(new TextEncoder().encode(manPage(version, new Date())));
}
