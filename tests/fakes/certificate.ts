import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { Buffer } from "node:buffer";

/** A certificate authority of one test, and a certificate of it for this machine. All PEM. */
export interface TestCertificate {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/**
 * Makes both, anew for each test run, so that no key lies about: X.509 (RFC 5280) with ECDSA over
 * P-256, for a host name and 127.0.0.1. Takes from which day to which it is valid, today being 0, and the
 * host.
 */
export function makeCertificate(
  days: readonly [number, number] = [-1, 1],
  host = "localhost",
): TestCertificate {
  const authority = makeKeyPair();
  const server = makeKeyPair();
  return {
    authority: pem(
      "CERTIFICATE",
      issue("Test Authority", authority, "Test Authority", authority, days, [
        extension("551d13", sequence(boolean(true)), true), // basicConstraints: CA
      ]),
    ),
    certificate: pem(
      "CERTIFICATE",
      issue(host, server, "Test Authority", authority, days, [
        extension(
          "551d11", // subjectAltName: dNSName, iPAddress
          sequence(tlv(0x82, Buffer.from(host)), tlv(0x87, Buffer.from([127, 0, 0, 1]))),
        ),
      ]),
    ),
    key: server.privatePem,
  };
}

interface TestKeyPair {
  readonly privatePem: string;
  readonly publicDer: Uint8Array;
}

function makeKeyPair(): TestKeyPair {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const publicDer = createPublicKey(createPrivateKey(privateKey)).export({
    type: "spki",
    format: "der",
  });
  return { privatePem: privateKey, publicDer: new Uint8Array(publicDer) };
}

function issue(
  subject: string,
  key: TestKeyPair,
  issuer: string,
  issuerKey: TestKeyPair,
  [from, to]: readonly [number, number],
  extensions: Uint8Array[],
): Uint8Array {
  const algorithm = sequence(oid("2a8648ce3d040302")); // ecdsa-with-SHA256
  const day = 86_400_000;
  const body = sequence(
    tlv(0xa0, integer([2])), // version 3
    integer([1, ...crypto.getRandomValues(new Uint8Array(8))]),
    algorithm,
    name(issuer),
    sequence(time(Date.now() + from * day), time(Date.now() + to * day)),
    name(subject),
    key.publicDer,
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = new Uint8Array(sign("sha256", body, issuerKey.privatePem));
  return sequence(body, algorithm, tlv(0x03, join(Uint8Array.of(0), signature)));
}

function name(commonName: string): Uint8Array {
  const text = tlv(0x0c, new TextEncoder().encode(commonName));
  return sequence(tlv(0x31, sequence(oid("550403"), text)));
}

function extension(id: string, value: Uint8Array, critical = false): Uint8Array {
  const parts = critical ? [oid(id), boolean(true)] : [oid(id)];
  return sequence(...parts, tlv(0x04, value));
}

function time(ms: number): Uint8Array {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "").slice(2);
  return tlv(0x17, new TextEncoder().encode(text));
}

const oid = (hex: string) => tlv(0x06, Uint8Array.fromHex(hex));
const integer = (bytes: number[]) => tlv(0x02, Uint8Array.from(bytes));
const boolean = (value: boolean) => tlv(0x01, Uint8Array.of(value ? 0xff : 0));
const sequence = (...parts: Uint8Array[]) => tlv(0x30, join(...parts));

/** DER: a tag, a length, a value. */
function tlv(tag: number, value: Uint8Array): Uint8Array {
  const length = value.length < 0x80
    ? [value.length]
    : value.length < 0x100
    ? [0x81, value.length]
    : [0x82, value.length >> 8, value.length & 0xff];
  return join(Uint8Array.of(tag, ...length), value);
}

function join(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function pem(label: string, der: Uint8Array): string {
  const lines = der.toBase64().match(/.{1,64}/g)!.join("\n");
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
