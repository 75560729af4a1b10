/** What the package holds: each file with where it comes from and where it goes. */
import { join } from "@std/path";
import { completion } from "../completions.ts";
import { manPage } from "../man.ts";
import { debianChangelog } from "./changelog.ts";
import { settingsTemplate } from "./template.ts";

/** The project's root. */
export const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** What the contents depend on. */
export interface Facts {
  /** The compiled program. */
  readonly program: string;
  readonly version: string;
  /** The date of everything in the package. */
  readonly date: Date;
}

/** One file of the package, or a link where `link` says to what. */
export interface Entry {
  /** From the root of the system, without a slash before it. */
  readonly to: string;
  readonly mode?: number;
  /** A file to copy. */
  readonly from?: string;
  /** A text to write. */
  readonly text?: string;
  /** What a symbolic link says. */
  readonly link?: string;
  /** To be compressed, as Debian wants of manual pages and changelogs. */
  readonly gzip?: true;
}

const DOC = "usr/share/doc/onidia";

/**
 * The declared list of the package (SPEC section 10). The folders of agents that begin with `_` are
 * templates, which the program has inside of it. Takes the facts; reads the sources.
 */
export function contents({ program, version, date }: Facts): Entry[] {
  const changelog = debianChangelog(read("CHANGELOG.md"), version, date);
  return [
    { from: program, to: "opt/onidia/bin/onidia-chat", mode: 0o755 },
    { link: "/opt/onidia/bin/onidia-chat", to: "usr/bin/onidia-chat" },
    ...agents(),
    { text: settingsTemplate(), to: "opt/onidia/share/chat-app.ini" },
    {
      text: manPage(version, date),
      to: "usr/share/man/man1/onidia-chat.1.gz",
      gzip: true,
    },
    { text: completion("bash"), to: "usr/share/bash-completion/completions/onidia-chat" },
    { text: completion("zsh"), to: "usr/share/zsh/vendor-completions/_onidia-chat" },
    { text: completion("fish"), to: "usr/share/fish/vendor_completions.d/onidia-chat.fish" },
    { from: join(ROOT, "README.md"), to: `${DOC}/README.md` },
    { from: join(ROOT, "packaging/copyright"), to: `${DOC}/copyright` },
    { text: changelog, to: `${DOC}/changelog.Debian.gz`, gzip: true },
    {
      from: join(ROOT, "packaging/lintian-overrides"),
      to: "usr/share/lintian/overrides/onidia",
    },
  ];
}

function agents(): Entry[] {
  const folder = join(ROOT, "agents");
  return names(folder).filter((name) => !/^[_.]/.test(name))
    .flatMap((name) => below(join(folder, name)))
    .map((from) => ({
      from,
      to: join("opt/onidia/share/agents", from.slice(folder.length + 1)),
      // As in the program's own copy: a script is what starts like one.
      mode: Deno.readTextFileSync(from).startsWith("#!") ? 0o755 : 0o644,
    }));
}

function below(path: string): string[] {
  if (!Deno.statSync(path).isDirectory) return [path];
  return names(path).flatMap((name) => below(join(path, name)));
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
}

function read(path: string): string {
  return Deno.readTextFileSync(join(ROOT, path));
}
