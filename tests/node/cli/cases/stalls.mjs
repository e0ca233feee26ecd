// What does not go on: rollouts that stop or wait, drains, and nodes that stay.
import { cluster, joined, placement, quiet } from "./texts.mjs";

const node = (name, labels = "{}") =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: ${labels}}\n` +
  "status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n";
const host = (name) => node(name, `{kubernetes.io/hostname: ${name}}`);
const owner = (kind, name, uid) =>
  `[{apiVersion: apps/v1, kind: ${kind}, name: ${name}, uid: ${uid}, controller: true}]`;
const apart =
  "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: " +
  "kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}";
const spec = (image, more = "") =>
  `{containers: [{name: c, image: ${image}, resources: {requests: {cpu: 1, memory: 1Gi}}}]${more}}`;
const pod = (name, on, more = "", status = "{phase: Running}") =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop, labels: {app: web, pod-template-hash: 5bb}` +
  `${more}}\n` +
  `spec: ${spec("old", `, ${apart}${on === null ? "" : `, nodeName: ${on}`}`)}\nstatus: ${status}\n`;
const deployment =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop, uid: w}\n" +
  "spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, " +
  `spec: ${spec("new", `, ${apart}`)}}}\n`;
const ofSet = `, ownerReferences: ${owner("ReplicaSet", "web-5bb", "r")}`;
const set = deployment
  .replace("kind: Deployment", "kind: ReplicaSet")
  .replace(
    "name: web, namespace: shop, uid: w",
    `name: web-5bb, namespace: shop, uid: r, ownerReferences: ${owner("Deployment", "web", "w")}`,
  )
  .replace("image: new", "image: old");
const planned = joined(
  set,
  host("n1"),
  host("n2"),
  deployment,
  pod("web-5bb-x", "n1", ofSet),
  pod("web-5bb-y", "n2", ofSet),
);
const system = pod("dns", "n1", "", "{phase: Running}")
  .replace("namespace: shop", "namespace: kube-system")
  .replace("app: web, pod-template-hash: 5bb", "k8s-app: dns")
  .replace(`, ${apart}`, "");
/** The new ReplicaSet, and its part of a pod. */
const newSet = set.replaceAll("5bb", "new").replace("uid: r", "uid: s").replace("image: old", "image: new");
const ofNew = `, ownerReferences: ${owner("ReplicaSet", "web-new", "s")}`;
const waiting = joined(planned, pod("other", null, "", "{phase: Pending}"));
const work = (type) =>
  "apiVersion: work.open-cluster-management.io/v1alpha1\nkind: ManifestWorkReplicaSet\n" +
  "metadata: {name: app, namespace: prod}\n" +
  `spec: {placementRefs: [{name: web, rolloutStrategy: {type: ${type}, progressive: {maxConcurrency: 1}}}]}\n`;
const hub = (type) => joined(cluster("a"), placement("web"), work(type));

export const stalls = {
  "a rollout that would stop": {
    args: ["-", ...quiet],
    stdin: planned,
    out: [
      /\bThe rollout of Deployment shop\/web stops at step 1: a new pod of Deployment shop\/web stays pending: 0\/2 /,
      /^(?!.*says whether a change)/s,
    ],
  },
  "why of a workload whose rollout would stop": {
    args: ["why", "deployment/web", "-", ...quiet],
    stdin: planned,
    code: 1,
    out: [
      /^Deployment shop\/web: 2 pods, 2 on nodes\.\nThe rollout of Deployment shop\/web stops at .* It completes /m,
      /^(?!.*The rollout of.*The rollout of)(?!.*says whether a change)/s,
    ],
    err: [/^failed: the rollout of Deployment shop\/web does not complete$/m],
  },
  "why of a workload whose rollout completes": {
    args: ["why", "deployment/web", "-", ...quiet],
    stdin: joined(planned, host("n3"), system),
    out: [/^Deployment shop\/web: 2 pods, 2 on nodes\.\nThe rollout of Deployment shop\/web completes in /m],
  },
  "why of a workload whose new pod waits": {
    args: ["why", "deployment/web", "-", ...quiet],
    stdin: joined(planned, system, newSet, pod("web-new-x", null, ofNew, "{phase: Pending}")),
    code: 1,
    out: [
      /^Deployment shop\/web: 3 pods, 2 on nodes, 1 pending\.\n/m,
      /\n\nThe rollout of Deployment shop\/web stops before its first step: shop\/web-new-x stays .*maxSurge 0/,
    ],
    err: [/^failed: the rollout of Deployment shop\/web does not complete$/m],
  },
  "why of a workload beside the one whose rollout is due": {
    args: ["why", "deployment/api", "-", ...quiet],
    stdin: joined(planned, system, deployment.replaceAll("web", "api").replace("replicas: 2", "replicas: 0")),
    out: [/The rollout of Deployment shop\/web is not complete: (.|\n)*\nDeployment shop\/api has no pods\.\n/],
  },
  "pods that wait come before rollouts": {
    args: ["-", ...quiet],
    stdin: waiting,
    code: 1,
    out: [/\nshop\/other +waits.*\n {2}The rollout of Deployment shop\/web stops /s, /^(?!.*stops.*shop\/other)/s],
  },
  "what keeps a cluster autoscaler from removing a node": {
    args: ["whatif", "drain", "n1", "-", "-q"],
    stdin: joined(host("n1"), pod("web-5bb-x", "n1", ofSet).replace("namespace: shop", "namespace: kube-system")),
    code: 1,
    out: [
      /A cluster autoscaler with its default flags does not remove n1, because of kube-system\/web-5bb-x: it is in /,
    ],
    err: [/^failed: 1 evicted pod stays pending$/m],
  },
  "who changes the clusters that a placement selects": {
    args: ["place", "-", ...quiet],
    stdin: hub("Progressive"),
    out: [
      /selects 1 cluster/,
      /This answer says which clusters are selected; when the work on them changes is up to the /,
    ],
  },
  "a ManifestWorkReplicaSet without a strategy": {
    args: ["place", "-", ...quiet],
    stdin: hub("null"),
    out: [/^(?!.*when the work on them)/s],
  },
  "lost nodes of a label are named by it": {
    args: ["whatif", "without", "--nodes", "--label", "pool=p", "-", "-q"],
    stdin: joined(node("n1", "{pool: p}"), node("n2"), pod("web-x", "n1", ofSet)),
    out: [/^Without the nodes with pool=p, 1 node is gone: /m],
  },
  "nothing is recorded of pods": {
    args: ["whatif", "change", "--recorded", "-"],
    stdin: joined(host("n1"), pod("p", "n1")),
    code: 3,
    err: [/^error: no decision is recorded in the input$/m],
  },
};
