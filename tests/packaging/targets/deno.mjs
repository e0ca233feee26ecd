// Deno. It may read the package, and nothing else: no network, no environment.
import { join } from "node:path";

import { binary, missing } from "../harness/binary.mjs";
import { version } from "../harness/folder.mjs";
import { start } from "../harness/program.mjs";

const { platform, arch } = process;
const deno = binary(`@deno/${platform}-${arch}/deno`, `@deno/${platform}-${arch}-glibc/deno`);

export default {
  absent: () => (deno === undefined ? missing("Deno") : undefined),
  async start(test) {
    const read = join(test.folder, "node_modules/schedscope");
    test.holds("may read the package's folder, and nothing else: no network, no environment");
    return {
      about: `Deno ${version("deno")}`,
      ...start(test, deno, ["run", "--no-prompt", "--no-remote", `--allow-read=${read}`, "main.mjs"]),
    };
  },
};
