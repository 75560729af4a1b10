import { assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { bundled, type Catalog, events, invented } from "./catalogs.ts";

const DATA = new URL("../../../../shared/data/utterances.dev.jsonl", import.meta.url);
const absent = !exists(DATA);

/** Shares of the data's sentences: routed right, and ordinary ones that fired one of the five. */
async function scores(catalog: Catalog): Promise<{ right: number; fired: number }> {
  const five = new Set(bundled().map(({ manifest }) => manifest.id));
  let [right, requests, fired, talk] = [0, 0, 0, 0];
  for (const line of Deno.readTextFileSync(DATA).trim().split("\n")) {
    const { text, agent } = JSON.parse(line) as { text: string; agent: string | null };
    const ids = (await events(text, catalog)).flatMap((event) =>
      event.type === "call" ? [event.id] : []
    );
    if (agent === null) {
      talk++;
      // Sentences about the weather rightly reach a weather agent; only the five are counted.
      if (ids.some((id) => five.has(id))) fired++;
    } else {
      requests++;
      if (ids.length === 1 && ids[0] === agent) right++;
    }
  }
  return { right: right / requests, fired: fired / talk };
}

Deno.test({
  name: "most requests of the data reach their agent, and hardly any talk fires one",
  ignore: absent,
  fn: async () => {
    const { right, fired } = await scores(bundled());
    assertGreaterOrEqual(right, 0.96);
    assertLessOrEqual(fired, 0.01);
  },
});

Deno.test({
  name: "twelve more agents take no requests away from the five",
  ignore: absent,
  fn: async () => {
    const { right, fired } = await scores([...bundled(), ...invented()]);
    assertGreaterOrEqual(right, 0.95);
    assertLessOrEqual(fired, 0.01);
  },
});

function exists(url: URL): boolean {
  try {
    return Deno.statSync(url).isFile;
  } catch {
    return false;
  }
}
