import { type Check, checkMachine } from "../checks.ts";
import type { Context } from "../context.ts";
import { table } from "../table.ts";
import { UserError } from "../../errors.ts";

/**
 * `-preflight` (SPEC section 9): looks at everything a chat needs and says what to do about what is
 * missing. The provider is asked, without spending tokens. Gives 2 where she cannot chat, else 0.
 */
export async function preflightMode(context: Context): Promise<number> {
  const { output } = context;
  const [configuration, ...others] = checkMachine(context);
  const checks = [configuration!, await checkProvider(context), ...others];
  const canChat = checks.every((check) => check.state !== "stops");
  if (output.json) {
    output.line(JSON.stringify({ canChat, checks: checks.map(checkObject) }));
  } else {
    const rows = checks.map(({ what, state, finding, fix }) => [
      ...[what, state],
      fix === undefined ? finding : `${finding} - ${fix}`,
    ]);
    output.line(table([["CHECK", "STATE", "FOUND"], ...rows]));
  }
  return canChat ? 0 : 2;
}

function checkObject({ what, state, finding, fix }: Check) {
  return { check: what, state, finding, fix: fix ?? null };
}

async function checkProvider(context: Context): Promise<Check> {
  const what = "provider";
  const { chooseProvider } = await import("../../brain/models/choose.ts");
  const { readSharedFile } = await import("../../brain/models/open.ts");
  try {
    const connection = chooseProvider({ ...context, readFile: readSharedFile });
    if (!connection) {
      return { what, state: "ok", finding: "local: she needs no network and no key" };
    }
    const { probeProvider } = await import("../../brain/models/probe.ts");
    const probed = await probeProvider(connection);
    const name = `${connection.provider}, model ${connection.model}`;
    if (!probed.ok) return { what, state: "stops", ...inTwo(probed.reason) };
    if (probed.remark === undefined) return { what, state: "ok", finding: name };
    return { what, state: "ok", finding: `${name}; ${probed.remark}` };
  } catch (error) {
    if (error instanceof UserError) return { what, state: "stops", ...inTwo(error.message) };
    throw error;
  }
}

/** Takes a sentence apart into what is wrong and the remedy behind its last colon. */
function inTwo(sentence: string): Pick<Check, "finding" | "fix"> {
  const [, finding, fix] = /^(.*): (.*)$/s.exec(sentence) ?? [];
  return finding === undefined ? { finding: sentence } : { finding, fix };
}
