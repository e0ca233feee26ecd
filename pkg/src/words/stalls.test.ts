import { expect, test } from "vitest";
import type { BlockingBudget, DueRollout } from "../../types.js";
import { objectNamed } from "./object-name.js";
import { findingsOf } from "./finding.js";
import { findingCaveats } from "./findings.js";

const rollout = (old: number, current: number, unready = 0): DueRollout => ({
  object: { kind: "Deployment", namespace: "shop", name: "web" },
  old,
  new: current,
  unready,
});

test("rollouts that are not complete name the command", () => {
  const of = (...data: DueRollout[]) => findingCaveats({ findings: findingsOf("rollout-due", data) }, "rollout-due");
  expect(of(rollout(1, 0))[0]?.message).toBe(
    "The rollout of Deployment shop/web is not complete: 1 pod has an earlier template, and none has the current " +
      "one. `schedscope whatif rollout deployment/shop/web` says whether a change of it completes.",
  );
  const [two] = of(rollout(2, 1, 1), rollout(2, 3));
  expect(two?.message).toMatch(/2 pods have an earlier template, and 1 has the current one, of which 1 is not ready\./);
  expect(two?.message).toMatch(/ 1 other rollout is not complete, either\.$/);
  expect(two?.details).toHaveLength(1);
});

test("budgets that block drains name the command", () => {
  const budget = (node: string, cordoned: boolean, nodes: number): BlockingBudget => ({
    node,
    cordoned,
    nodes,
    block: {
      budgets: [{ namespace: "shop", name: "web" }],
      pods: nodes,
      pod: { namespace: "shop", name: "web-1" },
      why: "none-unavailable",
      bound: "maxUnavailable: 0",
    },
  });
  const of = (...data: BlockingBudget[]) =>
    findingCaveats({ findings: findingsOf("budget-blocks", data) }, "budget-blocks")[0]?.message;
  const why = "PodDisruptionBudget shop/web has maxUnavailable: 0, so it allows no disruption. ";
  const command = "`schedscope whatif drain n1` says where its pods would go.";
  expect(of(budget("n1", false, 1))).toBe(`A drain of n1 never completes: ${why}${command}`);
  expect(of(budget("n1", false, 3))).toMatch(/^A drain of n1 and 2 more nodes never completes: /);
  expect(of(budget("n1", true, 3))).toBe(`n1 is cordoned, and a drain of it never completes: ${why}${command}`);
  const several = budget("n1", false, 2);
  several.block = { ...several.block, why: "several-budgets", budgets: [objectNamed("a/b"), objectNamed("a/c")] };
  expect(of(several)).toBe(
    "A drain of n1 and 1 more node never completes: PodDisruptionBudgets a/b and a/c both select each of 2 pods, and " +
      `the eviction API supports only one for each pod. ${command}`,
  );
  expect(of(budget("n1", true, 1), budget("n2", false, 1))).toMatch(/ 1 other budget never allows a disruption, /);
});
