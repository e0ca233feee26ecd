import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testsOf } from "./policy";

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}.yaml`, import.meta.url), "utf8");
const options = { inputs: ["in.yaml"], now: "2026-01-31T12:00:00Z" };

/** What the tests of a text expect, without their names; null: there are none. */
async function expected(text: string, more: Partial<Parameters<typeof testsOf>[1]> = {}) {
  const tests = await testsOf(text, { ...options, ...more });
  const isOfAll = /^(?:apiVersion|kind|tests|now|inputs|\s+- (?:name|in))\b/;
  const lines = tests.text?.split("\n").filter((line) => line !== "" && !isOfAll.test(line));
  return { lines: lines?.map((line) => line.trim()) ?? null, notes: tests.notes };
}

test("pending pods get a node and evict others, or stay pending", async () => {
  const { lines } = await expected(example("quota-story-1"));
  expect(lines?.slice(0, 4)).toEqual(["pod: quota-a/a-2", "expect: gpu-1", "pod: quota-a/a-3", "expectPending: true"]);
  expect((await expected(example("quota-reprieve"))).lines).toMatchInlineSnapshot(`
    [
      "pod: team-a/api",
      "expect: node-1",
      "expectVictims:",
      "- team-b/batch",
    ]
  `);
});

test("a preview is decided by the profile that has it, and the chosen profile and version are named", async () => {
  expect(await expected(example("use-case-3-max-skew-1"))).toMatchInlineSnapshot(`
    {
      "lines": [
        "placement: ns1/use-case-3",
        "expect:",
        "- us-east-1a-1",
        "- us-east-1a-2",
        "- us-east-1a-3",
        "- us-east-1b-1",
        "expectCount: 4",
      ],
      "notes": [],
    }
  `);
  expect(await expected(example("use-case-3-max-skew-1"), { profile: "Proposal" })).toMatchInlineSnapshot(`
    {
      "lines": [
        "profile: Proposal",
        "placement: ns1/use-case-3",
        "expect:",
        "- us-east-1a-1",
        "- us-east-1a-2",
        "- us-east-1b-1",
        "expectCount: 3",
      ],
      "notes": [],
    }
  `);
  expect((await expected(example("filters-host-port"), { version: "1.36" })).lines?.[0]).toBe('version: "1.36"');
});

test("what is incomplete has no test, and a timeline has none", async () => {
  expect(await expected(example("cluster-sets"))).toEqual({
    lines: null,
    notes: ["no test of shop/shop: the input is incomplete"],
  });
  expect(await expected(example("vm-normal-growth"))).toEqual({ lines: null, notes: [] });
});

/** A Placement that the hub skips; `selected`: the number of clusters that its status has. */
const skipped = (selected: number): string => `
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: web
  namespace: prod
  annotations: {cluster.open-cluster-management.io/experimental-scheduling-disable: "true"}
status: {numberOfSelectedClusters: ${selected}, decisionGroups: [{decisions: [web-1], clusterCount: ${selected}}]}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: a, labels: {cluster.open-cluster-management.io/clusterset: default}}
spec: {hubAcceptsClient: true}
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSet
metadata: {name: default}
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSetBinding
metadata: {name: default, namespace: prod}
spec: {clusterSet: default}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata:
  name: web-1
  namespace: prod
  labels: {cluster.open-cluster-management.io/placement: web}
  ownerReferences: [{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, name: web, uid: u}]
status: {decisions: [{clusterName: a, reason: ""}]}
`;

test("a recorded decision that is kept is expected, if the input has all of it", async () => {
  expect((await expected(skipped(1))).lines).toEqual(["placement: prod/web", "expect:", "- a", "expectCount: 1"]);
  expect((await expected(skipped(2))).lines).toBe(null);
});
