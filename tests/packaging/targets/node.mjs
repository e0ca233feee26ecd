// Node.js, `import`.
import assert from "node:assert/strict";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { here } from "../harness/folder.mjs";
import { run, start } from "../harness/program.mjs";

export default {
  async start(test) {
    const { folder, holds } = test;
    const node = process.execPath;
    const cases = join(folder, "cases");
    cpSync(join(here, "../node/package"), cases, { recursive: true });
    const files = readdirSync(cases).filter((file) => file.endsWith(".test.mjs"));
    const env = { ...process.env, SCHEDSCOPE_PROJECT: join(here, "../..") };
    await run(node, ["--test", ...files.map((file) => join("cases", file))], { cwd: folder, env });
    holds("every function and every misuse, as tests/node/package has them");
    await run(node, ["once.mjs"], { cwd: folder });
    holds("imported and required, on the main thread and in a Worker: one engine and one evaluator of CEL each");
    const selected = await run(
      join(folder, "node_modules/.bin/schedscope"),
      ["place", join(here, "../../examples/balance.yaml"), "-q", "-o", "name"],
      { cwd: folder },
    );
    assert.equal(selected, "azure-prod-1\nedge-store-17\ngcp-prod-2\n");
    holds("its command decides, with nothing else installed");
    const permission = process.allowedNodeEnvironmentFlags.has("--permission")
      ? "--permission"
      : "--experimental-permission";
    holds("may read its folder, and nothing else");
    return {
      about: `Node.js ${process.version}`,
      ...start(test, node, [permission, `--allow-fs-read=${folder}/*`, "--no-warnings", "main.mjs"]),
    };
  },
};
