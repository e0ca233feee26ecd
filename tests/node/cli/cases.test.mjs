import assert from "node:assert/strict";
import { test } from "node:test";
import { cases } from "./cases.mjs";
import { run, withFiles } from "./run.mjs";

/** The whole text, or patterns in it. */
function check(name, said, expected, all) {
  if (typeof expected === "string") assert.equal(said, expected, all);
  else for (const pattern of expected) assert.match(said, pattern, `${name}: ${all}`);
}

test("calls", { concurrency: 3 }, async (t) => {
  const all = Object.entries(cases).map(([name, { args, stdin, files = {}, env, code = 0, out = "", err = "" }]) =>
    t.test(name, () =>
      withFiles(files, async (folder) => {
        const result = await run(
          args.map((arg) => arg.replace("{}", folder)),
          { stdin, env },
        );
        const told = JSON.stringify(result, null, 1).replaceAll("\\n", "\n");
        check("standard output", result.stdout, out, told);
        check("standard error", result.stderr, err, told);
        assert.equal(result.code, code, told);
      }),
    ),
  );
  await Promise.all(all);
});
