import type { Env } from "../config/paths.ts";

/**
 * The environment of this process. Takes what is told, once each, of variables that are not UTF-8
 * text: the runtime cannot give them, and agents are started without them, so they count as unset.
 */
export function processEnvironment(tell: (sentence: string) => void): Env {
  const ignored = new Set<string>();
  return (name) => {
    try {
      return Deno.env.get(name);
    } catch {
      if (!ignored.has(name)) tell(`warning: ${name} is not UTF-8 text, so it is ignored`);
      ignored.add(name);
    }
  };
}
