import { assert, assertEquals } from "@std/assert";
import { compareVersions, isNewer } from "../../src/store/semver.ts";

/** Each line is older than the next. */
const LADDERS = [
  // The example of semver.org, item 11.
  "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0",
  "0 0.0.1 0.1 0.9.9 0.10 1 1.0.1 1.2 1.2.3-beta.2 1.2.3 1.2.3.1 1.10 2 10 2024.11 2024.12.1",
  "v0.9 1.0a1 1.0b1 1.0rc2 1.0rc10 v1.0 V1.0.1",
  "20240101120000000000 20240101120000000001 20250101120000000000",
  "1.99999999999999999998 1.99999999999999999999",
];

/** All of one line are equal. */
const EQUALS = [
  "1 1.0 1.0.0 v1 V1.0 1+build 1.0.0+a.b-c 01.00",
  "1.0.0-beta.2 1-beta.2 v1.0-beta.02+build",
];

/** No versions at all. */
const GARBAGE = [
  "",
  "latest",
  "v",
  "1..2",
  "1.2.",
  "-1",
  "1.2.3-",
  "1.2.3-a..b",
  "newest 2.0",
  "9 9",
  "1,2",
  "٣.٤",
  "Infinity",
];

Deno.test("versions are ordered as semver.org orders them, read loosely", () => {
  for (const ladder of LADDERS) {
    const versions = ladder.split(" ");
    versions.forEach((a, i) =>
      versions.forEach((b, j) => {
        assertEquals(Math.sign(compareVersions(a, b)), Math.sign(i - j), `${a} and ${b}`);
      })
    );
  }
});

Deno.test("missing numbers are zeros, and neither v nor build metadata has a say", () => {
  for (const line of EQUALS) {
    for (const a of line.split(" ")) {
      for (const b of line.split(" ")) assertEquals(compareVersions(a, b), 0, `${a} and ${b}`);
    }
  }
});

Deno.test("what is no version is never newer, and every version is newer than it", () => {
  for (const garbage of GARBAGE) {
    for (const version of ["0", "0.0.0-a", "1.0", ...GARBAGE]) {
      assert(!isNewer(garbage, version), `${garbage} over ${version}`);
    }
    assert(isNewer("0.0.0-a", garbage), garbage);
  }
});

Deno.test("the same version is not newer", () => {
  for (const version of ["1.0", "1.0-beta", "", "latest"]) assert(!isNewer(version, version));
});
