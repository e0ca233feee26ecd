// Nodes full of pods, for the suites `pods` and `quota`. The twin for native code is
// benches/world/mod.rs.

const namespaces = 20;
const padded = (number, digits) => String(number).padStart(digits, "0");

/**
 * Nodes of 32 CPUs, almost full of pods of 1 CPU, `perNode` on each; quotas that all use more than
 * their minimum of `min` CPUs.
 */
export function world(nodes, perNode, min) {
  const text = [];
  for (let node = 0; node < nodes; node++) {
    text.push(`---
apiVersion: v1
kind: Node
metadata: {name: node-${padded(node, 5)}}
status: {allocatable: {cpu: "32", memory: 128Gi, pods: "110"}}
`);
  }
  for (let namespace = 0; namespace < namespaces; namespace++) {
    text.push(`---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: team-${padded(namespace, 2)}, name: quota}
spec: {min: {cpu: "${min}", memory: ${min}Ti}}
`);
  }
  for (let pod = 0; pod < nodes * perNode; pod++) {
    const namespace = padded(pod % namespaces, 2);
    text.push(`---
apiVersion: v1
kind: Pod
metadata: {namespace: team-${namespace}, name: pod-${padded(pod, 6)}}
spec: {nodeName: node-${padded(pod % nodes, 5)}, priority: ${(pod * 7919) % 1000}, containers: [{name: main, resources: {requests: {cpu: "1", memory: 4Gi}}}]}
status: {phase: Running, startTime: "2025-06-01T12:${padded(pod % 60, 2)}:00Z"}
`);
  }
  return text.join("");
}

/** Pods that wait, of 25 templates. */
export function pending(count) {
  const text = [];
  for (let pod = 0; pod < count; pod++) {
    text.push(`---
apiVersion: v1
kind: Pod
metadata: {namespace: team-${padded(pod % namespaces, 2)}, name: new-${padded(pod, 6)}}
spec: {priority: ${pod % 3}, containers: [{name: main, resources: {requests: {cpu: ${100 + (pod % 5) * 50}m, memory: ${256 + (pod % 25) * 16}Mi}}}]}
`);
  }
  return text.join("");
}
