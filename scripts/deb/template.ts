import { type Setting, SETTINGS } from "../../src/config/table.ts";

/** How wide the comments are. */
const WIDTH = 78;

/**
 * The chat-app.ini to copy from: every key of the table with what it does and its default, all
 * commented out, so that a copy of it changes nothing (SPEC section 2).
 */
export function settingsTemplate(): string {
  const keys = SETTINGS.filter((setting) => !("flagOnly" in setting));
  return [
    "# Settings of onidia-chat. Copy this file to ~/.config/chat-app/chat-app.ini",
    "# and take the # from the lines that you want to change. onidia-chat(1) tells",
    "# more; onidia-chat -preflight checks what is set.",
    "",
    ...keys.flatMap((
      setting,
    ) => [...explained(setting), `#${setting.key} = ${value(setting)}`, ""]),
    "# A section named after a provider holds for that provider alone.",
    "#[openai]",
    "#api-key = sk-...",
    "",
  ].join("\n");
}

function explained({ help, variable, operand = "", type, choices }: Setting): string[] {
  const forms = type === "switch" ? "on or off" : choices ? choices.join(", ") : operand;
  const text = `${help} (${forms}${variable ? `; also ${variable}` : ""})`;
  return (text.match(new RegExp(`\\S.{0,${WIDTH - 3}}(?=\\s|$)`, "g")) ?? [])
    .map((line) => `# ${line}`);
}

function value(setting: Setting): string {
  if (setting.key === "system-prompt-multi") return "```\n#You are Onidia.\n#```";
  return setting.default ?? "";
}
