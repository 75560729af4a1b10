import { assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { fold } from "../../../src/text/fold.ts";
import { bundled, events } from "./catalogs.ts";

/** A sentence in the manner of the public corpora, and what should come of it. */
interface Sentence {
  readonly text: string;
  readonly agent: string | null;
  readonly args?: Readonly<Record<string, string>>;
  readonly query_words?: string;
}

const SENTENCES = Deno.readTextFileSync(new URL("./fresh_sentences.jsonl", import.meta.url))
  .trim().split("\n").map((line) => JSON.parse(line) as Sentence);

Deno.test("sentences written apart from the rules reach their agents with their arguments", async () => {
  const right: number[] = [];
  const args: number[] = [];
  const f1: number[] = [];
  const fired: number[] = [];
  for (const sentence of SENTENCES) {
    const called = (await events(sentence.text, bundled())).flatMap((event) =>
      event.type === "call" ? [event] : []
    );
    if (sentence.agent === null) {
      fired.push(Number(called.length > 0));
      continue;
    }
    const call = called.length === 1 && called[0]!.id === sentence.agent ? called[0] : undefined;
    right.push(Number(call !== undefined));
    if (sentence.args) {
      const expected = Object.entries(sentence.args);
      args.push(Number(expected.every(([name, value]) => call?.args[name] === value)));
    }
    if (sentence.query_words) {
      f1.push(shared(String(call?.args.query ?? ""), sentence.query_words));
    }
  }
  assertGreaterOrEqual(mean(right), 0.96, "reached");
  assertGreaterOrEqual(mean(args), 0.93, "arguments");
  assertGreaterOrEqual(mean(f1), 0.92, "words of the query");
  assertLessOrEqual(mean(fired), 0.02, "talk that fired");
});

/** F1 of the words two texts share. */
function shared(given: string, expected: string): number {
  const tokens = (text: string) =>
    fold(text).replaceAll(/[^\p{L}\p{N}\s]/gu, "").split(/\s+/).filter((token) => token !== "");
  const [have, want] = [tokens(given), tokens(expected)];
  const left = want.slice();
  const common = have.filter((token) => {
    const at = left.indexOf(token);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return common === 0 ? 0 : 2 * common / (have.length + want.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
