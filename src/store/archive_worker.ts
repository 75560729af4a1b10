import { ArchiveError } from "./archive_error.ts";
import type { ArchiveLimits } from "./archive_limits.ts";
import { unpackInto, type UnpackResult } from "./archive_unpack.ts";

/** What the worker is asked, once. */
export interface UnpackRequest {
  readonly archive: string;
  readonly staging: string;
  readonly limits: ArchiveLimits;
}

/** What the worker answers: any number of "alive", then one of the others. */
export type UnpackReply =
  | { readonly kind: "alive" }
  | { readonly kind: "unpacked"; readonly result: UnpackResult }
  | { readonly kind: "refused"; readonly code: string; readonly detail: string }
  | { readonly kind: "failed"; readonly message: string };

/** How often the worker says that it is alive while it makes progress, in milliseconds. */
const ALIVE_MS = 1000;

const scope = self as unknown as {
  onmessage: (event: MessageEvent<UnpackRequest>) => void;
  postMessage(reply: UnpackReply): void;
};

scope.onmessage = async ({ data }) => {
  let told = performance.now();
  const onProgress = () => {
    if (performance.now() - told < ALIVE_MS) return;
    told = performance.now();
    scope.postMessage({ kind: "alive" });
  };
  try {
    const result = await unpackInto(data.archive, data.staging, data.limits, onProgress);
    scope.postMessage({ kind: "unpacked", result });
  } catch (error) {
    scope.postMessage(
      error instanceof ArchiveError
        ? { kind: "refused", code: error.code, detail: error.detail }
        : { kind: "failed", message: error instanceof Error ? error.message : String(error) },
    );
  }
};
