// Texts and answers that calls share.
export const cluster = (name, labels = {}) =>
  `apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: ${name}\n` +
  `  labels: ${JSON.stringify(labels)}\n`;
export const placement = (name, spec = "{}", namespace = "prod") =>
  `apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata:\n  name: ${name}\n` +
  `  namespace: ${namespace}\nspec: ${spec}\n`;
export const joined = (...documents) => documents.join("---\n");

export const isProd = "{predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {env: prod}}}}]}";
export const three = [
  cluster("prod-1", { env: "prod" }),
  cluster("prod-2", { env: "prod" }),
  cluster("lab-1", { env: "lab" }),
];
export const fleet = joined(...three, placement("web", isProd));
export const two = joined(...three, placement("web", isProd), placement("all"));
export const noted =
  "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n" +
  "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ns}\n" +
  "spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n";
const nodeOf = (name, cpu) =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}\n` +
  `status: {allocatable: {cpu: ${cpu}, memory: 8Gi, pods: 10}}\n`;
const podOf = (name, labels, spec) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: team, labels: ${labels}}\n` +
  `spec:\n  containers: [{name: c, resources: {requests: {cpu: 3}, limits: {cpu: 3, memory: 1Gi}}}]\n${spec}`;
/** Two nodes, of which a pod with a gate fits one. */
export const gated = joined(
  nodeOf("a", 4),
  nodeOf("b", 2),
  podOf("p", "{}", "  schedulingGates: [{name: example.com/quota}]\n"),
);
/** The pod `team/p` keeps away from `a`, only because a selector covers its namespace, whose label it excludes. */
export const faulty = joined(
  nodeOf("a", 8),
  nodeOf("b", 4),
  "apiVersion: v1\nkind: Namespace\nmetadata: {name: team, labels: {team: x}}\n",
  podOf("web", "{app: web}", "  nodeName: a\n"),
  podOf(
    "p",
    "{}",
    "  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: " +
      "kubernetes.io/hostname, labelSelector: {}, namespaceSelector: {matchExpressions: [{key: team, operator: " +
      "DoesNotExist}]}}]}}\n",
  ),
);
const quotaOf = (name, min) =>
  `apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: ${name}, namespace: ${name}}\n` +
  `spec: {min: {cpu: ${min}}, max: {cpu: 12}}\n`;
const guestOf = (namespace, name, spec) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec:\n${spec}`;
/** `a/new` fits both nodes, and the quotas reject it until `b/old` gives back what it has borrowed. */
export const governed = joined(
  nodeOf("n1", 8),
  nodeOf("n2", 8),
  quotaOf("a", 3),
  quotaOf("b", 1),
  guestOf("b", "old", "  nodeName: n1\n  containers: [{name: c, resources: {requests: {cpu: 4}, limits: {cpu: 4}}}]\n"),
  guestOf("a", "new", "  containers: [{name: c, resources: {requests: {cpu: 2}, limits: {cpu: 2}}}]\n"),
);
/** One node with a pod that a PodDisruptionBudget keeps, or that can go, for `team/new` that shall go there. */
export const kept = joined(
  nodeOf("a", 4),
  nodeOf("b", 8),
  podOf("web", "{app: web}", "  nodeName: a\n  priority: 0\n"),
  podOf("new", "{}", "  priority: 10\n"),
  "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web, namespace: team}\n" +
    "spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}\nstatus: {disruptionsAllowed: 0}\n",
);
/** Two nodes with two pods, of which `team/p` is on the node that is given; no pod waits. */
export const settled = (node) =>
  joined(
    nodeOf("a", 8),
    nodeOf("b", 8),
    podOf("web", "{}", "  nodeName: a\n"),
    podOf("p", "{}", `  nodeName: ${node}\n`),
  );
export const story = "examples/quota-story-1.yaml";
export const quiet = ["-q", "--now", "2026-03-01T12:00:00Z"];

export const rows = `CLUSTER   STATE          RANK   TOTAL   WHY
prod-1    selected          1     100
prod-2    selected          2     100
lab-1     filtered out      -       -   label env is lab, but must be prod
`;
export const answer = `prod/web selects 2 clusters. 3 candidates, 1 filtered out by predicates.\n\n${rows}`;
