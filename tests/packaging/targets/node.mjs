// Node.js, `import`.
import { cpSync } from "node:fs";
import { join } from "node:path";

import { here } from "../harness/folder.mjs";
import { run, start } from "../harness/program.mjs";

export default {
  async start(test) {
    const { folder, holds } = test;
    const node = process.execPath;
    cpSync(join(here, "../node/package.mjs"), join(folder, "package.mjs"));
    await run(node, ["package.mjs"], { cwd: folder });
    holds("every function and every misuse, as tests/node/package.mjs has them");
    await run(node, ["once.mjs"], { cwd: folder });
    holds("imported and required, on the main thread and in a Worker: one engine and one evaluator of CEL each");
    const permission = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
    holds("may read its folder, and nothing else");
    return {
      about: `Node.js ${process.version}`,
      ...start(test, node, [permission, `--allow-fs-read=${folder}/*`, "--no-warnings", "main.mjs"]),
    };
  },
};
