import { assertEquals } from "@std/assert";
import {
  discover,
  type DiscoverOptions,
  type Listing,
  type Place,
} from "../../src/agents/discovery.ts";
import { writeProgram } from "./fixture.ts";

/** What discovery is asked with where a test says nothing else. */
export const OPTIONS: DiscoverOptions = {
  disabled: [],
  self: ["/opt/onidia/bin/onidia-chat", "--"],
  path: "/usr/bin:/bin",
};

/** Writes a folder with an agent.json, and a tea.sh that can be run. */
export function writeAgent(folder: string, manifest: Record<string, unknown> | string = {}): void {
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(
    `${folder}/agent.json`,
    typeof manifest === "string" ? manifest : JSON.stringify({
      id: "tea",
      version: "1.0.0",
      description: "Tea.",
      exec: ["./tea.sh"],
      ...manifest,
    }),
  );
  writeProgram(folder, "tea.sh", "#!/bin/sh\necho OK\n");
}

/** A place of the user. */
export function user(directory: string): Place {
  return { directory, origin: "user" };
}

/** Id, state and reason of every listing. */
export function linesOf(listings: readonly Listing[]): string[] {
  return listings.map(({ id, state, reason }) => `${id} ${state}${reason ? ` (${reason})` : ""}`);
}

/** The reason why the one agent of a folder is broken. */
export function reasonIn(
  folder: string,
  options: Partial<DiscoverOptions> = {},
): string | undefined {
  const { listings } = discover([user(folder)], { ...OPTIONS, ...options });
  assertEquals(listings.map((listing) => listing.state), ["broken"]);
  return listings[0]!.reason;
}
