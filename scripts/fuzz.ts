/**
 * `deno task fuzz [-seed N] [-seconds N] [word …]`: every property of tests/fuzz with other cases
 * than the tests have, each for as long as is asked for. With words, only those whose name holds
 * one of them. The seed is printed; with it the same cases come again.
 */
import { parseArgs } from "@std/cli/parse-args";
import fc from "fast-check";
import { archiveProperty } from "../tests/fuzz/archive_fuzz.ts";
import { iniReader, iniRoundTrip } from "../tests/fuzz/ini.ts";
import { manifestComments, manifestReader } from "../tests/fuzz/manifest.ts";
import { lineReader, petGrammar } from "../tests/fuzz/protocol.ts";
import { registryReader } from "../tests/fuzz/registry.ts";
import { signatureReader, signatureRoundTrip } from "../tests/fuzz/signature.ts";
import { harmless, tagCuts, tagRoundTrip, tagsHidden } from "../tests/fuzz/tags.ts";

/** A property, whatever its cases are made of. */
type Property = fc.IRawProperty<unknown, boolean>;

/** One line a property. */
const PROPERTIES: Readonly<Record<string, Property>> = {
  "ini: reader": iniReader as Property,
  "ini: round trip": iniRoundTrip as Property,
  "manifest: reader": manifestReader as Property,
  "manifest: comments": manifestComments as Property,
  "protocol: lines": lineReader as Property,
  "protocol: pet": petGrammar as Property,
  "tags: cuts": tagCuts as Property,
  "tags: hidden": tagsHidden as Property,
  "tags: round trip": tagRoundTrip as Property,
  "tags: harmless": harmless as Property,
  "registry: reader": registryReader as Property,
  "signature: reader": signatureReader as Property,
  "signature: round trip": signatureRoundTrip() as Property,
  "archive: reader": archiveProperty as Property,
};

/** How long each property is tried, in seconds, where nothing else is asked for. */
const SECONDS = 20;

/** Tries the properties; gives whether all of them held. */
async function fuzz(argv: readonly string[]): Promise<boolean> {
  const { _: words, seed: given, seconds = SECONDS } = parseArgs(
    argv.map((word) => word.replace(/^-(?=[a-z])/, "--")),
  );
  const seed = given === undefined ? crypto.getRandomValues(new Int32Array(1))[0]! : Number(given);
  console.log(`seed ${seed}`);
  let held = true;
  for (const [name, property] of Object.entries(PROPERTIES)) {
    if (words.length > 0 && !words.some((word) => name.includes(String(word)))) continue;
    const result = await fc.check(property, {
      seed,
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: Number(seconds) * 1000,
    });
    // Out of time is what it should come to.
    const failed = result.failed && result.counterexample !== null;
    console.log(`${failed ? "FAILED" : "held  "} ${name}, ${result.numRuns} cases`);
    if (failed) console.log(fc.defaultReportMessage(result));
    held &&= !failed;
  }
  return held;
}

if (import.meta.main) Deno.exit(await fuzz(Deno.args) ? 0 : 1);
