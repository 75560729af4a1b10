/** What the archive worker's permissions must forbid; each attempt answers with the error's name. */
const ATTEMPTS: Readonly<Record<string, () => unknown>> = {
  "read /etc/hostname": () => Deno.readTextFileSync("/etc/hostname"),
  "read beside the archive": () => Deno.readTextFileSync(beside("secret")),
  "list the folder above": () => [...Deno.readDirSync(beside("."))],
  "write beside the staging folder": () => Deno.writeTextFileSync(beside("new"), ""),
  "write the archive": () => Deno.writeTextFileSync(beside("a.zip"), ""),
  "link out of the staging folder": () => Deno.symlinkSync("/etc", beside("staging/link")),
  "start a process": () => new Deno.Command("true").outputSync(),
  "open a connection": () => Deno.connect({ port: 9 }),
  "listen": () => Deno.listen({ port: 0, hostname: "127.0.0.1" }),
  "fetch": () => fetch("http://127.0.0.1:9/"),
  "read the environment": () => Deno.env.get("HOME"),
  "ask the system": () => Deno.hostname(),
  "load a library": () => Deno.dlopen("libc.so.6", {}),
  "import code": () => import(new URL("file://" + beside("code.js")).href),
  "start a worker with more rights": () => {
    const permissions = { read: true } as const;
    return new Worker("data:text/javascript,", { type: "module", deno: { permissions } });
  },
  "ask for more": async () => {
    const { state } = await Deno.permissions.request({ name: "read", path: "/etc" });
    if (state !== "granted") throw new Deno.errors.NotCapable(state);
  },
};

let folder = "";
const beside = (name: string) => `${folder}/${name}`;

const scope = self as unknown as {
  onmessage: (event: MessageEvent<{ archive: string }>) => void;
  postMessage(reply: unknown): void;
};

scope.onmessage = async ({ data }) => {
  folder = data.archive.slice(0, data.archive.lastIndexOf("/"));
  const outcomes: string[] = [];
  for (const [what, attempt] of Object.entries(ATTEMPTS)) {
    try {
      await attempt();
      outcomes.push(`${what}: done`);
    } catch (error) {
      const { name, message } = error as Error;
      outcomes.push(`${what}: ${/^Requires .* access/.test(message) ? "NotCapable" : name}`);
    }
  }
  // The archive itself and the staging folder are within reach, or the test would prove nothing.
  Deno.readFileSync(data.archive);
  Deno.writeTextFileSync(beside("staging/file"), "");
  scope.postMessage({ kind: "refused", code: "io", detail: outcomes.join("; ") });
};
