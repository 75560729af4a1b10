import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { hashFolder } from "../../src/store/files.ts";
import { generateKeyPair, type KeyPair, signerId } from "../../src/store/keys.ts";
import { SignatureError, signManifest } from "../../src/store/signature.ts";
import { createTrust, type TrustSettings } from "../../src/store/trust.ts";

const PAIR = generateKeyPair();
const OTHER = generateKeyPair();
const REQUIRED = { requireSig: true, key: PAIR.publicKey };
const OPTIONAL = { requireSig: false, key: PAIR.publicKey };

interface SignedAgent {
  readonly folder: string;
  /** The reason for refusal under these settings. */
  judged(settings: TrustSettings): string | undefined;
  write(path: string, text: string): void;
  /** Writes the manifest and its signature anew. */
  sign(by: KeyPair, files?: "files" | "no files"): void;
}

function withAgent(test: (agent: SignedAgent) => void): void {
  const folder = Deno.makeTempDirSync();
  const write = (path: string, text: string) => Deno.writeTextFileSync(join(folder, path), text);
  const manifest = () => Deno.readFileSync(join(folder, "agent.json"));
  try {
    write("tea.sh", "#!/bin/sh\necho OK\n");
    const agent: SignedAgent = {
      folder,
      write,
      judged: (settings) => createTrust(settings).check(folder, manifest()),
      sign(by, which = "files") {
        const files = which === "files" ? hashFolder(folder) : undefined;
        const fields = { id: "tea", description: "Makes tea.", exec: ["./tea.sh"], files };
        write("agent.json", JSON.stringify(fields));
        write("agent.json.sig", signManifest(manifest(), by.privateKey));
      },
    };
    agent.sign(PAIR);
    test(agent);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("an agent that is signed with files that cover its folder is trusted", () => {
  withAgent(({ judged }) => {
    assertEquals(judged(REQUIRED), undefined);
    assertEquals(judged(OPTIONAL), undefined);
  });
});

Deno.test("where signatures are required, each way of lacking one has its own sentence", () => {
  withAgent((agent) => {
    const { judged, sign, write, folder } = agent;
    const reasons: (string | undefined)[] = [judged({ requireSig: true })];
    assertEquals(judged({ requireSig: true, key: "" }), reasons[0]);
    sign(OTHER);
    reasons.push(judged(REQUIRED));
    sign(PAIR, "no files");
    reasons.push(judged(REQUIRED));
    sign(PAIR);
    write("tea.sh", "#!/bin/sh\nrm -rf ~\n");
    reasons.push(judged(REQUIRED));
    sign(PAIR);
    write("more.sh", "");
    reasons.push(judged(REQUIRED));
    sign(PAIR);
    Deno.removeSync(join(folder, "more.sh"));
    reasons.push(judged(REQUIRED));
    sign(PAIR);
    write("agent.json.sig", " " + Deno.readTextFileSync(join(folder, "agent.json.sig")));
    reasons.push(judged(REQUIRED));
    Deno.removeSync(join(folder, "agent.json.sig"));
    reasons.push(judged(REQUIRED));
    assertEquals(reasons, [
      "agents-require-sig is on, but agents-key is not set",
      "agent.json.sig is not a signature of agents-key over this agent.json",
      "signed without files: only agent.json is covered",
      '"tea.sh" is not as it was signed',
      '"more.sh" is not in the signed files',
      '"more.sh" is in the signed files, but not in the folder',
      "agent.json.sig has spaces or line breaks in it: write it anew, as one line",
      "not signed: there is no agent.json.sig",
    ]);
  });
});

Deno.test("the signature of another agent, or of an older manifest, is refused", () => {
  withAgent(({ judged, sign, write, folder }) => {
    const old = Deno.readTextFileSync(join(folder, "agent.json.sig"));
    write("lib.sh", "");
    sign(PAIR);
    write("agent.json.sig", old);
    assertEquals(judged(REQUIRED)?.includes("is not a signature of agents-key"), true);
  });
});

Deno.test("several wrong files: the first is named, the others are counted", () => {
  withAgent(({ judged, write }) => {
    for (const name of ["a", "b", "c"]) write(name, "");
    assertEquals(judged(REQUIRED), '"a" is not in the signed files, and 2 more');
  });
});

Deno.test("where they are not required, a signature that is there must be right all the same", () => {
  withAgent(({ judged, sign, write, folder }) => {
    write("tea.sh", "changed");
    assertEquals(judged(OPTIONAL), '"tea.sh" is not as it was signed');
    sign(PAIR, "no files");
    assertEquals(judged(OPTIONAL), undefined);
    sign(OTHER);
    assertEquals(judged(OPTIONAL)?.includes("is not a signature of agents-key"), true);
    assertEquals(judged({ requireSig: false }), undefined);
    Deno.removeSync(join(folder, "agent.json.sig"));
    assertEquals(judged(OPTIONAL), undefined);
  });
});

Deno.test("agents that came with the program are not asked", () => {
  withAgent(({ folder, write }) => {
    write("agent.json.sig", "nonsense!");
    const trust = createTrust(REQUIRED);
    const manifest = Deno.readFileSync(join(folder, "agent.json"));
    assertEquals(trust.check(folder, manifest, "package"), undefined);
    assertEquals(trust.check(folder, manifest, "embedded"), undefined);
    assertEquals(trust.check(folder, manifest, "user"), "agent.json.sig is not base64");
  });
});

Deno.test("a bad agents-key stops at once, whether or not signatures are required", () => {
  for (const requireSig of [true, false]) {
    for (const key of ["abc", "z".repeat(64), "00".repeat(32)]) {
      assertThrows(() => createTrust({ requireSig, key }), SignatureError, "agents-key: ");
    }
  }
});

Deno.test("what is verified is the bytes that were read, not what the file holds by then", () => {
  withAgent(({ folder, write }) => {
    const trust = createTrust(REQUIRED);
    const read = Deno.readFileSync(join(folder, "agent.json"));
    write("agent.json", "{}");
    assertEquals(trust.check(folder, read), undefined);
    const swapped = Deno.readFileSync(join(folder, "agent.json"));
    assertEquals(trust.check(folder, swapped)?.includes("is not a signature"), true);
  });
});

Deno.test("a signature that is a link, a folder, a pipe or huge is refused, not followed", () => {
  withAgent(({ judged, folder, write }) => {
    const path = join(folder, "agent.json.sig");
    const refuse = (words: string) => assertEquals(judged(REQUIRED)?.includes(words), true, words);
    Deno.renameSync(path, join(folder, "real"));
    Deno.symlinkSync("real", path);
    refuse("no file that can be read");
    Deno.removeSync(path);
    Deno.mkdirSync(path);
    refuse("no file that can be read");
    Deno.removeSync(path);
    new Deno.Command("mkfifo", { args: [path] }).outputSync();
    refuse("no file that can be read");
    Deno.removeSync(path);
    write("agent.json.sig", "A".repeat(10_000_000));
    refuse("not the base64 of 64 bytes");
  });
});

Deno.test("bytes that are no ASCII never pass for a signature", () => {
  withAgent(({ judged, folder }) => {
    const path = join(folder, "agent.json.sig");
    const bytes = Deno.readFileSync(path);
    Deno.writeFileSync(path, new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]));
    assertEquals(judged(REQUIRED), "agent.json.sig is not base64");
    bytes[3] = bytes[3]! | 0x80;
    Deno.writeFileSync(path, bytes);
    assertEquals(judged(REQUIRED), "agent.json.sig is not base64");
  });
});

Deno.test("a signer that the registry promises must have signed, and be agents-key's", () => {
  withAgent(({ folder }) => {
    const signer = signerId(PAIR.publicKey);
    const check = (settings: TrustSettings, promised: string) =>
      createTrust(settings).checkSigner(folder, promised);
    assertEquals(check(OPTIONAL, signer), undefined);
    assertEquals(check(OPTIONAL, signer.toUpperCase()), undefined);
    assertEquals(check({ requireSig: false }, signer), undefined);
    assertEquals(
      check(OPTIONAL, signerId(OTHER.publicKey)),
      "the registry names another signer than agents-key",
    );
    Deno.removeSync(join(folder, "agent.json.sig"));
    assertEquals(
      check({ requireSig: false }, signer),
      "the registry promises a signature, but there is none",
    );
  });
});
