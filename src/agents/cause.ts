import { cleanLine } from "../text/clean.ts";

/** Why a file or folder cannot be used, in a few clean words. Takes what the system threw. */
export function causeOf(error: unknown): string {
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.NotADirectory) return "not a directory";
  // Deno's word for a file of /dev or /proc that a program of few permissions may not open.
  if (error instanceof Deno.errors.NotCapable) return "it is a file of the system";
  const message = error instanceof Error ? error.message : String(error);
  return cleanLine(message.replace(/ \(os error \d+\).*$/s, "")).toLowerCase();
}
