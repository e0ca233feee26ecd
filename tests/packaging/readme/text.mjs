// Two clusters and a placement; a node, quotas and pods, one of them pending.
const container = (cpu) => `containers: [{name: c, resources: {requests: {cpu: "${cpu}"}, limits: {cpu: "${cpu}"}}}]`;
const quota = (name, namespace, cpu) =>
  `{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: ElasticQuota, metadata: {name: ${name}, namespace: ${namespace}}, spec: {min: {cpu: "${cpu}"}}}`;

export const text = [
  "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: near, labels: {zone: a}}}",
  "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: far, labels: {zone: b}}}",
  `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: default}
spec:
  predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {zone: a}}}}]`,
  '{apiVersion: v1, kind: Node, metadata: {name: node-1}, status: {allocatable: {cpu: "4", pods: "110"}}}',
  quota("a", "team-a", 4),
  quota("b", "team-b", 0),
  `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: team-b}
spec: {selector: {matchLabels: {app: web}}}
status: {disruptionsAllowed: 0}`,
  `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: team-b, labels: {app: web}}
spec: {nodeName: node-1, ${container(2)}}`,
  `apiVersion: v1
kind: Pod
metadata: {name: batch, namespace: team-b}
spec: {nodeName: node-1, priority: 100, ${container(2)}}`,
  `apiVersion: v1
kind: Pod
metadata: {name: api, namespace: team-a}
spec: {priority: 200, ${container(2)}}`,
].join("\n---\n");
