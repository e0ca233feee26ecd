// Words, names, looks.
import {
  answer,
  cluster,
  faulty,
  fleet,
  gated,
  governed,
  isProd,
  joined,
  noted,
  placement,
  quiet,
  two,
} from "./texts.mjs";

export const printing = {
  "a dump of what is there without a config": {
    args: ["vm", "dump", "-q"],
    stdin: "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 10, memory: 40Gi}}\n",
    out: [
      /\nIncomplete: the input lacks a ConfigMap with the plugin's config\.\n {2}.*\nStep 0\. .*\n\nNodes\n/,
      /\nn1 +vCPUs +10 +1 /,
    ],
    code: 1,
    err: "failed: the input is incomplete\n",
  },
  "values without the backquotes of Markdown": {
    args: ["place", ...quiet],
    stdin: fleet,
    out: [/ label env is lab, but must be prod\n/],
  },
  // Words and names.
  "no cluster is wanted": {
    args: ["place", "--number-of-clusters", "0", ...quiet],
    stdin: fleet,
    out: [
      /\nprod-1 +not selected +1 +100 +numberOfClusters is 0\n/,
      /\nprod-2 +not selected +2 +100 +numberOfClusters is 0\n/,
    ],
  },
  "no cluster is wanted any more": {
    args: ["compare", "-", "--number-of-clusters", "0", ...quiet],
    stdin: fleet,
    out: [/\nremoved +prod-1 .* numberOfClusters is 0\n/],
  },
  "found by the state that is shown": {
    args: ["place", "--number-of-clusters", "1", "--find", "not Selected", ...quiet],
    stdin: fleet,
    out: [/WHY\nprod-2 +not selected .*\n$/],
  },
  "found by a state that ends another one": {
    args: ["place", "--number-of-clusters", "1", "--find", "selected", ...quiet],
    stdin: fleet,
    out: [/WHY\nprod-1 +selected .*\n$/],
  },
  "found by the state of programs": {
    args: ["place", "--number-of-clusters", "1", "--find", "feasible", ...quiet],
    stdin: fleet,
    out: [/WHY\nprod-2 +not selected .*\n$/],
  },
  "explanations name their placements": {
    args: ["explain", "prod-1", "-o", "json", ...quiet],
    stdin: two,
    out: [/^\{"placement":\{"namespace":"prod","name":"web"\},.*\}\n\{"placement":\{"namespace":"prod","name":"all"/],
  },
  "names of clusters that are added and removed": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-o", "name", ...quiet],
    files: {
      "a.yaml": fleet,
      "b.yaml": joined(
        cluster("prod-1", { env: "prod" }),
        cluster("prod-3", { env: "prod" }),
        placement("web", isProd),
      ),
    },
    out: "+prod-3\n-prod-2\n",
  },
  "the terms of a blocked cluster have a heading, and say of which step they are": {
    args: ["explain", "a2", ...quiet],
    stdin: joined(
      ...["a1", "a2", "b1"].map((name) => cluster(name, { zone: name[0] })),
      placement(
        "web",
        "{numberOfClusters: 2, spreadPolicy: {spreadConstraints: [{topologyKey: zone, topologyKeyType: Label, " +
          "maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]}}",
      ),
    ),
    out: [
      /\n {2}Spread: blocked in step 2, so it has no score\n {4}before step 2: zone: 63 × \(1 − 1\) \/ \(1 − 0\) = 0\n/,
    ],
  },
  "notes about a pod": { args: ["pods", "ns/p"], stdin: noted, out: [/^(?!.*note: )/s], err: [/^note: /m] },
  "notes about a pod, quietly": { args: ["pods", "ns/p", "-q"], stdin: noted, out: [/^(?!.*note: )/s] },
  "a pod with gates, and why it does not fit the other node, once": {
    args: ["pods", "team/p", "-q"],
    stdin: gated,
    code: 1,
    out: [
      /^team\/p is held back by scheduling gate example\.com\/quota: kube-scheduler does not try it until the gate is /,
      /removed\. Without the gate: only a fits: .*The others: 1 Insufficient cpu\.\n/,
      /^As in Kubernetes 1\.36: [^\n]+\n\nPicks\n/m,
    ],
  },
  "the reasons where the sentence does not have them": {
    args: ["pods", "team/p", "-q", "--scorer", "LeastAllocated"],
    stdin: gated,
    code: 1,
    out: [
      /fits 1 of 2 nodes\.\nAs in Kubernetes 1\.36: [^\n]+\nWhy it does not fit the others: 1 Insufficient cpu\.\n/,
    ],
  },
  "gates in the list of pods": {
    args: ["pods", "-q", "-o", "wide"],
    stdin: gated,
    out: [/\nteam\/p +pending, gated +0 .* gates: example\.com\/quota\n/],
  },
  "a pod that its quota keeps from nodes that fit, and whom it evicts, before what would spare them": {
    args: ["pods", "a/new", "-q"],
    stdin: governed,
    out: [
      /both pick n2 [^\n]+\nIts quota admits it only after evictions: all quotas together would use 6 CPUs, /,
      /, their mins add up to 4\. It evicts b\/old on n1\.\nAs in Kubernetes 1\.36: [^\n]+\n\nPicks\n/,
      /\n\nWhat would spare b\/old\n/,
    ],
  },
  "a fault that decides where a pod fits": {
    args: ["pods", "team/p", "-q", "--profile", "Upstream"],
    stdin: faulty,
    out: [
      /^Without a fault of Kubernetes, your scheduler would pick a instead of b\.\n {2}the fault of Kubernetes: /,
      // It is said once.
      /\nOnly b fits: [^\n]+ kube-scheduler takes it without scoring\. The others: /,
    ],
  },

  // Looks.
  "names cannot turn the direction of a line, in any format": {
    args: ["place", "-o", "json", ...quiet],
    stdin: fleet.replaceAll("prod-1", "\u202eprod-1\u0085"),
    code: 1,
    out: [/^(?!.*[\u0085\u202e]).*"\\u202eprod-1\\u0085"/],
    err: "failed: ManagedCluster \\u202eprod-1\\u0085 is invalid\n",
  },
  "nor in YAML": {
    args: ["place", "-o", "yaml", ...quiet],
    stdin: fleet.replaceAll("prod-1", "\u202eprod-1"),
    code: 1,
    out: [/^(?!.*\u202e)/s, /"\\u202eprod-1"/],
    err: "failed: ManagedCluster \\u202eprod-1 is invalid\n",
  },
  "nor in annotations": {
    args: ["lint", "-o", "github"],
    stdin: joined(cluster("a\u202eb"), cluster("a\u202eb")),
    code: 1,
    out: [/^(?!.*\u202e).*`a\\u202eb` is defined twice; the later one wins \(also at line 4\)/s],
    err: [/./],
  },
  "a name that stands twice is found in its file": {
    args: ["lint", "{}"],
    files: { "a.yaml": joined(cluster("one", {}), cluster("prod-1", {})), "b.yaml": cluster("prod-1", {}) },
    out: [/is defined twice; the later one wins \(also at \S*a\.yaml:10\)/],
  },
  "names cannot steer a terminal": {
    args: ["place", ...quiet],
    stdin:
      '{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster",' +
      `"metadata":{"name":"a\\u001b[31m\\u202eb"}}\n---\n${placement("p")}`,
    code: 1,
    out: [/\na\\u001b\[31m\\u202eb +selected/],
    err: "failed: ManagedCluster a\\u001b[31m\\u202eb is invalid\n",
  },
  "wide letters take two columns": {
    args: ["place", ...quiet],
    stdin: joined(cluster("日本"), cluster("ab"), placement("p")),
    code: 1,
    err: "failed: ManagedCluster 日本 is invalid\n",
    out: [/\nCLUSTER {3}STATE/, /\n日本 {6}selected/, /\nab {8}selected/],
  },
  "a narrow terminal cuts words, not columns": {
    args: ["place", ...quiet],
    stdin: fleet,
    env: { COLUMNS: "60" },
    out: [/\nlab-1 {5}filtered out {6}- {7}- {3}label env is lab, b…\n/],
  },
  "wide is never cut": {
    args: ["place", "-o", "wide", ...quiet],
    stdin: fleet,
    env: { COLUMNS: "60" },
    out: [/but must be prod\n/],
  },
  "colours that are asked for": {
    args: ["place", ...quiet],
    stdin: fleet,
    env: { FORCE_COLOR: "1" },
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are
    out: [/\u001b\[32mselected\u001b\[39m/, /\u001b\[1mprod\/web\u001b\[22m/],
  },
  "NO_COLOR comes first": {
    args: ["place", ...quiet],
    stdin: fleet,
    env: { FORCE_COLOR: "1", NO_COLOR: "1" },
    out: answer,
  },
  "FORCE_COLOR=0": { args: ["place", ...quiet], stdin: fleet, env: { FORCE_COLOR: "0" }, out: answer },
  "no colours in what programs read": {
    args: ["place", "-o", "name", ...quiet],
    stdin: fleet,
    env: { FORCE_COLOR: "1" },
    out: "prod-1\nprod-2\n",
  },
};
