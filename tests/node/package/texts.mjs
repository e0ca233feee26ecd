// The texts that the cases are about.

/** Two clusters, and a placement that selects one of them. */
export const placement = `
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: near, labels: {zone: a}}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: far, labels: {zone: b}}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: default}
spec:
  predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {zone: a}}}}]
`;

const container = (cpu) => `containers: [{name: c, resources: {requests: {cpu: "${cpu}"}, limits: {cpu: "${cpu}"}}}]`;
const ofQuota = "apiVersion: scheduling.x-k8s.io/v1alpha1, kind: ElasticQuota";

/**
 * team-b has borrowed all that team-a is promised; batch goes, whose budget has room for that, though it is the
 * more important one.
 */
export const quotas = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: team-a}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}
---
{apiVersion: v1, kind: Node, metadata: {name: node-1}, status: {allocatable: {cpu: "4", pods: "110"}}}
---
{${ofQuota}, metadata: {name: a, namespace: team-a}, spec: {min: {cpu: "4"}}}
---
{${ofQuota}, metadata: {name: b, namespace: team-b}, spec: {min: {cpu: "0"}}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: team-b}
spec: {selector: {matchLabels: {app: web}}}
status: {disruptionsAllowed: 0}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: team-b, labels: {app: web}}
spec: {nodeName: node-1, ${container(2)}}
---
apiVersion: v1
kind: Pod
metadata: {name: batch, namespace: team-b}
spec: {nodeName: node-1, priority: 100, ${container(2)}}
---
apiVersion: v1
kind: Pod
metadata: {name: api, namespace: team-a}
spec: {priority: 200, ${container(2)}}
`;
