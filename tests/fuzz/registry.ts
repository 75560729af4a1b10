import fc from "fast-check";
import { UserError } from "../../src/errors.ts";
import { parseRegistry } from "../../src/store/registry.ts";

const BASES = [new URL("https://h.example/a/index.json"), new URL("file:///srv/a/index.json")];

/** Texts that are nearly right, among some that are anything. */
const ID = fc.oneof(fc.constantFrom("tea", "coffee_2", "Tea", "__proto__", ""), fc.string());
const URL_TEXT = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    "tea.zip",
    "../x.zip",
    "/etc/passwd",
    "file:///etc/passwd",
    "//h/x",
    "%00",
    "%ff",
  ),
  fc.string({ unit: "binary" }),
);
const HEX = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 63, maxLength: 65 }),
  fc.jsonValue(),
);

const ENTRY = fc.oneof(
  fc.record({
    id: fc.oneof(ID, fc.jsonValue()),
    url: fc.oneof(URL_TEXT, fc.jsonValue()),
    version: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
    description: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
    sha256: HEX,
    signer: HEX,
  }, { requiredKeys: [] }),
  fc.jsonValue(),
);

const INDEX = fc.oneof(
  fc.record({ version: fc.constant(1), agents: fc.array(ENTRY) }),
  fc.record({ version: fc.jsonValue(), agents: fc.jsonValue() }, { requiredKeys: [] }),
);

const BYTES = fc.oneof(
  INDEX.map((index) => new TextEncoder().encode(JSON.stringify(index))),
  fc.json().map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 200 }),
);

/** Whatever an index holds: a sentence, or entries that keep every promise of their type. */
export const registryReader = fc.property(BYTES, fc.constantFrom(...BASES), (bytes, base) => {
  try {
    const { agents, faults } = parseRegistry(bytes, base);
    for (const { id, version, description, sha256, signer, source } of agents) {
      hold(/^[a-z][a-z0-9_]{1,31}$/.test(id), "id");
      for (const sum of [sha256, signer]) hold(!sum || /^[0-9a-f]{64}$/.test(sum), "sum");
      // deno-lint-ignore no-control-regex
      hold(!/[\x00-\x1f\x7f-\x9f]/.test(version + description), "clean texts");
      hold(source.kind === "url" || base.protocol === "file:", "no file from the network");
      if (source.kind === "zip") hold(source.path.startsWith("/"), "absolute path");
      else hold(/^https?:$/.test(source.url.protocol) && source.pin === sha256, "url");
    }
    for (const fault of faults) {
      // deno-lint-ignore no-control-regex
      hold(!/[\x00-\x1f\x7f-\x9f]/.test(fault), "clean faults");
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
});

function hold(condition: boolean, promise: string): void {
  if (!condition) throw new Error(`a promise is broken: ${promise}`);
}
