// What must be known before a decision is believed: exit codes, and where it is said.
import { readFileSync } from "node:fs";
import { cluster, fleet, joined, placement, quiet, three } from "./texts.mjs";

const partial = readFileSync(new URL("../../../reality/partial-decisions.yaml", import.meta.url), "utf8");
const clock = ["--now", "2025-11-22T12:00:00Z"];
const later = ["--now", "2026-08-21T12:00:00Z", "-q"];
const decision = (...names) =>
  "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: PlacementDecision\n" +
  "metadata: {name: web-decision-1, namespace: prod, labels: {cluster.open-cluster-management.io/placement: web}}\n" +
  `status: {decisions: [${names.map((name) => `{clusterName: ${name}}`).join(", ")}]}\n`;
const label = "cluster.open-cluster-management.io/decision-group";
const group = `${label}-index: "0", ${label}-name: late`;
const failing = placement(
  "web",
  '{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: ["semver(managedCluster.metadata.name)' +
    '.major() > 1"]}}}]}',
);
const latency =
  "{numberOfClusters: 1, prioritizerPolicy: {configurations: [{scoreCoordinate: {type: AddOn, addOn: {resourceName: " +
  "net, scoreName: latancy}}}]}}";
const score =
  "apiVersion: cluster.open-cluster-management.io/v1alpha1\nkind: AddOnPlacementScore\n" +
  "metadata: {name: net, namespace: prod-1}\nstatus: {scores: [{name: latency, value: 9}]}\n";
const byEnv = [
  "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\nmetadata: {name: byenv}\n" +
    "spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {env: z}}}}\n",
  "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSetBinding\n" +
    "metadata: {name: byenv, namespace: prod}\nspec: {clusterSet: byenv}\n",
];
const set = "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\nmetadata: {name: all}\n";
const disabled = fleet.replace(
  "  namespace: prod\n",
  '  namespace: prod\n  annotations: {cluster.open-cluster-management.io/experimental-scheduling-disable: "true"}\n',
);
const broken = joined(cluster("a"), placement("web", "{tolerations: [{key: a, value: b, operator: Exists}]}"));
const negative = joined(cluster("a"), placement("web", "{numberOfClusters: -1}"));
const ratio = joined(
  cluster("a"),
  placement("web", "{prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: ResourceRatioCPU}}]}}"),
);
const spread = joined(
  cluster("a", { zone: "1" }),
  placement("web", "{spreadPolicy: {spreadConstraints: [{topologyKey: zone, topologyKeyType: Label}]}}"),
);

const node = (name) =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\nstatus: {allocatable: {cpu: 4, memory: 4Gi, pods: 10}}\n`;
const running = (name, on) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers: [{name: c, resources: ` +
  `{requests: {cpu: 1, memory: 1Gi}}}]\n  nodeName: ${on}\nstatus: {phase: Running}\n`;

export const verifying = {
  "verified, the same": {
    args: ["place", "--verify", "--selected", ...quiet],
    stdin: joined(fleet, decision("prod-1", "prod-2")),
    out: [/\nThe hub recorded the same decision\.\n/],
  },
  "verified, kept by a hub that does not schedule": {
    args: ["place", "--verify", ...quiet],
    stdin: joined(disabled, decision("lab-1")),
    out: [
      /^prod\/web has scheduling disabled by annotation: the hub keeps the recorded decision, lab-1\.\n/,
      /\nlab-1 +not looked at /,
    ],
  },
  "expected, kept by a hub that does not schedule": {
    args: ["place", "--expect", "lab-1", "--expect", "prod-1", "-o", "name", ...quiet],
    stdin: joined(disabled, decision("lab-1")),
    code: 1,
    err:
      "failed: prod/web does not select prod-1\n  prod/web has scheduling disabled by annotation: the hub keeps the " +
      "recorded decision, lab-1.\n",
  },
  "verified, other decision groups": {
    args: ["place", "--verify", ...quiet],
    stdin: joined(fleet, decision("prod-1", "prod-2").replace("placement: web}", `placement: web, ${group}}`)),
    code: 1,
    out: [
      /^The hub recorded the same clusters in other decision groups: prod-1 and prod-2 \(late\) in group 0, not /,
      /not prod-1 and prod-2\. The input does not say why\.\n/,
    ],
    err: "failed: prod/web differs from what the hub recorded (--verify)\n",
  },
  "verified, another decision": {
    args: ["place", "--verify", ...quiet],
    stdin: joined(fleet, decision("prod-1", "lab-1")),
    code: 1,
    // Steady is no cause: a predicate keeps lab-1 out.
    out: [/^The hub recorded lab-1 instead of prod-2\. The input does not say why\./],
    err: "failed: prod/web differs from what the hub recorded (--verify)\n",
  },
  "verified, in the form of SIG Multicluster": {
    args: ["place", "--verify", "--selected", "tests/reality/multicluster-same.yaml", ...later],
    out: [/\nThe hub recorded the same decision\.\n/],
  },
  "verified, other decisions in both forms": {
    args: ["place", "--verify", "tests/reality/multicluster-differs.yaml", ...later],
    code: 1,
    out: [/^The hub recorded west-1 in OCM's form only, and east-2 in SIG Multicluster's form only\.\n/],
    err: "failed: shop/web differs from what the hub recorded (--verify)\n",
  },
  "verified, beside a debug result, which is not read": {
    args: ["place", "--verify", "--selected", "tests/reality/debug-result.yaml", ...later.slice(0, 2)],
    out: [/\nThe hub recorded the same decision\.\n/],
    err: [/error: an object needs a `kind` and an `apiVersion`/],
  },
  "PlacementDecisions in the form of SIG Multicluster": {
    args: ["place", "--decisions", "multicluster", "tests/reality/hub.yaml", "-q", ...clock],
    out: [
      /^apiVersion: multicluster\.x-k8s\.io\/v1alpha1\ndecisions:\n- clusterProfileRef:\n {4}name: prod-1\n/,
      /\n {4}name: prod-1\n {4}namespace: prod-apps\n/,
      /\n {4}multicluster\.x-k8s\.io\/placement-key: web\n {4}x-k8s\.io\/cluster-manager: open-cluster-management\n/,
    ],
  },
  "what Argo CD makes of a decision": {
    args: ["place", "--selected", "-o", "wide", "tests/reality/application-set.yaml", ...later],
    out: [
      /\nApplicationSet argocd\/guestbook makes 2 Applications: guestbook-east-1 and guestbook-west-1\.\n/,
      /\n {2}not looked at: \{\{server\}\}\n/,
      /\nAPPLICATION +CLUSTER +DESTINATION +NAMESPACE *\nguestbook-east-1 +east-1 +\{\{server\}\} +guestbook-prod/,
    ],
  },
  "what Argo CD would delete": {
    args: ["place", "tests/reality/application-set.yaml", "--number-of-clusters", "0", ...later],
    out: [/^Argo CD would delete 2 Applications of ApplicationSet argocd\/guestbook: the decision is empty\.\n/],
  },
  "another decision, unverified": {
    args: ["place", "-o", "name", "--now", "2026-03-01T12:00:00Z"],
    stdin: joined(fleet, decision("lab-1")),
    out: "prod-1\nprod-2\n",
    err: [/^note: The hub recorded lab-1 instead of prod-1 and prod-2\./],
  },
  "verified, with a part of the decisions": {
    args: ["place", "--verify", "{}/hub.yaml", ...clock, "-q"],
    files: {
      "hub.yaml": partial
        .replace("numberOfSelectedClusters: 2", "numberOfSelectedClusters: 1")
        .replace("Count: 2", "Count: 1"),
    },
    code: 1,
    out: [/^Incomplete: the input lacks PlacementDecision shop\/api-decision-2\.\n/],
    err: [
      /failed: cannot tell whether the hub recorded the same for shop\/api: the recorded decisions that are in the/,
    ],
  },
  "verified, with a part of the decisions that differs": {
    args: ["place", "--verify", "{}/hub.yaml", ...clock, "-q"],
    files: {
      "hub.yaml": partial.replace("clusterName: a", "clusterName: gone"),
    },
    code: 1,
    out: [/\nThe hub recorded gone as well\./],
    err: [/failed: shop\/api differs from what the hub recorded \(--verify\)/],
  },
  "nothing to verify": {
    args: ["place", "--verify", ...quiet],
    stdin: fleet,
    code: 3,
    out: [/^prod\/web selects 2 clusters/],
    err: [/\nerror: no decision is recorded in the input\n {2}try: kubectl get managedclusters,placements,/],
  },
  "what is missing, in an explanation": {
    args: ["explain", "a1", "tests/reality/nobind.yaml", "-q", ...clock],
    out: [
      /^Incomplete: the input lacks ManagedClusterSet prdo and ManagedClusterSetBinding apps\/prdo\. Did you mean Mana/,
      /\n {2}ManagedClusterSetBinding apps\/prdo: without it, clusters of the set are not candidates; kubectl get m/,
    ],
    code: 1,
    err: "failed: the input is incomplete\n",
  },
  "the other profile, in an explanation": {
    args: ["explain", "a", "-o", "json", "--profile", "Proposal", ...quiet],
    stdin: ratio,
    out: [/"otherProfile":\{"profile":"Upstream","same":false,"status":"Misconfigured",/, /"code":"assumed-input"/],
  },
  "a misconfigured placement": {
    args: ["place", ...quiet],
    stdin: broken,
    code: 1,
    out: [/prod\/web is misconfigured and selects no cluster\./],
    err: "failed: prod/web is misconfigured\n",
  },
  "a misconfigured placement, explained": {
    args: ["explain", "a", ...quiet],
    stdin: broken,
    code: 1,
    out: [/^a for prod\/web:/],
    err: "failed: prod/web is misconfigured\n",
  },
  "an invalid placement": {
    args: ["place", ...quiet],
    stdin: negative,
    code: 1,
    out: [/^Invalid: Placement prod\/web, spec\.numberOfClusters: /, /\nprod\/web is invalid; no decision is made\./],
    err: "failed: prod/web is invalid\n",
  },
  "recorded pods: what differs fails with --exit-code": {
    args: ["compare", "tests/reality/recorded-pods.yaml", "--recorded", "--exit-code"],
    code: 1,
    out: [
      /^2 of 6 pods on nodes would not get there now: 2 do not fit\. The status of ElasticQuota team/,
      /\nWould not get their node now\n/,
      /\nshop\/web-7d9c-4kq2x and shop\/web-7d9c-9zt7m +w1 +node\(s\) didn't match Pod's node affinity\/selector: /,
      /\nteam\/team: most likely it still counts team\/prepare-0, which has ended; of cpu it counts team\/train-0 4\n/,
    ],
    err: "failed: pods or quotas are not as recorded (--exit-code)\n",
  },
  "recorded pods: names": {
    args: ["compare", "-", "--recorded", "-o", "name"],
    stdin: readFileSync(new URL("../../../reality/recorded-pods.yaml", import.meta.url), "utf8"),
    out: "shop/web-7d9c-4kq2x\nshop/web-7d9c-9zt7m\n",
  },
  "recorded pods: the same": {
    args: ["compare", "-", "--recorded", "--exit-code"],
    stdin: joined(node("a"), running("p", "a")),
    out:
      "The only pod on a node still fits it, and no quota rejects it.\n" +
      "As in Kubernetes 1.36: no node reports a version.\n",
  },
  "recorded pods: another node that scores higher is not a difference": {
    args: ["compare", "-", "--recorded", "--exit-code"],
    stdin: joined(node("a"), node("b"), running("p", "a"), running("q", "a")),
    out: [/which is not a fault: kube-scheduler chose in another state/, /\nAnother node scores higher now\n/],
  },
  "recorded pods: nothing is recorded": {
    args: ["compare", "-", "--recorded"],
    stdin: joined(node("a"), "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n"),
    code: 3,
    err: [/^error: the input records nothing about pods or quotas\n {2}try: kubectl get nodes,pods/],
  },
  "recorded decisions: nothing is recorded": {
    args: ["compare", "-", "--recorded", "--exit-code", ...quiet],
    stdin: fleet,
    code: 3,
    out: [/The input has no recorded decision\./],
    err: [/^error: no decision is recorded in the input\n/],
  },
  "recorded decisions and pods": {
    args: ["compare", "-", "--recorded", ...quiet],
    stdin: joined(fleet, decision("prod-1", "prod-2"), node("a"), running("p", "a")),
    out: [/prod\/web: The hub recorded the same decision\.\n\nThe only pod on a node still fits it/],
  },
  "recorded decisions: clusters added, removed and kept": {
    args: ["compare", "-", "--recorded", ...quiet],
    stdin: joined(fleet, decision("prod-1", "lab-1")),
    out: [
      /^prod\/web: The hub recorded lab-1 instead of prod-2\./,
      /\nCHANGE +CLUSTER +WHY\nadded +prod-2\nremoved +lab-1 +label env is lab, but must be prod\n/,
      /\n1 cluster stays: prod-1\.\n$/,
    ],
  },
  "a node is gone, and the timeline is not played": {
    args: ["whatif", "without", "node=n1", "examples/vm-normal-growth.yaml", ...quiet],
    out: [/The Timeline of the input is not looked at: its pods are scheduled once, by kube-scheduler\./],
  },
  "a misconfigured what-if": {
    args: ["compare", "{}/a.yaml", "--profile", "Upstream", ...quiet],
    files: { "a.yaml": ratio },
    code: 1,
    out: [/prod\/web: none added, 1 cluster removed/],
    err: "failed: prod/web is misconfigured\n",
  },
  "lint: a toleration that nothing can use": {
    args: ["lint"],
    stdin: broken,
    code: 1,
    out: [
      /^<stdin>:\d+:\d+: error: value must be empty when `operator` is 'Exists' \(invalid-value\)\n/,
      /\n1 error\n$/,
    ],
    err: [/^failed: /],
  },
  "lint: an expression that fails on every cluster": {
    args: ["lint"],
    stdin: joined(cluster("a"), cluster("b"), failing),
    out: [/: warning: the predicate matches none of the 2 candidates: on all of them `semver\(.*` fails: /],
  },
  "an expression that fails, asked for what would change it": {
    args: ["whatif", "change", "--selects", "a", ...quiet],
    stdin: joined(cluster("a"), cluster("b"), failing),
    code: 1,
    out: [/: No change was found: .*; a CEL expression fails, which the search does not edit\n/],
    err: "failed: no change was found\n",
  },
  "an expression that fails, explained": {
    args: ["explain", "a", ...quiet],
    stdin: joined(cluster("a"), cluster("b"), failing),
    out: [/\n {2}A CEL expression fails, which the search does not edit; labels and claims were not /],
  },
  "a set with a label selector": {
    args: ["explain", "a", ...quiet],
    stdin: joined(cluster("a", { env: "x" }), ...byEnv, placement("web")),
    out: [
      /\nIt is not in cluster set byenv: label env is x, but must be z\.\n/,
      /\n {2}Set the label env to z \(was x\) on ManagedCluster a: a is added\n/,
    ],
  },
  "lint: a score that no add-on reports": {
    args: ["lint"],
    stdin: joined(...three, placement("web", latency), score),
    out: [/^<stdin>:\d+:\d+: warning: no AddOnPlacementScore net has a score `latancy`: did you mean `latency` \(/],
  },
  "lint: by the proposals, what released OCM 1.3 takes as misconfigured is a warning": {
    args: ["lint"],
    stdin: ratio,
    out: [
      /^<stdin>:\d+:\d+: warning: for released OCM 1.3 the placement is misconfigured and selects no cluster: /,
      /; --profile Upstream makes this an error \(misconfigured\)\n/,
      /\n1 warning\n$/,
    ],
  },
  "lint: a prioritizer that released OCM 1.3 lacks": {
    args: ["lint", "--profile", "Upstream"],
    stdin: ratio,
    code: 1,
    out: [
      /^<stdin>:\d+:\d+: error: the placement is misconfigured and selects no cluster: incorrect builtin prioriti/,
      /\n {2}Placement prod\/web, spec\.prioritizerPolicy\.configurations\[0\]\n/,
    ],
    err: [/^failed: /],
  },
  "lint: what released OCM 1.3 ignores": {
    args: ["lint", "--profile", "Upstream"],
    stdin: spread,
    out: [/^<stdin>:\d+:\d+: warning: released OCM 1.3 ignores `spreadPolicy` \(spread-ignored\)\n/],
  },
  "lint: an add-on's score without a name": {
    args: ["lint"],
    stdin: placement("web", "{prioritizerPolicy: {configurations: [{scoreCoordinate: {type: AddOn}}]}}"),
    code: 1,
    out: [/error: a score coordinate of type `AddOn` needs an `addOn` \(missing-field\)\n/, /\n1 error\n$/],
    err: [/^failed: /],
  },
  "lint: values that a selector needs": {
    args: ["lint"],
    stdin: placement(
      "web",
      "{predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: a, operator: In}]}}}]}",
    ),
    code: 1,
    out: [/error: .*values: Invalid value|error: /, /\n1 error\n$/],
    err: [/^failed: /],
  },
  "lint: an unknown set": {
    args: ["lint"],
    stdin: joined(set, placement("web", "{clusterSets: [nope]}")),
    out: [/^<stdin>:\d+:\d+: warning: ManagedClusterSet `nope` is not in the input \(unknown-object\)\n/],
  },
};
