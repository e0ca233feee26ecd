// Plans of scenarios: one piece, shards and threads print the same bytes; a shard that is killed continues.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { cli, root, run, withFiles } from "./run.mjs";

const fleet = readFileSync(join(root, "examples/what-if/zone-lost.yaml"), "utf8");
/** `most`: the largest weight. */
const plan = (most, rest = "") =>
  "apiVersion: schedscope.dev/v1alpha1\nkind: SweepPlan\ninputs: [fleet.yaml]\nnow: 2026-01-01T00:00:00Z\n" +
  `placement: default/web\nvary:\n  weights: {Steady: {from: 0, to: ${most}}, Balance: [0, 1]}\n` +
  `  numberOfClusters: {from: 1, to: 5, step: 2}\n${rest}`;
const losses = '  without: ["", zone=a, b1]\n';

test("a line for each combination", () =>
  withFiles({ "fleet.yaml": fleet, "plan.yaml": plan(1, losses) }, async (folder) => {
    const { stdout, code } = await run(["sweep", join(folder, "plan.yaml"), "-o", "jsonl"]);
    assert.equal(code, 0);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ scenario }) => scenario),
      Array.from({ length: 2 * 2 * 3 * 3 }, (_, at) => at),
    );
    // What `place` and `whatif without` say of it.
    assert.deepEqual(lines.at(-2), {
      scenario: 34,
      weights: { Steady: 1, Balance: 1 },
      numberOfClusters: 5,
      without: "zone=a",
      placement: { namespace: "default", name: "web" },
      selected: ["b1", "b2", "c1"],
      unscheduled: 2,
    });
    const options = ["--weight", "Steady=0", "--weight", "Balance=1", "--number-of-clusters", "3", "-o", "name"];
    const { stdout: names } = await run(["place", join(folder, "fleet.yaml"), ...options]);
    const same = lines.find(
      ({ weights, numberOfClusters, without }) =>
        weights.Steady === 0 && weights.Balance === 1 && numberOfClusters === 3 && without === "",
    );
    assert.equal(`${same.selected.join("\n")}\n`, names);
  }));

test("shards and threads do not change a byte", () =>
  withFiles({ "fleet.yaml": fleet, "plan.yaml": plan(12, losses) }, async (folder) => {
    const file = (name) => join(folder, name);
    const { stdout: whole } = await run(["sweep", file("plan.yaml"), "--threads", "1"]);
    assert.equal((await run(["sweep", file("plan.yaml"), "--threads", "3"])).stdout, whole);
    for (const of of [1, 3]) {
      const shards = Array.from({ length: of }, (_, shard) => file(`${of}-${shard}.jsonl`));
      for (const [shard, to] of shards.entries())
        await run(["sweep", file("plan.yaml"), "--shard", `${shard}/${of}`, "--to", to, "--threads", "2"]);
      const { stdout, code, stderr } = await run(["merge", ...shards.toReversed()]);
      assert.equal(code, 0, stderr);
      assert.ok(stdout === whole, `${of} shards`);
    }
  }));

test("a killed shard continues, and loses and doubles nothing", () =>
  withFiles({ "fleet.yaml": fleet, "plan.yaml": plan(1_000) }, async (folder) => {
    const file = (name) => join(folder, name);
    const shard = (of) => file(`shard-${of}.jsonl`);
    const args = (of) => ["sweep", file("plan.yaml"), "--shard", `${of}/4`, "--to", shard(of), "--threads", "2"];
    const child = spawn(process.execPath, [cli, ...args(2)]);
    const end = once(child, "exit");
    // In the middle of its work: it has written lines, and not all.
    while (!existsSync(shard(2)) || statSync(shard(2)).size < 5_000) await setTimeout(1);
    child.kill("SIGKILL");
    assert.deepEqual(await end, [null, "SIGKILL"]);
    for (const of of [0, 1, 3]) assert.equal((await run(args(of))).code, 0);
    const merge = ["merge", ...[0, 1, 2, 3].map(shard)];
    const refused = await run(merge);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /shard-2\.jsonl` has [\d,]+ of 1,50\d scenarios\n {2}run shard 2\/4 again/);
    // A line that was written in part.
    truncateSync(shard(2), statSync(shard(2)).size - 3);
    assert.equal((await run(args(2))).code, 0);
    // A shard that is complete is left as it is.
    const before = readFileSync(shard(0));
    assert.equal((await run(args(0))).code, 0);
    assert.deepEqual(readFileSync(shard(0)), before);
    const whole = (await run(["sweep", file("plan.yaml")])).stdout;
    assert.ok((await run(merge)).stdout === whole);
    assert.equal(whole.split("\n").length, 6_006 + 1);
  }));

test("what does not belong together is refused", () =>
  withFiles({ "fleet.yaml": fleet, "plan.yaml": plan(3), "other.yaml": plan(4) }, async (folder) => {
    const file = (name) => join(folder, name);
    const sweep = (name, shard, to) => run(["sweep", file(name), "--shard", shard, "--to", file(to)]);
    for (const shard of [0, 1]) await sweep("plan.yaml", `${shard}/2`, `${shard}.jsonl`);
    await sweep("other.yaml", "1/2", "other.jsonl");
    const refusals = [
      [await sweep("other.yaml", "1/2", "1.jsonl"), /1\.jsonl` is not of this shard/],
      [await sweep("plan.yaml", "1/3", "1.jsonl"), /1\.jsonl` is not of this shard/],
      [await run(["merge", file("0.jsonl")]), /shard 1\/2 is missing/],
      [await run(["merge", file("0.jsonl"), file("0.jsonl")]), /are the same shard/],
      [await run(["merge", file("0.jsonl"), file("other.jsonl")]), /belongs to another plan/],
      [await run(["merge", file("plan.yaml")]), /is not a shard/],
      [await run(["sweep", file("plan.yaml"), "--shard", "2/2"]), /It must be <i>\/<n>/],
      [await run(["sweep", file("plan.yaml"), "-o", "wide"]), /a plan is swept to -o jsonl/],
      [await run(["sweep", file("fleet.yaml"), "--count", "--shard", "0/2"]), /are about a plan/],
    ];
    for (const [{ code, stderr }, words] of refusals) {
      assert.match(stderr, words);
      assert.equal(code, 2, stderr);
    }
    // The inputs belong to the plan.
    writeFileSync(file("fleet.yaml"), fleet.replace("numberOfClusters: 4", "numberOfClusters: 3"));
    assert.match((await sweep("plan.yaml", "1/2", "1.jsonl")).stderr, /is not of this shard/);
  }));

test("faults of a plan have their line", async () => {
  const faults = [
    [plan(3).replace("Steady", "Stead"), 3, /there is no prioritizer `Stead`\n {2}did you mean Steady\?/],
    [
      plan(3).replace("from: 0", "form: 0"),
      2,
      /plan\.yaml:7:22: vary\.weights\.Steady\.form: unknown key `form`; did you/,
    ],
    [plan(3, "  without: [zone=q]\n"), 3, /no cluster matches `zone=q`/],
    [plan(3).replace("default/web", "web-2"), 2, /the input has no such placement/],
    [plan(-1), 2, /the plan varies nothing/],
    [plan(999_999_999), 2, /more than 1,000,000,000 scenarios/],
  ];
  for (const [text, expected, words] of faults)
    await withFiles({ "fleet.yaml": fleet, "plan.yaml": text }, async (folder) => {
      const { code, stderr } = await run(["sweep", join(folder, "plan.yaml")]);
      assert.match(stderr, words);
      assert.equal(code, expected, stderr);
    });
});
