import { cleanLine } from "../../text/clean.ts";
import { SYSTEM_CLOCK } from "../clock.ts";
import type { Connection } from "./connection.ts";
import { describeFailure } from "./failure.ts";
import { createWire } from "./wire.ts";

/** How long a provider may take to answer a probe, in milliseconds. */
const PATIENCE_MS = 15_000;

/** What a probe found. */
export type Probed =
  /** It answers and takes the key; `remark` where that is not all there is to say. */
  | { readonly ok: true; readonly remark?: string }
  /** One sentence with the remedy. */
  | { readonly ok: false; readonly reason: string };

/**
 * Asks a provider whether a chat would work, without spending tokens: what it knows of the model, or
 * which models it has. Takes the connection; never throws, and what it says holds no key. Bedrock
 * has no such question that needs no further permission, so it is not asked.
 */
export async function probeProvider(connection: Connection): Promise<Probed> {
  if (connection.provider === "bedrock") {
    return { ok: true, remark: "there are credentials; to try them would cost tokens" };
  }
  const { model } = connection;
  try {
    for (const { path, headers, lists } of questions(connection)) {
      const answer = await ask(`${connection.url}${path}`, headers);
      if (!lists) continue;
      const models = modelsIn(answer);
      const has = models.some((id) => id === model || id === `${model}:latest`);
      if (models.length === 0 || has) continue;
      const some = models.slice(0, 3).map((id) => cleanLine(id)).join(", ");
      const remark = `it lists no model "${model}" but ${some}${models.length > 3 ? ", …" : ""}`;
      const fetching = connection.provider === "ollama" ? `: ollama pull ${model} fetches it` : "";
      return { ok: true, remark: remark + fetching };
    }
    return { ok: true };
  } catch (error) {
    const hasNoList = (error as { statusCode?: number }).statusCode === 404 && connection.isOwnUrl;
    if (hasNoList) return { ok: true, remark: "it answers, but does not say which models it has" };
    return { ok: false, reason: describeFailure(error, connection).reason };
  }
}

/** A request that costs nothing. */
interface Question {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the answer lists models. */
  readonly lists: boolean;
}

function questions({ provider, key, model }: Connection): readonly Question[] {
  const bearer: Record<string, string> = key === undefined
    ? {}
    : { authorization: `Bearer ${key}` };
  const one = `/models/${model.split("/").map(encodeURIComponent).join("/")}`;
  switch (provider) {
    case "gemini":
      return [{ path: one, headers: { "x-goog-api-key": key ?? "" }, lists: false }];
    case "anthropic": {
      const headers = { "x-api-key": key ?? "", "anthropic-version": "2023-06-01" };
      return [{ path: one, headers, lists: false }];
    }
    case "openrouter":
      // Its list of models is open to all; this is what knows the key.
      return [{ path: "/key", headers: bearer, lists: false }];
    default:
      return [{ path: "/models", headers: bearer, lists: true }];
  }
}

/** Asks, and gives the JSON of the answer; throws what failure.ts reads. */
async function ask(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const wire = createWire({
    ...{ clock: SYSTEM_CLOCK, firstByteMs: PATIENCE_MS, idleMs: PATIENCE_MS },
  });
  const response = await wire(url, { headers });
  const text = await response.text();
  if (!response.ok) {
    const responseHeaders = Object.fromEntries(response.headers);
    throw { statusCode: response.status, responseBody: text, responseHeaders };
  }
  return JSON.parse(text);
}

/** The ids in `{"data": [{"id": "..."}]}`. */
function modelsIn(answer: unknown): string[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) return [];
  return data.flatMap((item: unknown) => {
    const id = (item as { id?: unknown } | null)?.id;
    return typeof id === "string" ? [id] : [];
  });
}
