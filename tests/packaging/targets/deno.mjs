// Deno. It may read the package, and nothing else: no network, no environment.
import { join } from "node:path";

import { version } from "../harness/folder.mjs";
import { start } from "../harness/program.mjs";
import { absent, runtimes } from "../harness/runtimes.mjs";

export default {
  absent: () => absent("deno"),
  async start(test) {
    const read = join(test.folder, "node_modules/schedscope");
    test.holds("may read the package's folder, and nothing else: no network, no environment");
    return {
      about: `Deno ${version("deno")}`,
      ...start(test, runtimes.deno(), ["run", "--no-prompt", "--no-remote", `--allow-read=${read}`, "main.mjs"]),
    };
  },
};
