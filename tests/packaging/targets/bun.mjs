// Bun.
import { binary, missing } from "../harness/binary.mjs";
import { version } from "../harness/folder.mjs";
import { start } from "../harness/program.mjs";

const { platform, arch } = process;
const name = `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? "aarch64" : arch}`;
const bun = binary(`${name}/bin/bun`, `${name}-musl/bin/bun`);

export default {
  absent: () => (bun === undefined ? missing("Bun") : undefined),
  async start(test) {
    return { about: `Bun ${version("bun")}`, ...start(test, bun, ["main.mjs"]) };
  },
};
