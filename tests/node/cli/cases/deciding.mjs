// Policies, what if, several placements.
import { cluster, fleet, isProd, joined, kept, placement, quiet, settled, three, two } from "./texts.mjs";

const many = joined(
  ...three,
  placement("web", "{numberOfClusters: 1}"),
  placement("all"),
  placement("web", isProd, "x"),
);

export const deciding = {
  "many placements, of which one changes": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", ...quiet],
    files: { "a.yaml": many, "b.yaml": many.replace("numberOfClusters: 1", "numberOfClusters: 2") },
    out: [
      /^1 of 3 placements changes\.\n\nprod\/web: 1 cluster added, none removed; 1 cluster differs in all\.\n/,
      /\n\nprod\/all: no difference\nx\/web: no difference\n$/,
    ],
  },
  "names of many placements": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-o", "name", "-q"],
    files: { "a.yaml": many, "b.yaml": many.replace("numberOfClusters: 1", "numberOfClusters: 2") },
    out: "prod/web +prod-1\n",
  },
  "selected clusters of many placements": {
    args: ["place", "-o", "name", "-q"],
    stdin: many,
    out: "prod/web lab-1\nprod/all lab-1\nprod/all prod-1\nprod/all prod-2\nx/web prod-1\nx/web prod-2\n",
  },
  // Policies.
  "expected, and selected": {
    args: [
      "place",
      "-o",
      "name",
      "--expect",
      "prod-1",
      "--expect",
      "prod-2",
      "--expect-not",
      "lab-1",
      "--expect-count",
      "2",
      ...quiet,
    ],
    stdin: fleet,
    out: "prod-1\nprod-2\n",
  },
  "expected, and not selected": {
    args: ["place", "-o", "name", "--expect", "lab-1", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err:
      "failed: prod/web does not select lab-1 (label env is lab, but must be prod)\n" +
      "  It is filtered out: no predicate matches it.\n",
  },
  "expected, and not there": {
    args: ["place", "-o", "name", "--expect", "prod-3", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err: "failed: no cluster prod-3 in the input; did you mean prod-1, prod-2?\n",
  },
  "not expected, and selected": {
    args: ["place", "-o", "name", "--expect-not", "managedcluster/prod-1", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err:
      "failed: prod/web selects prod-1\n" +
      "  It ranks 1 of 2 feasible clusters with 100 points. All feasible clusters are wanted.\n",
  },
  "not expected, and not there": {
    args: ["place", "-o", "name", "--expect-not", "prod-9", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err: "failed: no cluster prod-9 in the input; did you mean prod-1, prod-2?\n",
  },
  "a weight that the API server refuses": {
    args: ["place", "-o", "name", "--weight", "Steady=50"],
    stdin: fleet,
    out: "prod-1\nprod-2\n",
    err: [/note: the API server refuses 50 as a weight of Steady: weights are from −10 to 10\n/],
  },
  "another number than expected": {
    args: ["place", "-o", "name", "--expect-count", "3", ...quiet],
    stdin: fleet,
    code: 1,
    out: "prod-1\nprod-2\n",
    err: "failed: prod/web selects 2 clusters, 3 are expected\n",
  },
  "all that fails is said": {
    args: ["place", "-o", "name", "--expect", "lab-1", "--expect-not", "prod-1", "--expect-count", "1", ...quiet],
    stdin: fleet,
    code: 1,
    out: [/prod/],
    err: [/lab-1/, /prod-1/, /1 is expected/],
  },
  "a policy is one of a placement": {
    args: ["place", "--expect", "prod-1", ...quiet],
    stdin: two,
    code: 2,
    err: "error: the input has several placements\n  choose one with --placement: prod/web, prod/all\n",
  },
  "a policy of one of several": {
    args: ["place", "-o", "name", "-p", "all", "--expect", "lab-1", ...quiet],
    stdin: two,
    out: "lab-1\nprod-1\nprod-2\n",
  },
  "other clusters are selected": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--exit-code", "-o", "name", ...quiet],
    files: { "a.yaml": fleet, "b.yaml": fleet.replace('"lab"', '"prod"') },
    code: 1,
    out: "+lab-1\n",
    err: "failed: prod/web selects different clusters (--exit-code)\n",
  },
  "the same clusters are selected": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--exit-code", ...quiet],
    files: { "a.yaml": fleet, "b.yaml": fleet.replace("name: lab-1", "name: lab-2") },
    out: [/^prod\/web: the same clusters are selected; 2 clusters differ in all\./, /\nnew +lab-2/, /\ngone +lab-1/],
  },
  "nothing differs": {
    args: ["compare", "{}/a.yaml", "{}/a.yaml", ...quiet],
    files: { "a.yaml": fleet },
    out: [/^prod\/web: the same clusters are selected, and nothing else differs\.\nbefore: .*\n$/],
  },
  "a comparison with standard input": {
    args: ["compare", "-", "{}/a.yaml", "-o", "name", ...quiet],
    stdin: joined(...three, placement("web")),
    files: { "a.yaml": fleet },
    out: "-lab-1\n",
  },

  "pods that are on other nodes, where none waits": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--exit-code", ...quiet],
    files: { "a.yaml": settled("a"), "b.yaml": settled("b") },
    code: 1,
    out: [
      /^pods: 1 pod gets another node; 1 pod unchanged\.\n/,
      /\nmoved +team\/p +on a +on b\n/,
      /\na +cpu +6 → 3 +6 → 3 +8\n/,
      /\nb +cpu +0 → 3 +0 → 3 +8\n/,
    ],
    err: "failed: pods end differently (--exit-code)\n",
  },
  "the same pods on the same nodes": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--exit-code", ...quiet],
    files: { "a.yaml": settled("a"), "b.yaml": settled("a") },
    out: "pods: Both pods are unchanged, and quotas use the same.\nAs in Kubernetes 1.36: no node reports a version.\n",
  },

  // What if.
  "another number": {
    args: ["place", "-o", "name", "--number-of-clusters", "1", ...quiet],
    stdin: fleet,
    out: "prod-1\n",
  },
  "all of them": {
    args: ["place", "-o", "name", "--number-of-clusters", "all", ...quiet],
    stdin: fleet.replace("{predicates", "{numberOfClusters: 1, predicates"),
    out: "prod-1\nprod-2\n",
  },
  "another weight": {
    args: ["compare", "{}/a.yaml", "--weight", "Balance=0", "--weight", "Steady=3", ...quiet],
    files: { "a.yaml": fleet },
    out: [/weight of Steady: 1 → 3\n/, /weight of Balance: 1 → 0\n/, /selected +1 +100 → 0 +Balance 100 ×1 → ×0/],
  },
  "an explanation and its hints are of the decision with another max skew": {
    args: [
      "explain",
      "us-west-1a-1",
      "examples/use-case-3-max-skew-1.yaml",
      "--max-skew",
      "zone=2",
      "-o",
      "json",
      ...quiet,
    ],
    out: [/"hints":\[\{"code":"max-skew-unused","topologyKey":"zone","maxSkew":2,/],
  },
  "another max skew": {
    args: [
      "place",
      "examples/use-case-3-max-skew-1.yaml",
      "--max-skew",
      "2",
      "--expect-count",
      "4",
      "-o",
      "name",
      ...quiet,
    ],
    out: [/us-east-1a-3/],
  },
  "every cluster": {
    args: ["place", "examples/cluster-sets.yaml", "--candidates", "given", "-o", "name", ...quiet],
    out: [/dev-1/],
  },

  // Several placements.
  "all of them, one after another": {
    args: ["place", ...quiet],
    stdin: two,
    out: [
      /^2 placements: all cluster decisions are scheduled\.\n\nprod\/web selects 2 clusters\./,
      /\n\nprod\/all selects 3 clusters\./,
    ],
  },
  "many of them, in a line each": {
    args: ["place", ...quiet],
    stdin: joined(two, ...["c", "d", "e", "f"].map((name) => placement(name))),
    out: [
      /^6 placements: /,
      /\nschedscope place -p prod\/web prints the clusters of one\.\n/,
      /\n {2}prod\/f selects 3 clusters\. /,
    ],
  },
  "a document each": {
    args: ["place", "-o", "yaml", ...quiet],
    stdin: two,
    out: [/^findings:\n[\s\S]*?\nplacement:\n {2}kind: Placement\n/, /\n---\nfindings:\n/],
  },
  "by name alone": {
    args: ["explain", "lab-1", "-p", "all", ...quiet],
    stdin: two,
    out: [/^lab-1 for prod\/all: selected {2}\(<stdin>:13\)\n/],
  },
  "names that two have": {
    args: ["place", "-p", "web", ...quiet],
    stdin: joined(...three, placement("web"), placement("web", "{}", "stage")),
    code: 2,
    err: [/^error: several placements are called `web`\n {2}give the full name: prod\/web, stage\/web\n$/],
  },
  "pods of a drained node that had no turn are not among those that wait": {
    args: ["whatif", "drain", "node-3", "tests/quota/endless/json-lines.yaml", "-", "-o", "name", "-q"],
    stdin:
      "apiVersion: v1\nkind: Pod\nmetadata: {name: late, namespace: late, uid: late, ownerReferences: " +
      "[{kind: ReplicaSet, name: r, uid: r, controller: true}]}\n" +
      "spec: {nodeName: node-3, priority: -1000, containers: [{name: c}]}\n",
    code: 1,
    out: "",
    err: [/\nnot tried: late\/late: pods evict each other forever before its turn\n$/],
  },
  "a selection that the hub deletes is not all that is wanted": {
    args: ["whatif", "change", "--selects", "prod-1", ...quiet],
    stdin: fleet.replace("spec: {", 'spec: {decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: "10"}}, '),
    code: 1,
    out: [/\nprod\/web: Already true, but the hub deletes the decisions of a misconfigured placement, which no /],
    err: "failed: prod/web is misconfigured\n",
  },
  "a change after which the pod evicts against a budget": {
    args: ["whatif", "change", "--pod", "team/new", "--on", "a", "-q"],
    stdin: kept,
    code: 1,
    out: [
      /\n {3}the pod evicts team\/web on a against a PodDisruptionBudget and takes its place\n/,
      /\n {3}The PodDisruptionBudget allows no such eviction; preemption ignores it\n/,
    ],
    err: [/failed: the input is incomplete\n/],
  },
  "a pod that a workload makes is named itself": {
    args: ["whatif", "change", "--pod", "d/web-1", "--admitted", "-", "-q"],
    stdin:
      "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, pods: 9}}\n---\n" +
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: d}\n" +
      "spec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, " +
      "spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}}}\n",
    out: [/(^|\n)d\/web-1: Already true; no change needed\n/],
  },
  "why a cluster is left out whose taint the hub exchanges": {
    args: ["why", "edge", "-", ...quiet],
    stdin: joined(
      placement("web"),
      `${cluster("edge")}spec: {hubAcceptsClient: true, taints: [` +
        "{key: cluster.open-cluster-management.io/unavailable, effect: NoSelect}]}\n" +
        "status: {conditions: [{type: ManagedClusterConditionAvailable, status: Unknown}]}\n",
    ),
    out: [
      /unavailable:NoSelect, the hub removes it: ManagedClusterConditionAvailable is not False\n/,
      /unreachable:NoSelect, added by the hub: ManagedClusterConditionAvailable is Unknown; no toleration\n/,
    ],
  },
};
