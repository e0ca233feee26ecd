// `schedscope test --init`: what it writes passes, and keeps failing when the decision changes.
import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, run, withFiles } from "./run.mjs";

const examples = join(root, "examples");

test("the first tests of every example pass", () =>
  withFiles({}, async (folder) => {
    let last;
    for (const name of readdirSync(examples).filter((file) => file.endsWith(".yaml"))) {
      copyFileSync(join(examples, name), join(folder, name));
      const init = await run(["test", "--init", join(folder, name)]);
      // Timelines have neither placements nor pending pods.
      if (init.code === 3) continue;
      const path = join(folder, name.replace(".yaml", ".schedscope-test.yaml"));
      assert.deepEqual([init.stdout, init.code], [`${path}\n`, 0], init.stderr);
      last = name;
    }
    assert.ok(readdirSync(folder).filter((name) => name.endsWith(".schedscope-test.yaml")).length > 30);
    const { code, stdout } = await run(["test", folder]);
    assert.equal(code, 0, stdout);
    // A decision by which a test fails is not overwritten.
    const again = await run(["test", "--init", join(folder, last)]);
    assert.equal(again.code, 2, again.stderr);
  }));

test("a changed decision fails the first tests", () =>
  withFiles({}, async (folder) => {
    const file = join(folder, "fleet.yaml");
    copyFileSync(join(examples, "what-if/zone-lost.yaml"), file);
    assert.equal((await run(["test", "--init", file])).code, 0);
    writeFileSync(file, readFileSync(file, "utf8").replace("numberOfClusters: 4", "numberOfClusters: 3"));
    const { code, stdout } = await run(["test", folder]);
    assert.equal(code, 1);
    assert.match(stdout, /expected: b1\n {4}actual: default\/web does not select b1 /);
    assert.match(stdout, /expected: 4\n {4}actual: default\/web selects 3 clusters/);
  }));

test("a fingerprint stays when lines move", () =>
  withFiles({}, async (folder) => {
    const fleet = readFileSync(join(examples, "what-if/zone-lost.yaml"), "utf8").replace(
      "numberOfClusters: 4",
      "numberOfClusters: -4",
    );
    const results = [];
    for (const text of [fleet, `# moved\n\n${fleet}`]) {
      writeFileSync(join(folder, "fleet.yaml"), text);
      const { stdout } = await run(["lint", join(folder, "fleet.yaml"), "-o", "sarif", "-q"]);
      const [{ ruleId, partialFingerprints, locations }] = JSON.parse(stdout).runs[0].results;
      results.push({ ruleId, partialFingerprints, line: locations[0].physicalLocation.region.startLine });
    }
    const [before, after] = results;
    assert.equal(after.line, before.line + 2);
    assert.deepEqual({ ...after, line: 0 }, { ...before, line: 0 });
  }));
