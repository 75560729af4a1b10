import config from "./deno.json" with { type: "json" };

const { version } = config;
const [word, ...others] = Deno.args;

// The one place that exits. Everything but the version is loaded when it is needed.
if (others.length === 0 && /^(?:--?version|-V)$/.test(word ?? "")) {
  const { versionLine } = await import("./src/version.ts");
  console.log(versionLine(import.meta.url, version));
} else {
  const { run } = await import("./src/cli/run.ts");
  Deno.exit(await run(Deno.args, { main: import.meta.url, version }));
}
