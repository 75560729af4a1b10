/**
 * Types for the few `@std` functions used here. The npm copy of `@std` that the import map points
 * to ships none; should the map point to JSR one day, this file goes away and nothing else changes.
 */

declare module "@std/assert" {
  export class AssertionError extends Error {}
  export function assert(condition: unknown, message?: string): asserts condition;
  export function assertEquals<T>(actual: T, expected: T, message?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, message?: string): void;
  export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): void;
  export function assertExists<T>(actual: T, message?: string): asserts actual is NonNullable<T>;
  export function assertGreater<T>(actual: T, expected: T, message?: string): void;
  export function assertGreaterOrEqual<T>(actual: T, expected: T, message?: string): void;
  export function assertLess<T>(actual: T, expected: T, message?: string): void;
  export function assertLessOrEqual<T>(actual: T, expected: T, message?: string): void;
  export function assertMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertNotMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertStringIncludes(actual: string, expected: string, message?: string): void;
  export function assertArrayIncludes<T>(
    actual: ArrayLike<T>,
    expected: ArrayLike<T>,
    message?: string,
  ): void;
  export function assertObjectMatch(
    actual: Record<PropertyKey, unknown>,
    expected: Record<PropertyKey, unknown>,
    message?: string,
  ): void;
  export function assertThrows<E extends Error = Error>(
    body: () => unknown,
    // deno-lint-ignore no-explicit-any
    errorClass?: abstract new (...args: any[]) => E,
    messageIncludes?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    body: () => PromiseLike<unknown>,
    // deno-lint-ignore no-explicit-any
    errorClass?: abstract new (...args: any[]) => E,
    messageIncludes?: string,
  ): Promise<E>;
  export function fail(message?: string): never;
  export function unreachable(reason?: string): never;
}

declare module "@std/cli/parse-args" {
  export interface ParseOptions {
    "--"?: boolean;
    alias?: Record<string, string | readonly string[]>;
    boolean?: boolean | string | readonly string[];
    default?: Record<string, unknown>;
    stopEarly?: boolean;
    string?: string | readonly string[];
    collect?: string | readonly string[];
    negatable?: string | readonly string[];
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }
  export function parseArgs(
    args: readonly string[],
    options?: ParseOptions,
  ): Record<string, unknown> & { _: Array<string | number> };
}

declare module "@std/jsonc" {
  /** Throws SyntaxError; the message names the position, not line and column. */
  export function parse(text: string): unknown;
}

declare module "@std/path" {
  export const SEPARATOR: string;
  export function basename(path: string, suffix?: string): string;
  export function dirname(path: string): string;
  export function extname(path: string): string;
  export function fromFileUrl(url: string | URL): string;
  export function toFileUrl(path: string): URL;
  export function isAbsolute(path: string): boolean;
  export function join(...parts: string[]): string;
  export function normalize(path: string): string;
  export function relative(from: string, to: string): string;
  export function resolve(...parts: string[]): string;
}

declare module "@std/text/closest-string" {
  export function closestString(
    word: string,
    candidates: readonly string[],
    options?: { caseSensitive?: boolean; compareFn?: (a: string, b: string) => number },
  ): string;
}

declare module "@std/text/levenshtein-distance" {
  export function levenshteinDistance(a: string, b: string): number;
}
