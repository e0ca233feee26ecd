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
    await run(node, ["--test", "--test-reporter=spec", ...files.map((file) => join("cases", file))], {
      cwd: folder,
      env,
    });
    holds("every function and every misuse, as tests/node/package has them");
    await run(node, ["once.mjs"], { cwd: folder });
    holds("imported and required, on the main thread and in a Worker: one engine and one evaluator of CEL each");
    const command = (...args) => run(join(folder, "node_modules/.bin/schedscope"), args, { cwd: folder });
    const example = join(here, "../../examples/balance.yaml");
    assert.equal(await command("place", example, "-q", "-o", "name"), "azure-prod-1\nedge-store-17\ngcp-prod-2\n");
    assert.match(await command("place", example, "-q", "-o", "yaml"), /^placement:/m);
    assert.match(await command("--version"), /^\d+\.\d+\.\d+\n$/);
    assert.match(await command("--help"), /^Commands:$/m);
    holds("its command decides, prints YAML, its help and its version, with nothing else installed");
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
