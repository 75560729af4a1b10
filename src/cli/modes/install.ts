import type { Installed } from "../../store/install.ts";
import { installAgent } from "../../store/install.ts";
import { classifySource } from "../../store/source.ts";
import { stageSource } from "../../store/stage.ts";
import type { Context } from "../context.ts";
import { withSignals } from "../signals.ts";
import { storeParts } from "../store_parts.ts";

/** `-agents-install SOURCE` (SPEC section 8): from a folder, a zip, a URL or a registry id. */
export function installMode(context: Context, [text]: readonly string[]): Promise<number> {
  const { env, settings, output } = context;
  const source = classifySource(text!, {
    env,
    cwd: Deno.cwd(),
    registryConfigured: settings["agents-registry"] !== undefined,
  });
  const parts = storeParts(context);
  return withSignals(["SIGINT", "SIGTERM", "SIGHUP"], async (ended) => {
    const installed = await installAgent(
      (folder) => stageSource(source, folder, parts.stage(ended)),
      parts.install(text!, ended),
    );
    const { id, version, location, replaced = null } = installed;
    const notes = notesOn(installed, context);
    output.result(
      { installed: { id, version, location, replaced, notes } },
      `installed ${id} -> ${location}\n` +
        "restart onidia-chat to load it (onidia-chat -agents-list shows it now)",
    );
    if (!output.json) notes.forEach((note) => output.note(`note: ${note}`));
    return 0;
  });
}

/** What keeps the agent from being used, or another one. */
function notesOn({ id, disabled }: Installed, { settings, discover }: Context): string[] {
  const notes: string[] = [];
  if (settings["agents-disabled"].includes(id)) {
    notes.push(`${id} is in agents-disabled: take it out of chat-app.ini to use it`);
  }
  if (settings["agents-off"]) notes.push("agents-off is set: no agent is offered");
  if (disabled) notes.push(`${id} is switched off by "disabled" in its agent.json`);
  if (discover().listings.some((one) => one.id === id && one.origin !== "user")) {
    notes.push(`${id} now shadows the bundled ${id}; -agents-remove ${id} brings that one back`);
  }
  return notes;
}
