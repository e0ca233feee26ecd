import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import type { QueueStep, QuotaState } from "../../../types.js";
import { stepRuleText } from "./queue-why.js";
import { objectNamed } from "../object-name.js";

const story = new Scenario();
story.replace(
  readFileSync(new URL("../../../../www/tests/browser/fixtures/quotas-story-1.yaml", import.meta.url), "utf8"),
);

test("a step that takes back what others borrowed names the quotas with their amounts", () => {
  const { steps } = story.queue({});
  const before = story.queueStep({ step: 1 }).quotas;
  const [waits, evicts] = steps;
  if (waits === undefined || evicts === undefined) throw new Error("the queue has two steps");
  expect(stepRuleText(waits, before)).toBe("");
  expect(stepRuleText(evicts, before)).toBe(
    "With it team-b is not over its min, so it may evict pods of other quotas that are over theirs. Before this " +
      "step team-b " +
      "uses 3 of the 6 guaranteed GPUs; team-a is over its min: it uses 6 GPUs with a min of 4.",
  );
});

const quota = (namespace: string, used: number, min: number): QuotaState => ({
  namespace,
  name: namespace,
  used: { cpu: used },
  min: min === 0 ? {} : { cpu: min },
  max: {},
  usedOverMin: used > min,
});
const evicting = (...victims: string[]): QueueStep =>
  ({ pod: objectNamed("a/p"), victims: victims.map(objectNamed), outcome: "Preempt" }) as unknown as QueueStep;

test("over its min a namespace evicts its own pods, without a quota those without one", () => {
  expect(stepRuleText(evicting("a/q"), [quota("a", 3000, 2000)])).toBe(
    "With it a is over its min, so it may evict only pods of a of lower priority. Before this step a uses 3 CPUs " +
      "with a min of 2.",
  );
  expect(stepRuleText(evicting("a/q"), [quota("a", 3000, 0)])).toMatch(/Before this step a has a min of 0\.$/);
  expect(stepRuleText(evicting("a/q"), [quota("b", 3000, 0)])).toBe(
    "a has no ElasticQuota: it may evict only pods of lower priority in namespaces without one.",
  );
});

test("of many quotas the first are named", () => {
  const others = ["b", "c", "d", "e", "f"];
  const quotas = [quota("a", 1000, 2000), ...others.map((name) => quota(name, 2000, 0))];
  const text = stepRuleText(evicting(...others.map((name) => `${name}/p`)), quotas);
  expect(text).toContain("a uses 1 of the 2 guaranteed CPUs; b is over its min: it uses 2 CPUs with a min of 0; c ");
  expect(text).toMatch(/; d is over its min: [^;]*; 2 more quotas are over their min\.$/);
});
