import { expect, test } from "vitest";
import type { NodesNeededAnswer, NotHelpedPod } from "../../../types.js";
import { phraseText } from "../phrase.js";
import { nodesNeededSentence, notHelpedText } from "./nodes-needed.js";

const answer = (of: Partial<NodesNeededAnswer>): string =>
  phraseText(
    nodesNeededSentence({
      nodes: 0,
      end: "enough",
      lowerBound: 0,
      bounds: [],
      room: null,
      bound: 0,
      waiting: 0,
      placed: 0,
      newNodes: [],
      left: [],
      leftTotal: 0,
      notHelped: [],
      notHelpedTotal: 0,
      moreWaitingAtOnce: null,
      ...of,
    }),
  );

const bounds = [
  { resource: "cpu", requested: 7000, room: 3500, nodes: 2 },
  { resource: "pods", requested: 7, room: 110, nodes: 1 },
];

test("the number stands beside the lower bound", () => {
  expect(answer({ nodes: 3, placed: 7, waiting: 7, lowerBound: 2, bounds })).toBe(
    "At least 2 nodes are needed, and 3 are enough: added one at a time, 7 pods get a place on them; the sum of cpu " +
      "alone needs at least 2 (7, 3.5 on each).",
  );
  const requested = { cpu: 500, memory: 0 };
  const room = { allocatable: { cpu: 4000, memory: 2 ** 34 }, pods: 110, requested };
  const agent = { namespace: "logging", name: "agent" };
  const first = (daemonSets: (typeof agent)[], staticPods: number | null): string =>
    answer({ nodes: 1, placed: 1, waiting: 1, room: { ...room, daemonSets, staticPods } });
  const one = "1 node is needed: 1 pod gets a place on it.";
  expect(first([agent], null)).toBe(
    `${one} Each node first runs 1 pod of DaemonSets (logging/agent), which takes 500m CPU; static pods are not ` +
      "counted.",
  );
  expect(first([agent], 2)).toBe(
    `${one} Each node first runs 1 pod of DaemonSets (logging/agent) and 2 static pods, which take 500m CPU.`,
  );
  expect(first([], 1)).toBe(`${one} Each node first runs 1 static pod, which takes 500m CPU.`);
  expect(first([], 0)).toBe(one);
  const bare = { ...room, allocatable: { cpu: 4000 }, daemonSets: [], staticPods: 0 };
  expect(answer({ waiting: 1, notHelpedTotal: 1, room: bare })).toBe(
    "No such node helps: 1 pod would wait with any number of them. Such a node has no memory: no pod that requests " +
      "some fits it. Add `memory=16Gi`, or what your nodes have, to the shape.",
  );
  const shortage = { resource: "nvidia.com/gpu", requested: 1, used: 0, allocatable: 0 };
  const none = { code: "Unschedulable", plugin: "NodeResourcesFit", reasons: [], heldFor: [], held: {} } as const;
  const others = { taint: null, port: null, spread: null, podAffinity: null, selector: null };
  const asking = (requested: number): NotHelpedPod => ({
    pod: { namespace: "a", name: "p" },
    why: "misfit",
    misfit: { ...none, reasons: [], heldFor: [], ...others, shortages: [{ ...shortage, requested }] },
    rejection: null,
    resourceQuota: null,
    gates: [],
  });
  const graphics = { waiting: 2, notHelpedTotal: 2, notHelped: [asking(1), asking(2)] };
  expect(answer({ ...graphics, room: { ...room, daemonSets: [], staticPods: 0 } })).toBe(
    "No such node helps: 2 pods would wait with any number of them. Such a node has no nvidia.com/gpu: no pod that " +
      "requests some fits it. Add `nvidia.com/gpu=2`, or what your nodes have, to the shape.",
  );
  const key = "topology.kubernetes.io/zone";
  const skewed = { key, value: "a", count: 1, countsItself: true, min: 0, minValue: "b", minNode: null, skew: 2 };
  const spread = { ...skewed, minNodeIsCordoned: false, maxSkew: 1, domains: 2, minDomains: 1 };
  const spreading = asking(0);
  if (spreading.misfit !== null) spreading.misfit = { ...spreading.misfit, shortages: [], spread };
  expect(answer({ nodes: 1, placed: 1, waiting: 2, notHelpedTotal: 1, notHelped: [spreading] })).toBe(
    "No number of such nodes is enough: 1 pod gets a place on 1 node. 1 pod waits with any number of them. The " +
      "spread over topology.kubernetes.io/zone needs nodes with other values of it, too.",
  );
  expect(first([], null)).toBe(`${one} No DaemonSet of the input runs on such a node; static pods are not counted.`);
  expect(answer({ nodes: 2, placed: 5, waiting: 5, moreWaitingAtOnce: 1 })).toMatch(
    /If all of them join together, kube-scheduler spreads the pods, and 1 more waits\.$/,
  );
});

test("identical pods need as many nodes as they fit apart", () => {
  const identical = { pod: { namespace: "a", name: "web-0" }, pods: 3, onOne: 1, nodes: 3 };
  expect(answer({ nodes: 3, placed: 3, waiting: 3, lowerBound: 3, bounds, identical })).toBe(
    "3 nodes are needed: 3 pods get a place on them; 1 of the 3 pods like a/web-0 fits one node.",
  );
});

test("what more nodes do not help", () => {
  expect(answer({})).toBe("No pod is pending: no more nodes are needed.");
  expect(answer({ bound: 2 })).toBe("No more nodes are needed: all 2 pending pods get a node that is there.");
  expect(answer({ waiting: 1, notHelpedTotal: 1 })).toMatch(/^No such node helps: 1 pod would wait/);
  expect(answer({ nodes: 2, end: "most", placed: 4, waiting: 5, leftTotal: 1 })).toMatch(
    /^More than 2 nodes are needed: 4 pods get a place on them, and 1 pod that one more would help waits;/,
  );
  expect(answer({ nodes: 2, placed: 4, waiting: 5, notHelpedTotal: 1 })).toBe(
    "No number of such nodes is enough: 4 pods get a place on 2 nodes. 1 pod waits with any number of them.",
  );
  expect(answer({ end: "endless" })).toMatch(/^No number: pods preempt each other forever/);
  const pod = { namespace: "a", name: "p" };
  const not = { pod, misfit: null, rejection: null, resourceQuota: null, gates: ["later"] };
  expect(notHelpedText({ ...not, why: "gates" })).toBe("scheduling gates hold it back: later");
  expect(notHelpedText({ ...not, why: "other-node" })).toBe("its affinity names other nodes");
});
