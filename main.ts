import config from "./deno.json" with { type: "json" };

const { version } = config;
const [word, ...others] = Deno.args;

// The one place that exits. Everything but the version is loaded when it is needed.
const isVersion = others.length === 0 && /^(?:--?version|-V)$/.test(word ?? "");
if (!isVersion || !await printVersion()) {
  const { run, watchUncaught } = await import("./src/cli/run.ts");
  watchUncaught(Deno.args, Deno.exit);
  Deno.exit(await run(Deno.args, { main: import.meta.url, version }));
}

/** Answers `-version` with next to nothing loaded; false where that fails, for `run` to say why. */
async function printVersion(): Promise<boolean> {
  try {
    const { versionLine } = await import("./src/version.ts");
    console.log(versionLine(import.meta.url, version));
    return true;
  } catch {
    return false;
  }
}
