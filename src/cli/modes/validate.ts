import { validateFolder } from "../../authors/validate.ts";
import { expandPath } from "../../config/paths.ts";
import { folderFaults } from "../../store/copy.ts";
import { realFolder } from "../author_folder.ts";
import type { Context } from "../context.ts";

/** `-agents-validate DIR` (SPEC section 8): every fault at once, and advice. */
export function validateMode(context: Context, operands: readonly string[]): Promise<number> {
  const { output, self, env } = context;
  const folder = realFolder(expandPath(operands[0]!, env));
  const { id, faults: found, advice } = validateFolder(folder, { self, path: env("PATH") });
  const faults = [...found, ...folderFaults(folder)];
  if (output.json) {
    output.line(JSON.stringify({ valid: faults.length === 0, id, faults, advice }));
  } else {
    for (const fault of faults) output.failure(fault);
    if (faults.length === 0) output.line(`${id} is valid`);
    for (const sentence of advice) output.line(`advice: ${sentence}`);
  }
  return Promise.resolve(faults.length === 0 ? 0 : 2);
}
