// The runtimes that npm packages bring, where they have one for this machine.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { binary } from "./binary.mjs";

const { platform, arch } = process;
const system = platform === "win32" ? "windows" : platform;

export const runtimes = {
  deno: () => binary(`@deno/${platform}-${arch}/deno`, `@deno/${platform}-${arch}-glibc/deno`),
  bun() {
    const name = `@oven/bun-${system}-${arch === "arm64" ? "aarch64" : arch}`;
    return binary(`${name}/bin/bun`, `${name}-musl/bin/bun`);
  },
  workerd: () => binary(`@cloudflare/workerd-${system}-${arch === "arm64" ? "arm64" : "64"}/bin/workerd`),
};

/** Why a target is absent: nothing where its runtime is here. */
export function absent(name) {
  if (runtimes[name]() !== undefined) return undefined;
  return `npm has no ${name} for ${platform} on ${arch}`;
}

/** Where the first of these programs is on the `PATH`; nothing where none is. */
export function installed(...programs) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const files = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return files.find((file) => existsSync(file));
}
