// Nodes full of pods, for the suites `pods` and `quota`. The twin for native code is
// benches/nodes_and_pods/mod.rs.

const namespaces = 20;
const padded = (number, digits) => String(number).padStart(digits, "0");

/** A quota of each namespace, with a minimum of `min` CPUs. */
function quotas(min) {
  const text = [];
  for (let namespace = 0; namespace < namespaces; namespace++) {
    text.push(`---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: team-${padded(namespace, 2)}, name: quota}
spec: {min: {cpu: "${min}", memory: ${min}Ti}}
`);
  }
  return text.join("");
}

/**
 * Nodes of 32 CPUs, almost full of pods of 1 CPU, `perNode` on each; quotas that all use more than
 * their minimum of `min` CPUs.
 */
export function nodesAndPods(nodes, perNode, min) {
  const text = [];
  for (let node = 0; node < nodes; node++) {
    text.push(`---
apiVersion: v1
kind: Node
metadata: {name: node-${padded(node, 5)}}
status: {allocatable: {cpu: "32", memory: 128Gi, pods: "110"}}
`);
  }
  text.push(quotas(min));
  for (let pod = 0; pod < nodes * perNode; pod++) {
    const namespace = padded(pod % namespaces, 2);
    const container = '{name: main, resources: {requests: {cpu: "1", memory: 4Gi}}}';
    text.push(`---
apiVersion: v1
kind: Pod
metadata: {namespace: team-${namespace}, name: pod-${padded(pod, 6)}}
spec: {nodeName: node-${padded(pod % nodes, 5)}, priority: ${(pod * 7919) % 1000}, containers: [${container}]}
status: {phase: Running, startTime: "2025-06-01T12:${padded(pod % 60, 2)}:00Z"}
`);
  }
  return text.join("");
}

/** Away from the pods of an app on one node, and spread over the zones. */
function apart(app) {
  const selector = `labelSelector: {matchLabels: {app: app-${app}}}`;
  const anti = `{topologyKey: kubernetes.io/hostname, ${selector}}`;
  const zone = "topologyKey: topology.kubernetes.io/zone";
  const spread = `{maxSkew: 2, ${zone}, whenUnsatisfiable: DoNotSchedule, ${selector}}`;
  const affinity = `{podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [${anti}]}}`;
  return `affinity: ${affinity}, topologySpreadConstraints: [${spread}]`;
}

/**
 * The same in three zones, where every pod keeps away from the pods of its app on its node, and they are spread over
 * the zones. On each node there is one pod of each app.
 */
export function spreadNodesAndPods(nodes, perNode, min) {
  const text = [];
  for (let node = 0; node < nodes; node++) {
    const name = `node-${padded(node, 5)}`;
    text.push(`---
apiVersion: v1
kind: Node
metadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}, topology.kubernetes.io/zone: zone-${node % 3}}}
status: {allocatable: {cpu: "32", memory: 128Gi, pods: "110"}}
`);
  }
  text.push(quotas(min));
  for (let pod = 0; pod < nodes * perNode; pod++) {
    const app = Math.floor(pod / nodes);
    const namespace = padded(app % namespaces, 2);
    const priority = (pod * 7919) % 1000;
    const container = '{name: main, resources: {requests: {cpu: "1", memory: 4Gi}}}';
    text.push(`---
apiVersion: v1
kind: Pod
metadata: {namespace: team-${namespace}, name: pod-${padded(pod, 6)}, labels: {app: app-${app}}}
spec: {nodeName: node-${padded(pod % nodes, 5)}, priority: ${priority}, ${apart(app)}, containers: [${container}]}
status: {phase: Running, startTime: "2025-06-01T12:${padded(pod % 60, 2)}:00Z"}
`);
  }
  return text.join("");
}

/** Pods that wait, of 200 apps, each kept apart and spread like the pods of `spreadNodesAndPods`. */
export function spreadPending(count) {
  const text = [];
  for (let pod = 0; pod < count; pod++) {
    const app = 100 + (pod % 200);
    const namespace = padded(app % namespaces, 2);
    const requests = `{cpu: ${100 + (pod % 5) * 50}m, memory: ${256 + (pod % 25) * 16}Mi}`;
    const containers = `[{name: main, resources: {requests: ${requests}}}]`;
    text.push(`---
apiVersion: v1
kind: Pod
metadata: {namespace: team-${namespace}, name: new-${padded(pod, 6)}, labels: {app: app-${app}}}
spec: {priority: ${pod % 3}, ${apart(app)}, containers: ${containers}}
`);
  }
  return text.join("");
}

/** Pods that wait, of 25 templates. */
export function pending(count) {
  const text = [];
  for (let pod = 0; pod < count; pod++) {
    const requests = `{cpu: ${100 + (pod % 5) * 50}m, memory: ${256 + (pod % 25) * 16}Mi}`;
    text.push(`---
apiVersion: v1
kind: Pod
metadata: {namespace: team-${padded(pod % namespaces, 2)}, name: new-${padded(pod, 6)}}
spec: {priority: ${pod % 3}, containers: [{name: main, resources: {requests: ${requests}}}]}
`);
  }
  return text.join("");
}

/**
 * Nodes of 128 vCPUs with autoscaled VMs, `perNode` on each, whose agents ask every five seconds, as
 * many compute units as loads of ten kinds need.
 */
export function vms(nodes, perNode, timeline) {
  const wide = (number, digits) => String(number).padStart(digits, "0");
  const share = (system) => `{"watermark": 0.8, "system": "${system}"}`;
  const defaults = `{"cpu": ${share("1")}, "memory": ${share("1Gi")}, "computeUnit": {"vCPUs": 1, "mem": 4}}`;
  const parts = [
    `apiVersion: v1
kind: ConfigMap
metadata: {namespace: kube-system, name: scheduler-plugin-config}
data:
  autoscaler-enforcer-config.json: |
    {"memBlockSize": "1Gi", "schedulerName": "autoscale-scheduler", "nodeDefaults": ${defaults}}
`,
  ];
  for (let node = 0; node < nodes; node++) {
    parts.push(`---
apiVersion: v1
kind: Node
metadata: {name: node-${wide(node, 5)}}
status: {allocatable: {cpu: "128", memory: 512Gi, pods: "110"}}
`);
  }
  for (let vm = 0; vm < nodes * perNode; vm++) {
    parts.push(`---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: vm-${wide(vm, 6)}}
spec: {guest: {cpus: {min: 1, use: 2, max: 4}, memorySlots: {min: 4, use: 8, max: 16}}}
status: {node: node-${wide(vm % nodes, 5)}}
`);
  }
  parts.push(`---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: bench}
spec:
  seed: 7
${timeline}
  agents:
`);
  for (let kind = 0; kind < 10; kind++) {
    const sine = `{mean: 2.5, amplitude: 1.5, period: 20s, phase: ${kind}s}`;
    parts.push(`  - {vms: ["vm-*${kind}"], load: {noise: 0.5, sine: ${sine}}}\n`);
  }
  return parts.join("");
}
