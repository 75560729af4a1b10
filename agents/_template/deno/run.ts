#!/usr/bin/env -S deno run --quiet --no-config
// One RUN line in, one OK or ERR line out, then exit. It may do nothing else: no --allow flags.
const line = (await new Response(Deno.stdin.readable).text()).split("\n", 1)[0]!;
if (line.startsWith("RUN ")) {
  // Checked before you are started; values are texts.
  const { text } = JSON.parse(line.slice("RUN ".length)) as { text: string };
  console.log("INFO counting: goes to the log, never shown");
  console.log("PET action juggle");
  console.log(`OK ${text} has ${text.match(/[\p{L}\p{N}]/gu)?.length ?? 0} letters`);
} else {
  console.log("ERR expected a RUN line");
  Deno.exitCode = 1;
}
