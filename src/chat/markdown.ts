import { cleanLine } from "../text/clean.ts";
import { type KeptExchange, localTime } from "./conversation.ts";

/**
 * A conversation as Markdown (CommonMark): her words and the user's as text, code she fenced as
 * code. Nothing in them acts as markup: no link, picture, heading or HTML comes from a reply. Takes
 * the exchanges, oldest first; gives the text with a line end.
 */
export function toMarkdown(exchanges: readonly KeptExchange[]): string {
  const parts = exchanges.map(({ time, message, reply, brain, calls }) =>
    [
      `## ${localTime(time)}`,
      proseOf(message).split("\n").map((line) => `> ${line}`.trimEnd()).join("\n"),
      replyOf(reply) || "*(no words)*",
      ...calls.length === 0 ? [] : [
        calls.map(({ id, args, ok, message }) =>
          `- ${escaped(id)} ${codeOf(JSON.stringify(args))} ` +
          `${ok ? "did" : "failed"}: ${escaped(cleanLine(message))}`
        ).join("\n"),
      ],
      `*${escaped(cleanLine(brain))} brain*`,
    ].join("\n\n")
  );
  return ["# A conversation", ...parts].join("\n\n") + "\n";
}

/** A reply: prose, and between fences code. */
function replyOf(text: string): string {
  const parts: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const close = () => {
    if (fence !== undefined) parts.push(fenced(lines));
    else if (lines.some((line) => line.trim() !== "")) parts.push(proseOf(lines.join("\n")));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, marks = "", info = ""] = mark ?? [];
    const isEnd = fence !== undefined && marks.startsWith(fence) && info.trim() === "";
    if (isEnd || (fence === undefined && mark)) {
      close();
      fence = isEnd ? undefined : marks;
    } else {
      lines.push(line);
    }
  }
  close();
  return parts.join("\n\n");
}

/** Code behind fences longer than any in it. */
function fenced(lines: readonly string[]): string {
  const clean = lines.map((line) => line.split("\t").map(cleanLine).join("\t"));
  const longest = Math.max(2, ...[...clean.join("\n").matchAll(/`+/g)].map(([it]) => it.length));
  const fence = "`".repeat(longest + 1);
  return [fence, ...clean, fence].join("\n");
}

/** Lines of text, each on a line of its own; blank ones part paragraphs. */
function proseOf(text: string): string {
  return text.split("\n").map((line) => escaped(cleanLine(line).trim())).join("\n")
    .replace(/\n{3,}/g, "\n\n").replace(/(?<=[^\n])\n(?=[^\n])/g, "\\\n").trim();
}

/** One line of text without any sign that is markup. */
function escaped(line: string): string {
  return line.replace(/[\\`*_[\]<>|~]|&(?=#?\w+;)/g, "\\$&")
    .replace(/^(?:#|[-+=])/, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2");
}

/** A code span around text of one line. */
function codeOf(text: string): string {
  const clean = cleanLine(text);
  const longest = Math.max(0, ...[...clean.matchAll(/`+/g)].map(([it]) => it.length));
  const mark = "`".repeat(longest + 1);
  return longest > 0 ? `${mark} ${clean} ${mark}` : `${mark}${clean}${mark}`;
}
