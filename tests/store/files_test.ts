import { assertEquals, assertThrows } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { checkFiles, hashFolder } from "../../src/store/files.ts";
import { SignatureError } from "../../src/store/signature_error.ts";

const sum = (text: string) => createHash("sha256").update(text).digest("hex");

/** A folder of an agent with a script and a file below. */
function withAgent(test: (folder: string) => void): void {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(join(folder, "lib"));
    for (const file of ["agent.json", "agent.json.sig", "tea.sh", "lib/pot.txt", "Zebra"]) {
      Deno.writeTextFileSync(join(folder, file), file);
    }
    test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function mkfifo(path: string): void {
  new Deno.Command("mkfifo", { args: [path] }).outputSync();
}

const codes = (faults: readonly SignatureError[]) => faults.map(({ code }) => code);

Deno.test("every file but the manifest and its signature is hashed, sorted by path", () => {
  withAgent((folder) => {
    assertEquals(Object.entries(hashFolder(folder)), [
      ["Zebra", sum("Zebra")],
      ["lib/pot.txt", sum("lib/pot.txt")],
      ["tea.sh", sum("tea.sh")],
    ]);
  });
});

Deno.test("only the manifest at the root is left out, and what the caller passes over", () => {
  withAgent((folder) => {
    Deno.mkdirSync(join(folder, ".git"));
    Deno.writeTextFileSync(join(folder, ".git/config"), "");
    Deno.writeTextFileSync(join(folder, "lib/agent.json.sig"), "");
    const paths = Object.keys(hashFolder(folder, new Set([".git"])));
    assertEquals(paths, ["Zebra", "lib/agent.json.sig", "lib/pot.txt", "tea.sh"]);
    assertEquals(Object.keys(hashFolder(folder)).includes(".git/config"), true);
  });
});

Deno.test("large and empty files are hashed whole", () => {
  withAgent((folder) => {
    const text = "0123456789".repeat(100_000);
    Deno.writeTextFileSync(join(folder, "tea.sh"), text);
    Deno.writeTextFileSync(join(folder, "Zebra"), "");
    assertEquals(hashFolder(folder)["tea.sh"], sum(text));
    assertEquals(hashFolder(folder)["Zebra"], sum(""));
  });
});

Deno.test("a folder that is as it was hashed has no fault", () => {
  withAgent((folder) => {
    const files = hashFolder(folder);
    assertEquals(checkFiles(folder, files), []);
    const upper = Object.entries(files).map(([path, hash]) => [path, hash.toUpperCase()]);
    assertEquals(checkFiles(folder, Object.fromEntries(upper)), []);
  });
});

Deno.test("a changed, an added and a removed file are each named in a sentence of their own", () => {
  withAgent((folder) => {
    const files = hashFolder(folder);
    Deno.writeTextFileSync(join(folder, "tea.sh"), "rm -rf ~");
    Deno.writeTextFileSync(join(folder, "lib/new.py"), "");
    Deno.removeSync(join(folder, "Zebra"));
    assertEquals(checkFiles(folder, files).map(({ code, message }) => [code, message]), [
      ["file-removed", '"Zebra" is in the signed files, but not in the folder'],
      ["file-added", '"lib/new.py" is not in the signed files'],
      ["file-changed", '"tea.sh" is not as it was signed'],
    ]);
  });
});

Deno.test("names that objects know by nature are names like others", () => {
  withAgent((folder) => {
    const files = hashFolder(folder);
    for (const name of ["__proto__", "constructor", "toString"]) {
      Deno.writeTextFileSync(join(folder, name), name);
    }
    assertEquals(codes(checkFiles(folder, files)), ["file-added", "file-added", "file-added"]);
    assertEquals(hashFolder(folder)["__proto__"], sum("__proto__"));
    assertEquals(checkFiles(folder, hashFolder(folder)), []);
  });
});

Deno.test("a link or a pipe is refused, even in the place of a signed file", () => {
  withAgent((folder) => {
    const files = hashFolder(folder);
    const script = join(folder, "tea.sh");
    const outside = folder + ".outside";
    Deno.renameSync(script, outside);
    try {
      Deno.symlinkSync(outside, script);
      assertEquals(codes(checkFiles(folder, files)), ["file-type"]);
      assertThrows(() => hashFolder(folder), SignatureError, '"tea.sh" is neither');
      Deno.removeSync(script);
      mkfifo(script);
      assertEquals(codes(checkFiles(folder, files)), ["file-type"]);
      assertThrows(() => hashFolder(folder), SignatureError, '"tea.sh" is neither');
    } finally {
      Deno.removeSync(outside);
    }
  });
});

Deno.test("a folder that is a link is refused, not walked", () => {
  withAgent((folder) => {
    const files = hashFolder(folder);
    Deno.symlinkSync("/", join(folder, "root"));
    assertEquals(codes(checkFiles(folder, files)), ["file-type"]);
  });
});

Deno.test("a path that leads out of the folder is never looked at", () => {
  withAgent((folder) => {
    const files = {
      ...hashFolder(folder),
      "../../etc/hostname": sum(""),
      "/etc/hostname": sum(""),
    };
    assertEquals(codes(checkFiles(folder, files)), ["file-removed", "file-removed"]);
  });
});

Deno.test("a name with control characters is shown without them", () => {
  withAgent((folder) => {
    const files = hashFolder(folder);
    Deno.writeTextFileSync(join(folder, "\x1b[31mred\n"), "");
    assertEquals(checkFiles(folder, files)[0]!.message, '"red " is not in the signed files');
  });
});

Deno.test("a folder that cannot be read is a fault of its own, not the end of the check", () => {
  withAgent((folder) => {
    const files = hashFolder(folder);
    // Deeper than a path may be long: the system refuses to look, whoever asks.
    const dig = "for i in $(seq 25); do mkdir $1; cd $1; done";
    const name = "d".repeat(200);
    new Deno.Command("sh", { args: ["-c", dig, "sh", name], cwd: folder }).outputSync();
    try {
      assertEquals(codes(checkFiles(folder, files)), ["file-unreadable"]);
      assertThrows(() => hashFolder(folder), SignatureError, "cannot be read");
    } finally {
      new Deno.Command("rm", { args: ["-rf", name], cwd: folder }).outputSync();
    }
  });
});
