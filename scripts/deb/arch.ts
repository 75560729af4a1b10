/** The architectures there are packages for: Debian's name, Deno's name, and e_machine of ELF. */
export const ARCHITECTURES = {
  amd64: { target: "x86_64-unknown-linux-gnu", machine: 0x3e },
  arm64: { target: "aarch64-unknown-linux-gnu", machine: 0xb7 },
} as const;

export type Architecture = keyof typeof ARCHITECTURES;

/** Debian's name of a program's architecture; undefined for what is no ELF file of one of them. */
export function architectureOf(path: string): Architecture | undefined {
  using file = Deno.openSync(path);
  const header = new Uint8Array(20);
  if (file.readSync(header) !== 20) return undefined;
  const view = new DataView(header.buffer);
  if (view.getUint32(0) !== 0x7f454c46) return undefined;
  const machine = view.getUint16(18, true);
  return (Object.keys(ARCHITECTURES) as Architecture[])
    .find((name) => ARCHITECTURES[name].machine === machine);
}

/** The architecture of this machine. */
export function thisArchitecture(): Architecture {
  return Deno.build.arch === "aarch64" ? "arm64" : "amd64";
}
