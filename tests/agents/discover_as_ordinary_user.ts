/**
 * Run by discovery_test.ts as a process of its own: gives up root's right to read everything, and
 * prints what is found then. Takes the directories as arguments.
 */
import process from "node:process";
import { discover } from "../../src/agents/discovery.ts";

if (import.meta.main) {
  if (process.geteuid!() === 0) {
    process.setegid!(65534);
    process.seteuid!(65534);
  }
  const places = Deno.args.map((directory) => ({ directory, origin: "user" as const }));
  const found = discover(places, { disabled: [], self: ["onidia-chat"], path: undefined });
  console.log(JSON.stringify(found));
}
