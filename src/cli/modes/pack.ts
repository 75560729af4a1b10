import { basename, resolve } from "@std/path";
import { UserError } from "../../errors.ts";
import { packAgent } from "../../store/pack.ts";
import type { Context } from "../context.ts";
import { authorFolder } from "../author_folder.ts";

/** `-agents-pack DIR [-out FILE]` (SPEC section 8): a reproducible zip and its hash. */
export async function packMode(context: Context, operands: readonly string[]): Promise<number> {
  const { output, modeFlags } = context;
  const { folder, listing } = authorFolder(operands[0]!, context);
  const out = resolve(modeFlags.get("out") ?? `${listing.id}.zip`);
  if (out.startsWith(folder + "/")) {
    throw new UserError(`${out} is inside the folder that is packed: name another with -out`);
  }
  const { sha256, bytes } = await packAgent(folder, out);
  output.result(
    { packed: { id: listing.id, file: out, sha256, bytes } },
    `packed ${listing.id} -> ${out}\nsha256 ${sha256}  ${basename(out)}`,
  );
  return 0;
}
