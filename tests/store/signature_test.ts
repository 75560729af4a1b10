import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import {
  generateKeyPair,
  publicKeyFor,
  readPrivateKey,
  signerId,
  writePrivateKey,
} from "../../src/store/keys.ts";
import {
  parseSignature,
  SignatureError,
  signManifest,
  verifySignature,
} from "../../src/store/signature.ts";
import { UserError } from "../../src/errors.ts";
import type { SignatureCode } from "../../src/store/signature_error.ts";

const MANIFEST = new TextEncoder().encode('{ "id": "tea" }\n');
const PAIR = generateKeyPair();
const SIGNATURE = signManifest(MANIFEST, PAIR.privateKey);

function assertCode(code: SignatureCode, body: () => unknown, words = ""): SignatureError {
  const error = assertThrows(body, SignatureError, words);
  assertEquals(error.code, code, error.message);
  return error;
}

interface Vectors {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly msg: string;
      readonly sig: string;
      readonly result: string;
    }[];
  }[];
}

const WYCHEPROOF = new URL(
  "../../../shared/data/wycheproof/ed25519_test.json",
  import.meta.url,
);

function isThere(url: URL): boolean {
  try {
    return Deno.statSync(url).isFile;
  } catch {
    return false;
  }
}

Deno.test({
  name: "the verdicts of Project Wycheproof are reproduced, all 151",
  ignore: !isThere(WYCHEPROOF), // The data lies beside the project, not in it.
  fn() {
    const { testGroups } = JSON.parse(Deno.readTextFileSync(WYCHEPROOF)) as Vectors;
    let count = 0;
    for (const { publicKey, tests } of testGroups) {
      for (const { tcId, comment, msg, sig, result } of tests) {
        const verify = () =>
          verifySignature(
            Uint8Array.fromHex(msg),
            Uint8Array.fromHex(sig).toBase64(),
            publicKey.pk,
          );
        if (result === "valid") verify();
        else {
          try {
            assertThrows(verify, SignatureError);
          } catch (error) {
            throw new Error(`vector ${tcId} (${comment})`, { cause: error });
          }
        }
        count++;
      }
    }
    assertEquals(count, 151);
  },
});

Deno.test("the first two vectors of RFC 8032 section 7.1 are signed and verified as printed", () => {
  for (
    const [privateKey, publicKey, message, signature] of [
      [
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
      ],
      [
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
      ],
    ] as const
  ) {
    const text = signManifest(Uint8Array.fromHex(message), privateKey);
    assertEquals(text, Uint8Array.fromHex(signature).toBase64() + "\n");
    assertEquals(publicKeyFor(privateKey), publicKey);
    verifySignature(Uint8Array.fromHex(message), text, publicKey);
  }
});

Deno.test("a signature is right with one newline behind it, and with none", () => {
  verifySignature(MANIFEST, SIGNATURE, PAIR.publicKey);
  verifySignature(MANIFEST, SIGNATURE.trimEnd(), PAIR.publicKey.toUpperCase());
});

Deno.test("one bit more or less, in the manifest or the signature, is refused", () => {
  const longer = new Uint8Array([...MANIFEST, 10]);
  assertCode("signature-wrong", () => verifySignature(longer, SIGNATURE, PAIR.publicKey));
  const bytes = parseSignature(SIGNATURE);
  for (const at of [0, 31, 32, 63]) {
    const changed = bytes.map((byte, index) => index === at ? byte ^ 1 : byte);
    assertCode(
      "signature-wrong",
      () => verifySignature(MANIFEST, changed.toBase64(), PAIR.publicKey),
    );
  }
});

Deno.test("somebody else's signature is refused", () => {
  const other = signManifest(MANIFEST, generateKeyPair().privateKey);
  assertCode(
    "signature-wrong",
    () => verifySignature(MANIFEST, other, PAIR.publicKey),
    "agent.json.sig is not a signature of agents-key over this agent.json",
  );
});

Deno.test("what is not exactly the base64 of 64 bytes is refused, each with its own sentence", () => {
  const line = SIGNATURE.trimEnd();
  const cases: readonly (readonly [SignatureCode, string])[] = [
    ["signature-empty", ""],
    ["signature-empty", "\n"],
    ["signature-line-end", line + "\r\n"],
    ["signature-line-end", line + "\r"],
    ["signature-space", " " + line],
    ["signature-space", line + " \n"],
    ["signature-space", line + "\n\n"],
    ["signature-space", "\n" + line],
    ["signature-space", line.slice(0, 44) + "\n" + line.slice(44)],
    ["signature-space", line + "\t"],
    ["signature-base64", line + "\u00a0"],
    ["signature-base64", "not-base64!"],
    ["signature-base64", "\ufeff" + line],
    ["signature-base64", line.slice(0, -1)],
    ["signature-base64", line.slice(0, -2)],
    ["signature-base64", "=" + line.slice(1)],
    ["signature-base64", line.replace(/^./, "-")],
    ["signature-base64", line.replace(/^./, "\0")],
    ["signature-length", new Uint8Array(63).toBase64()],
    ["signature-length", new Uint8Array(65).toBase64()],
    ["signature-length", new Uint8Array(66).toBase64()],
    ["signature-base64", line + line],
    ["signature-length", "AAAA"],
    ["signature-canonical", new Uint8Array(64).toBase64().replace("A==", "B==")],
  ];
  const sentences = new Map<SignatureCode, string>();
  for (const [code, text] of cases) {
    sentences.set(code, assertCode(code, () => parseSignature(text)).message);
  }
  assertEquals(new Set(sentences.values()).size, sentences.size);
  for (const sentence of sentences.values()) assert(sentence.startsWith("agent.json.sig "));
});

Deno.test("a key that is no sound key is refused, each with its own sentence", () => {
  const verify = (key: string) => () => verifySignature(MANIFEST, SIGNATURE, key);
  assertCode("key-length", verify(PAIR.publicKey.slice(2)), "not 62");
  assertCode("key-length", verify(PAIR.publicKey + "00"), "not 66");
  assertCode("key-length", verify(""), "not 0");
  assertCode("key-hex", verify("g" + PAIR.publicKey.slice(1)));
  assertCode("key-hex", verify(PAIR.publicKey + " "));
  assertCode("key-hex", verify("0x" + PAIR.publicKey.slice(2)));
  for (
    const weak of [
      "01" + "00".repeat(31), // the neutral element
      "00".repeat(32), // order 4
      "ec" + "ff".repeat(30) + "7f", // order 2
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", // order 8
      "01" + "00".repeat(30) + "80", // not canonical
      "ff".repeat(32), // beyond the field
      "02" + "00".repeat(31), // not on the curve
    ]
  ) assertCode("key-weak", verify(weak), "no Ed25519 public key");
});

Deno.test("a signature of the small-order key that fits every message is refused", () => {
  const forged = new Uint8Array(64);
  forged[0] = 1;
  const neutral = "01" + "00".repeat(31);
  assertCode("key-weak", () => verifySignature(MANIFEST, forged.toBase64(), neutral));
});

Deno.test("the id of a signer is the SHA-256 of the key's 32 bytes", () => {
  assertEquals(
    signerId("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"),
    "21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9",
  );
});

Deno.test("a private key's file is only for its owner, never replaced, and never quoted", () => {
  const folder = Deno.makeTempDirSync();
  try {
    const path = join(folder, "signing.key");
    writePrivateKey(path, PAIR.privateKey);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
    assertEquals(readPrivateKey(path), { privateKey: PAIR.privateKey, exposed: false });
    assertThrows(() => writePrivateKey(path, PAIR.privateKey), UserError, "never replaced");
    Deno.chmodSync(path, 0o644);
    assertEquals(readPrivateKey(path).exposed, true);
    const secret = PAIR.privateKey.slice(2);
    Deno.writeTextFileSync(path, secret);
    const { message } = assertCode("key-file", () => readPrivateKey(path), "holds no private key");
    assert(!message.includes(secret));
    assertCode("key-file", () => readPrivateKey(join(folder, "none")), "Cannot read");
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("two key pairs are never the same, and each belongs together", () => {
  const other = generateKeyPair();
  assert(other.privateKey !== PAIR.privateKey);
  assertEquals(publicKeyFor(other.privateKey), other.publicKey);
});
