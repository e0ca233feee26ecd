// Texts like what clusters print: the first sentence of their answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, run } from "./run.mjs";

const all = JSON.parse(readFileSync(join(root, "tests/reality/index.json"), "utf8"));

test("the first sentence", { concurrency: 3 }, async (t) => {
  const calls = all.map(({ file, now, first, code = 0 }) =>
    t.test(file, async () => {
      const args = [`tests/reality/${file}`, "--now", now];
      const result = await run(["place", ...args]);
      assert.equal(result.stdout.split("\n")[0], first, result.stderr);
      assert.equal(result.code, code, result.stderr);
    }),
  );
  await Promise.all(calls);
});
