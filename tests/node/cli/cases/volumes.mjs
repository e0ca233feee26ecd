// Pods whose volumes decide, versions of Kubernetes, and comparisons that tell of both texts.
import { volumesCommandLine } from "../../../../pkg/lib/words/kubectl.js";
import { quiet as dated } from "./texts.mjs";

const quiet = ["-q"];
const node = (name, cpu, version = "v1.36.0") =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: ${cpu}, memory: 8Gi, ` +
  `pods: 9}, nodeInfo: {kubeletVersion: ${version}}}}\n---\n` +
  `{apiVersion: v1, kind: Pod, metadata: {name: proxy-${name}, namespace: kube-system, uid: proxy-${name}, ` +
  "ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: proxy, uid: d, controller: true}]}, spec: " +
  `{nodeName: ${name}, containers: [{name: c, image: i}]}, status: {phase: Running}}\n---\n`;
const pod = (name, spec = "", cpu = 1) =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: a, uid: ${name}, ownerReferences: [{apiVersion: ` +
  "batch/v1, kind: Job, name: s, uid: s, controller: true}]}, spec: {containers: [{name: c, image: i, resources: " +
  `{requests: {cpu: ${cpu}}}}]${spec}}}\n---\n`;
const claim = ", volumes: [{name: v, persistentVolumeClaim: {claimName: d}}]";
const shared =
  node("n1", 2) +
  node("n2", 1) +
  pod("p1", claim, 2) +
  pod("p2", claim) +
  "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: d, namespace: a, uid: d}, spec: {storageClassName: " +
  "fast, accessModes: [ReadWriteMany]}}\n---\n" +
  "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: x, volumeBindingMode: " +
  "WaitForFirstConsumer}\n";
const undecided = node("n1", 2) + node("n2", 2) + pod("p", claim);
const drained =
  node("n1", 2) +
  node("n2", 1) +
  pod("first", `${claim}, nodeName: n1, priority: 2`) +
  pod("second", ", nodeName: n1, priority: 1") +
  pod("low", ", nodeName: n2, priority: 0");
const rolledOut =
  node("n1", 4) +
  "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: a}, spec: {replicas: 1, selector: " +
  "{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: new}]" +
  `${claim}}}}}\n---\n`;
const job =
  "{apiVersion: batch/v1, kind: Job, metadata: {name: s, namespace: a, uid: s}, spec: {parallelism: 2, " +
  "completions: 2, template: {spec: {containers: [{name: c, image: i}]}}}}\n---\n";
const ephemeral =
  ", volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast, " +
  "accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}}]";
/** n1 has a limit, and a pod whose ephemeral claim is another one's. */
const foreign =
  node("n1", 2) +
  node("n2", 2) +
  pod("u", `${ephemeral}, nodeName: n1`) +
  pod("p", claim) +
  ["u-v", "d"]
    .map(
      (name) =>
        `{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: ${name}, namespace: a, uid: ${name}}, spec: ` +
        "{storageClassName: fast, accessModes: [ReadWriteOnce]}}\n---\n",
    )
    .join("") +
  "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: x, volumeBindingMode: " +
  "WaitForFirstConsumer}\n---\n" +
  "{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, spec: {drivers: [{name: x, topologyKeys: " +
  "[], allocatable: {count: 5}}]}}\n";
const onNode = (name, zones, spec = "") =>
  `{apiVersion: v1, kind: PersistentVolume, metadata: {name: ${name}}, spec: {capacity: {storage: 1Gi}, accessModes: ` +
  "[ReadWriteOnce], storageClassName: local, nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: " +
  `[{key: host, operator: In, values: [${zones}]}]}]}}${spec}}, status: {phase: Available}}\n---\n`;
const localClaim = (name) =>
  `{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: ${name}, namespace: a, uid: ${name}}, spec: ` +
  "{storageClassName: local, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}, status: {phase: " +
  "Pending}}\n---\n";
const withClaim = (name, host) =>
  `, nodeSelector: {host: ${host}}, volumes: [{name: v, persistentVolumeClaim: {claimName: ${name}}}]`;
const localClass =
  "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: local}, provisioner: " +
  "kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}\n---\n";
/** Two nodes, a volume that both can use and one for n1 only, of one size. */
const equals =
  [1, 2].map((at) => node(`n${at}`, 2).replace(`{name: n${at}}`, `{name: n${at}, labels: {host: n${at}}}`)).join("") +
  localClass +
  onNode("both", "n1, n2") +
  onNode("only", "n1") +
  localClaim("c1") +
  localClaim("c2");
const reserved = ", claimRef: {namespace: a, name: c1}";
const unreadable = "apiVersion: v1\nkind: Pod\nmetadata: {name: [a\n";

export const volumes = {
  // No node has the label of the proposed one.
  "why counts nodes with the labels that a class of volumes requires": {
    args: ["why", "a/p1", ...quiet],
    stdin:
      node("n1", 2) +
      "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: x, " +
      "volumeBindingMode: " +
      "WaitForFirstConsumer, allowedTopologies: [{matchLabelExpressions: [{key: host, values: [n9]}]}]}\n---\n" +
      localClaim("d").replace("storageClassName: local", "storageClassName: fast") +
      pod("p1", claim) +
      pod("p2"),
    code: 1,
    out: [/a node like n1 with host=n9/, /All 2 pending pods, with nodes like n1 with host=n9: 1 node is needed/],
  },
  // Equal volumes.
  "the queue names equal volumes, and the pods that depend on which one is taken": {
    args: ["queue", ...quiet],
    stdin: equals + pod("p1", withClaim("c1", "n1")) + pod("p2", withClaim("c2", "n2")),
    code: 1,
    out: [
      /at 1 step the outcome can depend on which of several PersistentVolumes Kubernetes takes for a claim/,
      /a\/p1 .* bound +to n1; Kubernetes takes any of PersistentVolumes both and only for claim c1$/m,
      /a\/p2 .*; this can depend on which PersistentVolumes a\/p1 gets$/m,
    ],
  },
  "why a claim: a pod that it keeps off all nodes": {
    args: ["why", "pvc/d", "-", "-q"],
    stdin: node("n1", 2) + pod("p", claim) + localClaim("d") + onNode("small", "n9") + localClass,
    code: 1,
    out: [/^PersistentVolumeClaim a\/d: 1 pending pod waits for it\.\n/],
  },
  "why names the equal volumes of each pod": {
    args: ["why", ...quiet],
    stdin: equals + pod("p1", withClaim("c1", "n1")) + pod("q"),
    out: [/^a\/p1 +goes to n1 +Kubernetes takes any of PersistentVolumes both and only for claim c1$/m],
  },
  "a rollout names the equal volumes of a new pod": {
    args: ["whatif", "rollout", "deployment/web", ...quiet],
    stdin:
      equals +
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: a}, spec: {replicas: 1, selector: " +
      "{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {nodeSelector: {host: n1}, containers: " +
      "[{name: c, image: new}], volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}}}\n",
    out: [/goes to n1; Kubernetes takes any of PersistentVolumes both and only for claim c1/],
  },
  "why names the nodes that a pod fits with some of the volumes that are reserved for its claim": {
    args: ["why", "a/p", ...quiet],
    stdin: equals + onNode("r1", "n1", reserved) + onNode("r2", "n2", reserved) + pod("p", withClaim("c1", "n2")),
    code: 1,
    out: [
      /Kubernetes takes any of PersistentVolumes r1 and r2 for claim c1\. Whether the pod fits n2 depends on which/,
      /with others of its equal PersistentVolumes, the pod would fit/,
    ],
  },
  "a drain names the equal volumes of a pod that lands": {
    args: ["whatif", "drain", "n2", "-", ...quiet],
    stdin: equals + pod("p", ", volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}], nodeName: n2"),
    out: [/to n1; Kubernetes takes any of PersistentVolumes both and only for claim c1/],
  },
  "a StorageClass that the input lacks is named": {
    args: ["why", "a/p", ...quiet],
    stdin: equals + localClaim("c3").replace("local", "ghost") + pod("p", withClaim("c3", "n1")),
    code: 1,
    out: [/It is about PersistentVolumeClaim c3: its StorageClass ghost is not in the input/],
  },
  // Undecided.
  "no node is named that unknown volumes decide about": {
    args: ["pods", "a/p", "-o", "name"],
    stdin: undecided,
    code: 1,
    err: [/^failed: the answer depends on volumes that are unknown$/m],
  },
  "no node is named by why that unknown volumes decide about": {
    args: ["why", "a/p", "-o", "name", ...quiet],
    stdin: undecided,
    code: 1,
    err: [/^failed: the answer depends on volumes that are unknown$/m],
  },
  "JSON has what the node depends on": {
    args: ["pods", "a/p", "-o", "json", ...quiet],
    stdin: undecided,
    code: 1,
    out: [/"volumeDependence":\{"volumes":\[\{"volume":"v","claim":\{"namespace":"a","name":"d"\}/],
    err: [/depends on volumes/],
  },
  "a pod that depends on volumes gets no node in the queue": {
    args: ["queue", "-o", "name", ...quiet],
    stdin: undecided + pod("q"),
    code: 1,
    out: "a/q\n",
    err: [/depends on volumes/],
  },
  "no node of more pods is named that unknown volumes decide about": {
    args: ["more", "--like", "a/p", "-o", "name", ...quiet],
    stdin: undecided,
    code: 1,
    err: [/^failed: the answer depends on volumes that are unknown$/m],
  },
  "the second pod of a claim depends on the volume that is provisioned for the first": {
    args: ["queue", ...quiet],
    stdin: shared,
    code: 1,
    out: [
      /^The node of a\/p2 depends on its PersistentVolumeClaim d, whose volume is provisioned for n1: /m,
      /that node can use it, others perhaps; n2 passes everything else\./,
    ],
    err: [/depends on volumes/],
  },
  "no victim of an undecided pod is named": {
    args: ["quota", "why", "a/p", "-", "-o", "name", ...quiet],
    stdin: node("n1", 1) + pod("p", `${claim}, priority: 9`) + pod("low", ", nodeName: n1, priority: 0"),
    code: 1,
    err: [/depends on volumes/],
  },
  "evicted and preempted pods are counted apart": {
    args: ["whatif", "drain", "n1", "-", "-o", "name", ...quiet],
    stdin: drained,
    code: 1,
    out: "a/second\n",
    err: [
      /^failed: 1 evicted pod stays pending$/m,
      /^failed: 1 pod of other nodes is preempted and left without a node$/m,
    ],
  },
  "a rollout whose new pod depends on volumes": {
    args: ["whatif", "rollout", "deployment/web", ...quiet],
    stdin: rolledOut,
    code: 1,
    out: [
      /^The rollout of Deployment a\/web depends on volumes: the node of 1 pod depends on its PersistentVolumeClaim d/m,
      /a\/web-new-0 depends on PersistentVolumeClaim d; room is held on n1/,
    ],
    err: [/^failed: the answer depends on volumes that are unknown$/m],
  },
  "lost nodes whose pods depend on volumes": {
    args: ["whatif", "without", "--nodes", "--each", "node", ...quiet],
    stdin: node("n1", 2) + node("n2", 2) + pod("p", `${claim}, nodeName: n1`),
    code: 1,
    out: [/DEPEND ON VOLUMES/, /^n1 +1 +1 +0 +1 +0/m],
    err: [/depends on volumes/],
  },
  "a workload of which some pods depend on volumes": {
    args: ["why", "job/s", ...quiet],
    stdin: `${shared}---\n${job}`,
    code: 1,
    out: [/^In the queue of all pending pods, 1 gets a node; the node of 1 depends on PersistentVolumeClaim d, whose/m],
    err: [/depends on volumes/],
  },
  "a want that is met if volumes allow it": {
    args: ["whatif", "change", "--pod", "a/p", "--admitted", ...quiet],
    stdin: undecided,
    code: 1,
    out: [
      /^a\/p: Whether it is so already depends on its PersistentVolumeClaim d, which is not in the input; no edit/m,
    ],
    err: [/depends on volumes/],
  },
  "a pod for which kube-scheduler fails on another node": {
    args: ["why", "a/p", ...quiet],
    stdin: foreign,
    code: 1,
    out: [/^a\/p waits, even if nodes fit it: kube-scheduler fails when it filters nodes: running "NodeVolumeLimits"/m],
  },
  "a pod whose ephemeral claim is not created yet": {
    args: ["why", "a/late", ...quiet],
    stdin: `${foreign.replace(/^.*name: u, .*$/m, "")}---\n${pod("late", ephemeral)}`,
    out: [
      /^a\/late goes to n\d once its PersistentVolumeClaim late-v is created \(schedscope queue\)\. Until then, it/m,
    ],
  },
  // Versions.
  "a version with its patch": {
    args: ["pods", "a/q", "--kubernetes", "v1.37.2-gke.1", ...quiet],
    stdin: node("n1", 2) + pod("q"),
    out: [/^As in Kubernetes 1\.37\.$/m],
  },
  "a version that is none": {
    args: ["pods", "a/q", "--kubernetes", "1.3"],
    stdin: node("n1", 2) + pod("q"),
    code: 2,
    err: [/argument '1\.3' is invalid\. Allowed choices are 1\.35, 1\.36, 1\.37\./],
  },
  "a list that no version changes": {
    args: ["pods", ...quiet],
    stdin: node("n1", 2) + pod("q"),
    out: [/^2 pods: 1 on nodes, 1 pending, 0 finished\.(?![\s\S]*As in Kubernetes)/],
  },
  "a list that a version changes": {
    args: ["pods"],
    stdin:
      node("n1", 4) +
      "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: a, uid: p}, spec: {nodeName: n1, resources: " +
      "{requests: {cpu: 1}}, containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}, status: {phase: " +
      "Running, resources: {requests: {cpu: 2}}, allocatedResources: {cpu: 2}}}\n",
    out: [/^As in Kubernetes 1\.36, the newest version that nodes report\.$/m],
  },
  // Comparisons.
  "two versions": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml"],
    files: {
      "a.yaml": node("n1", 2, "v1.35.1") + pod("q"),
      "b.yaml": node("n1", 2, "v1.37.1") + pod("q", "", 2),
    },
    out: [
      /^queue: 1 pod requests other amounts; 1 pod unchanged\.$/m,
      /^As in Kubernetes 1\.35, .* \(.*a\.yaml\), and as in Kubernetes 1\.37, .* \(.*b\.yaml\)\.$/m,
      /^requests {3}a\/q {3}bound to n1 {3}bound to n1 {3}cpu 1 → 2$/m,
    ],
  },
  "one version for both": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "--kubernetes", "1.36"],
    files: {
      "a.yaml": node("n1", 2, "v1.35.1") + pod("q"),
      "b.yaml": node("n1", 2, "v1.37.1") + pod("q"),
    },
    out: [/^As in Kubernetes 1\.36\.$/m],
  },
  "a fault of the first text": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", ...quiet],
    files: { "a.yaml": node("n1", 2) + pod("q") + unreadable, "b.yaml": node("n1", 2) + pod("q") },
    code: 1,
    out: [/^.*a\.yaml: Incomplete: /m],
    err: [/incomplete/],
  },
  "what the first text lacks": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", ...quiet],
    files: { "a.yaml": undecided, "b.yaml": node("n1", 2) + pod("p") },
    code: 1,
    out: [/^.*a\.yaml: Incomplete: the input lacks any PersistentVolumeClaim/m],
    err: [/incomplete/],
  },
  "JSON with the findings and versions of both": {
    args: ["compare", "{}/a.yaml", "{}/b.yaml", "-o", "json", ...quiet],
    files: { "a.yaml": node("n1", 2, "v1.35.1") + pod("q"), "b.yaml": node("n1", 2, "v1.37.1") + pod("q") },
    out: [/"findings":\[.*\],"kubernetesVersion":\{"version":"1\.37",.*"before":\{"findings":.*"version":"1\.35"/],
  },
  "the finding and the help name one command": {
    args: ["pods", "a/p", ...quiet],
    stdin: undecided,
    code: 1,
    out: [new RegExp(`add the output of ${volumesCommandLine}\\.$`, "m")],
    err: [/incomplete/],
  },
  // No answer.
  "JSON of a text that cannot be read": {
    args: ["pods", "-o", "json", ...quiet],
    stdin: unreadable,
    code: 1,
    out: [/^\{"findings":\[\{"at":"\w+","severity":"\w+","code":"incomplete-text"/],
    err: [/cannot be read/],
  },
  "JSON of placements that cannot be read": {
    args: ["place", "-o", "json", ...dated],
    stdin: unreadable,
    code: 1,
    out: [/^\{"findings":\[\{/],
    err: [/no Placement/],
  },
  "JSON of a text without pods": {
    args: ["pods", "-o", "json", ...quiet],
    stdin: "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}\n",
    code: 3,
    err: [/no Pod in the input/, /kubectl get pvc,pv,storageclasses/],
  },
  "a request that is no amount": {
    args: ["whatif", "sweep", "--pod", "a/q", "--request", "cpu", ...quiet],
    stdin: node("n1", 2) + pod("q", "", "5xx"),
    code: 1,
    err: [/^failed: Pod a\/q is invalid$/m, /its request of `cpu` cannot be swept: `5xx` is not a quantity/],
  },
  "two weights to sweep": {
    args: ["whatif", "sweep", "--weight", "Steady", "--weight", "Spread", ...dated],
    stdin: "",
    code: 2,
    err: [/One weight is swept/],
  },
};
