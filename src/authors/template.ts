import { join } from "@std/path";
import { AGENT_ID } from "../agents/manifest.ts";
import { UserError } from "../errors.ts";
import { shown } from "../text/shown.ts";

/** The languages there is a template for. */
export const LANGUAGES = ["sh", "python", "deno"] as const;

/** One of them. */
export type Language = typeof LANGUAGES[number];

/** What stands for the new agent's id in the files of a template. */
const PLACEHOLDER = "template_id";

/**
 * Writes a new agent from a template (SPEC section 8, `-agents-new`). Takes the folder of the
 * templates, the language, the id and the folder to make. Throws a UserError for a bad id and for a
 * folder that is there already: nothing is ever overwritten.
 */
export function writeTemplate(
  templates: URL,
  language: Language,
  id: string,
  folder: string,
): void {
  if (!AGENT_ID.test(id)) {
    throw new UserError(
      `${shown(id)} is no agent id: use 2 to 32 of a-z, 0-9 and _ with a letter first`,
    );
  }
  try {
    Deno.mkdirSync(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new UserError(`${folder} is there already: remove it or choose another id`);
  }
  copyTemplate(new URL(`./${language}/`, templates), folder, id);
}

/** Files of an embedded template have no modes: a script is what starts like one. */
function copyTemplate(from: URL, to: string, id: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    const target = join(to, name);
    if (isDirectory) {
      Deno.mkdirSync(target);
      copyTemplate(new URL(`./${name}/`, from), target, id);
      continue;
    }
    const text = Deno.readTextFileSync(new URL(`./${name}`, from)).replaceAll(PLACEHOLDER, id);
    Deno.writeTextFileSync(target, text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
  }
}
