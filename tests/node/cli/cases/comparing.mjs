// Decisions of two texts in brief, and of a folder of snapshots.
import { cluster, joined, placement } from "./texts.mjs";

/** `spec`: of the first of three clusters. */
const taint = "{key: k, effect: NoSelect}";
const hub = (count, spec = "") =>
  joined(placement("web", `{numberOfClusters: ${count}}`), cluster("a") + spec, cluster("b"), cluster("c"));
const tainted = hub(2, "spec: {taints: [{key: k, effect: NoSelect}]}\n");
/** Of `web` a condition differs, of `api` only the state of `c`. */
const unequal = {
  "a.yaml": joined(hub(2), placement("api", "{numberOfClusters: 2}")),
  "b.yaml": joined(
    ...[placement("web", "{numberOfClusters: 3}"), placement("api", "{numberOfClusters: 2}")],
    ...[cluster("a"), cluster("b"), `${cluster("c")}spec: {taints: [{key: k, effect: NoSelect}]}\n`],
  ),
};
const node =
  "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 2, memory: 4Gi, pods: 10}}\n";
const pod = (cpu) =>
  "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec:\n" +
  `  containers: [{name: c, resources: {requests: {cpu: ${cpu}}}}]\nstatus: {phase: Pending}\n`;

const spreading = (maxSkew, whenUnsatisfiable) =>
  placement(
    "web",
    "{numberOfClusters: 2, spreadPolicy: {spreadConstraints: [{topologyKey: env, topologyKeyType: Label, maxSkew: " +
      `${maxSkew}, whenUnsatisfiable: ${whenUnsatisfiable}}]}}`,
  );
const weighing = (mode, weight) =>
  placement(
    "web",
    `{numberOfClusters: 2, prioritizerPolicy: {mode: ${mode}, configurations: [{scoreCoordinate: {type: BuiltIn, ` +
      `builtIn: Steady}, weight: ${weight}}]}}`,
  );
const apart = [cluster("a", { env: "dev" }), cluster("b", { env: "prod" }), cluster("c", { env: "prod" })];

export const comparing = {
  "two changes of a field that change no decision": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-q"],
    files: {
      "a.yaml": joined(spreading(1, "DoNotSchedule"), ...apart),
      "b.yaml": joined(spreading(2, "ScheduleAnyway"), ...apart),
    },
    out: [
      /: the same clusters are selected, and the decision is otherwise the same\.\n/,
      /\nmaxSkew of env: 1 → 2; .*\[env\]\.whenUnsatisfiable: DoNotSchedule → ScheduleAnyway\n/,
    ],
  },
  "a weight and the mode of its policy": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-q"],
    files: {
      "a.yaml": joined(weighing("Additive", 1), ...apart),
      "b.yaml": joined(weighing("Exact", 3), ...apart),
    },
    out: [/\nweight of Steady: 1 → 3; weight of Balance: 1 → 0; prioritizerPolicy\.mode: Additive → Exact\n/],
  },
  "brief: clusters with reasons": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q"],
    files: { "a.yaml": hub(2), "b.yaml": tainted },
    out: [
      /^1 of 1 placement changes\n {2}prod\/web: \+c −a \(1 unchanged\)\n/,
      /\n {4}c: was: same total, later name\n/,
      /\n {4}a: taint k:NoSelect is not tolerated; changed: spec\.taints: none → \[/,
    ],
  },
  "brief: placements that only one text has": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q", "--exit-code"],
    files: { "a.yaml": hub(1), "b.yaml": hub(1).replaceAll("name: web", "name: api") },
    out: "2 of 2 placements change: 1 is new, 1 is gone\n  prod/web is removed: −a\n  prod/api is new: +a\n",
    err: "failed: decisions differ (--exit-code)\n",
    code: 1,
  },
  "a new placement that is misconfigured": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-q"],
    files: { "a.yaml": hub(1), "b.yaml": joined(hub(1), weighing("Nope", 1).replace("name: web", "name: api")) },
    out: [/\n {2}prod\/api is new: no cluster\n {4}prod\/api is misconfigured and selects no cluster\./],
    err: "failed: prod/api is misconfigured\n",
    code: 1,
  },
  "brief: a new placement that cannot be decided for sure": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-q", "--brief"],
    files: {
      "a.yaml": cluster("a"),
      "b.yaml": joined(
        hub(1),
        "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSetBinding\n" +
          "metadata: {name: all, namespace: prod}\nspec: {clusterSet: all}\n",
      ),
    },
    out: [
      /^`?\S+b\.yaml`?: Incomplete: the input lacks ManagedClusterSet all\.\n/,
      /\n {2}prod\/web is new: no cluster\n/,
    ],
    err: "failed: the input is incomplete\n",
    code: 1,
  },
  "brief: a placement whose clusters one text lacks": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q"],
    files: { "a.yaml": hub(1), "b.yaml": placement("web", "{numberOfClusters: 1}") },
    err: [/^error: no ManagedCluster in `\S+b\.yaml`\n/],
    code: 3,
  },
  "brief: a condition changes; of a placement only a cluster that is not selected": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q", "--exit-code"],
    files: unequal,
    out:
      "1 of 2 placements changes\n  prod/web: the same clusters are selected\n" +
      "    numberOfClusters: 2 → 3\n" +
      "    condition PlacementSatisfied: True (AllDecisionsScheduled) → False (NotAllDecisionsScheduled)\n",
  },
  "not in brief: the same count": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-q", "--exit-code"],
    files: unequal,
    out: [/^1 of 2 placements changes\.\n\nprod\/web: the same/, /\n\nprod\/api: the same clusters are selected; 1 /],
  },
  "not in brief: placements that only one text has": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-q", "--exit-code"],
    files: {
      "a.yaml": joined(hub(1), placement("old")),
      "b.yaml": joined(hub(1), placement("api"), placement("new")),
    },
    out:
      "3 of 4 placements change: 2 are new, 1 is gone.\n  prod/old is removed: −a −b −c\n" +
      "  prod/api is new: +a +b +c\n  prod/new is new: +a +b +c\n\nprod/web: no difference\n",
    err: [/^failed: prod\/old is only in the first text \(--exit-code\)\n/, /prod\/new is only in the second text/],
    code: 1,
  },
  "for programs: placements that only one text has": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-q", "-o", "json"],
    files: { "a.yaml": joined(hub(1), placement("old")), "b.yaml": joined(hub(1), placement("new")) },
    out: [
      /^\{"placement":\{"namespace":"prod","name":"web"\},"findings".*\n/,
      /\n\{"placement":\{"namespace":"prod","name":"old"\},"change":"removed","findings":\[\{.*\],"removed":\["a"/,
      /\n\{"placement":\{"namespace":"prod","name":"new"\},"change":"added","findings":\[\{.*\],"added":\["a".*\n$/,
    ],
  },
  "brief: pods": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q"],
    files: { "a.yaml": joined(node, pod(1)), "b.yaml": joined(node, pod(3)) },
    out: [/^1 pod ends differently\n {2}shop\/p: .*n1.* → /],
  },
  "brief: the field of a placement that changes": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q"],
    files: { "a.yaml": hub(2), "b.yaml": hub(1) },
    out: [
      /^1 of 1 placement changes\n {2}prod\/web: −b \(1 unchanged\)\n/,
      /\n {4}numberOfClusters: 2 → 1 \(removes b\)\n {4}b: /,
    ],
  },
  "brief: which field of a placement adds and removes which cluster": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q"],
    files: {
      "a.yaml": tainted,
      "b.yaml": tainted.replace("{numberOfClusters: 2}", "{numberOfClusters: 1, tolerations: [{operator: Exists}]}"),
    },
    out: [
      /: \+a −b −c .*\n {4}numberOfClusters: 2 → 1 \(removes b\)\n/,
      /\n {4}tolerations: none → \[\{operator: Exists\}\] \(adds a, removes b\)\n/,
    ],
  },
  "brief: pods whose nodes tie": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q"],
    files: { "a.yaml": joined(node, pod(3)), "b.yaml": joined(node, node.replace("n1", "n2"), pod(1)) },
    out: [/ → bound to n1\nIn the second queue, at 1 step several nodes tie, and kube-scheduler picks one of them at /],
  },
  "pods whose nodes tie": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-q"],
    files: { "a.yaml": joined(node, pod(3)), "b.yaml": joined(node, node.replace("n1", "n2"), pod(1)) },
    out: [/^queue: 1 pod gets a node.*\nIn the second queue, at 1 step several nodes tie, /],
  },
  "brief: nothing changes": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q", "--exit-code"],
    files: { "a.yaml": hub(2), "b.yaml": `# words\n${hub(2)}` },
    out: "0 of 1 placement change\n",
  },
  "brief: neither text decides anything": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--brief", "-q"],
    files: { "a.yaml": cluster("a"), "b.yaml": cluster("a") },
    err: [/^error: neither input has pods, or placements with clusters/],
    code: 3,
  },
  "brief: needs two inputs": {
    args: ["compare", "{}/a.yaml", "--brief", "--weight", "Steady=3"],
    files: { "a.yaml": hub(2) },
    err: "error: --brief needs two inputs\n",
    code: 2,
  },
  "snapshots: each with the one before it": {
    args: ["compare", "{}", "-q"],
    files: { "1.yaml": hub(2), "2.yaml": tainted, "3.yaml": `# words\n${tainted}`, "4/hub.yaml": hub(1), ".git/x": "" },
    out:
      "1.yaml → 2.yaml\n1 of 1 placement changes\n  prod/web: +c −a (1 unchanged)\n" +
      "    c: was: same total, later name\n" +
      `    a: taint k:NoSelect is not tolerated; changed: spec.taints: none → [${taint}]\n\n` +
      "2.yaml → 3.yaml: no decision changes\n\n" +
      "3.yaml → 4\n1 of 1 placement changes\n  prod/web: +a −b −c (0 unchanged)\n" +
      "    numberOfClusters: 2 → 1 (removes b)\n" +
      `    a: was: taint k:NoSelect is not tolerated; changed: spec.taints: [${taint}] → none\n` +
      "    b: same total, later name\n    c: same total, later name\n",
  },
  "snapshots: as JSON": {
    args: ["compare", "{}", "-q", "-o", "json"],
    files: { "1.yaml": hub(2), "2.yaml": hub(1) },
    out: [
      /^\{"before":"1\.yaml","after":"2\.yaml","placements":\[\{"placement":\{"namespace":"prod","name":"web"\},/,
      /"added":\[\],"removed":\[/,
    ],
  },
  "snapshots: one alone": {
    args: ["compare", "{}"],
    files: { "1.yaml": hub(2) },
    err: [/^error: .* has one snapshot\n {2}two are compared\n$/],
    code: 2,
  },
  "a link to a page": {
    args: ["open", "-", "--link", "https://pages.example.com/"],
    stdin: "kind: Pod\n",
    out: [/^https:\/\/pages\.example\.com\/#v1=[\w-]+\n$/],
  },
  "a link to no page": {
    args: ["open", "-", "--link", "javascript:alert(1)"],
    stdin: "kind: Pod\n",
    err: [/is not the address of a page/],
    code: 2,
  },
};
