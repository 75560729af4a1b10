import { resolve } from "@std/path";
import { type Language, LANGUAGES, writeTemplate } from "../../authors/template.ts";
import { UserError } from "../../errors.ts";
import { shown } from "../../text/shown.ts";
import type { Context } from "../context.ts";

/** `-agents-new ID [-lang sh|python|deno]` (SPEC section 8): a working agent in `./ID`. */
export function newMode(
  { output, modeFlags, main }: Context,
  [id]: readonly string[],
): Promise<number> {
  const lang = modeFlags.get("lang") ?? "sh";
  if (!isLanguage(lang)) {
    throw new UserError(`-lang: expected one of ${LANGUAGES.join(", ")}, not ${shown(lang)}`);
  }
  const folder = resolve(id!);
  writeTemplate(new URL("./agents/_template/", main), lang, id!, folder);
  output.result(
    { created: { id, lang, folder } },
    `created ${id} -> ${folder}\n` +
      `try it: onidia-chat -agents-test ./${id}, then onidia-chat -agents-install ./${id}`,
  );
  return Promise.resolve(0);
}

function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}
