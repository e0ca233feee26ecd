import type { OverSubscription, LimitsOnNodes, QueueLimitsAnswer, ScorerName } from "../../../types.js";
import { expect, test } from "vitest";
import { overSubscriptionWords, queueLimitsText, scorersText, worstText } from "./queue-limits.js";
import { beginText } from "./queue-words.js";

const nothing: OverSubscription = { cpu: 0, memory: 0 };
const onNodes = (nodesOverSubscribed: number): LimitsOnNodes => ({
  overSubscription: { cpu: 1000 * nodesOverSubscribed, memory: 0 },
  nodesOverSubscribed,
  worst: null,
});

const answer = (nodesTotal: number, before: number, ...after: [name: ScorerName, nodesOverSubscribed: number][]) =>
  ({
    nodesTotal,
    before: onNodes(before),
    scorers: after.map(([name, nodesOverSubscribed]) => ({
      scorers: [{ name, weight: 1 }],
      bound: 0,
      evictions: 0,
      waiting: 0,
      stopped: false,
      repeats: null,
      after: onNodes(nodesOverSubscribed),
    })),
    nodes: [],
  }) satisfies QueueLimitsAnswer;

test.each([
  [
    answer(5, 2, ["LimitAware", 3], ["LeastAllocated", 5]),
    "LimitAware leaves limits over 3 of 5 nodes, by 3 CPU in all, LeastAllocated over 5, by 5 CPU; before the queue " +
      "they were over 2, by 2 CPU.",
  ],
  [
    answer(3, 0, ["LimitAware", 0], ["LeastAllocated", 1], ["MostAllocated", 0]),
    "LimitAware leaves limits over none of 3 nodes, LeastAllocated over 1, by 1 CPU, MostAllocated over none; before " +
      "the queue they were over none.",
  ],
  [
    answer(1, 1, ["LimitAware", 1]),
    "LimitAware leaves limits over 1 of 1 node, by 1 CPU in all; before the queue they were over 1, by 1 CPU.",
  ],
  [
    answer(3, 0, ["LimitAware", 0], ["LeastAllocated", 0]),
    "Limits stay within allocatable on all 3 nodes, before the queue and after it by every scorer.",
  ],
  [answer(0, 0, ["LimitAware", 0]), "No node in the input."],
  [answer(2, 0), "No scorer is compared."],
])("the limits after a queue %#", (limits, sentence) => {
  expect(queueLimitsText(limits)).toBe(sentence);
});

test("scorers and amounts", () => {
  const both = [
    { name: "LimitAware", weight: 2 },
    { name: "LeastAllocated", weight: 1 },
  ] as const;
  expect(scorersText([...both])).toBe("2 × LimitAware + LeastAllocated");
  expect(scorersText([{ name: "LimitAware", weight: 7 }])).toBe("LimitAware");
  expect(beginText(2, [...both])).toMatch(
    /; 2 × LimitAware \+ LeastAllocated picks among the nodes that fit\. kube-scheduler's default profile adds up/,
  );
  expect(beginText(2, [{ name: "DefaultProfile", weight: 1 }])).toMatch(
    /; a pod goes to the node with the highest total in kube-scheduler's default profile, or in the profile that the /,
  );
  expect(beginText(2, [{ name: "DefaultProfile", weight: 1 }, ...both])).toMatch(
    /; DefaultProfile \+ 2 × LimitAware \+ LeastAllocated picks among the nodes that fit\. Pods that wait are/,
  );
  expect(beginText(2, [{ name: "LeastAllocated", weight: 1 }])).toMatch(
    /; LeastAllocated picks among the nodes that fit\. kube-scheduler's default profile adds up/,
  );
  expect(overSubscriptionWords(nothing)).toBe("0");
  expect(overSubscriptionWords({ cpu: 500, memory: 3 * 2 ** 30 })).toBe("500m CPU and 3Gi memory");
  expect(overSubscriptionWords({ cpu: 7000, memory: 0 })).toBe("7 CPU");
  expect(worstText(onNodes(0))).toBe("–");
  const worst = { node: "node1", resource: "cpu", allocatable: 8000, limits: 14_000 } as const;
  expect(worstText({ ...onNodes(1), worst })).toBe("node1: CPU 175%");
});
