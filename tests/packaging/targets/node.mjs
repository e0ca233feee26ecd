// Node.js, `import`.
import { run, start } from "../harness/program.mjs";

export default {
  async start(test) {
    const { folder, holds } = test;
    const node = process.execPath;
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
