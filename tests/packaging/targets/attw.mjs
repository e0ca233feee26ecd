// What "are the types wrong" says of the tarball.
import { join } from "node:path";

import { here, version } from "../harness/folder.mjs";
import { run } from "../harness/program.mjs";

export default {
  async start({ tarball }) {
    const bin = join(here, "node_modules/@arethetypeswrong/cli/dist/index.js");
    await run(process.execPath, [
      ...[bin, tarball, "--format", "table-flipped", "--no-color", "--no-emoji"],
      // `exports` are not known to what finds modules as Node.js 10 did, and no release of Node.js that
      // the package runs on does so.
      ...["--profile", "node16"],
      // `schedscope/slim` and `schedscope/inline` are modules, which every release of Node.js that the
      // package runs on can require. `schedscope` itself is there for those that are told not to.
      ...["--ignore-rules", "cjs-resolves-to-esm"],
      // What importing a WebAssembly file gives is another thing with every bundler.
      ...["--exclude-entrypoints", "schedscope.wasm", "schedscope_cel.wasm"],
    ]);
    return { about: `@arethetypeswrong/cli ${version("@arethetypeswrong/cli")}` };
  },
};
