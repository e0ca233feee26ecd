//! Nodes full of pods, for the suites `pods` and `quota`, or of VMs, for the suite `vm`. The twin for JavaScript is
//! tests/node/bench/nodes-and-pods.mjs.

use std::fmt::Write as _;

const NAMESPACES: u32 = 20;

/// Nodes of 128 vCPUs with autoscaled VMs, `per_node` on each, whose agents ask every five seconds,
/// as many compute units as loads of ten kinds need.
#[allow(dead_code)]
pub(crate) fn vms(nodes: u32, per_node: u32, timeline: &str) -> String {
    let mut text = String::from(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {namespace: kube-system, name: scheduler-plugin-config}\n\
         data:\n  autoscaler-enforcer-config.json: |\n    {\"memBlockSize\": \"1Gi\", \
         \"schedulerName\": \"autoscale-scheduler\", \"nodeDefaults\": \
         {\"cpu\": {\"watermark\": 0.8, \"system\": \"1\"}, \
         \"memory\": {\"watermark\": 0.8, \"system\": \"1Gi\"}, \
         \"computeUnit\": {\"vCPUs\": 1, \"mem\": 4}}}\n",
    );
    for node in 0..nodes {
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Node\nmetadata: {{name: node-{node:05}}}\n\
             status: {{allocatable: {{cpu: \"128\", memory: 512Gi, pods: \"110\"}}}}"
        );
    }
    for vm in 0..nodes * per_node {
        let node = vm % nodes;
        let _ = writeln!(
            text,
            "---\napiVersion: vm.neon.tech/v1\nkind: VirtualMachine\nmetadata: {{name: vm-{vm:06}}}\n\
             spec: {{guest: {{cpus: {{min: 1, use: 2, max: 4}}, memorySlots: {{min: 4, use: 8, max: 16}}}}}}\n\
             status: {{node: node-{node:05}}}"
        );
    }
    let _ = writeln!(
        text,
        "---\napiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: {{name: bench}}\n\
         spec:\n  seed: 7\n{timeline}"
    );
    text.push_str("  agents:\n");
    for kind in 0..10 {
        let _ = writeln!(
            text,
            "  - {{vms: [\"vm-*{kind}\"], load: {{noise: 0.5, \
             sine: {{mean: 2.5, amplitude: 1.5, period: 20s, phase: {kind}s}}}}}}"
        );
    }
    text
}

/// Nodes of 32 CPUs, almost full of pods of 1 CPU, `per_node` on each; quotas that all use more than
/// their minimum of `min` CPUs.
#[allow(dead_code)]
pub(crate) fn nodes_and_pods(nodes: u32, per_node: u32, min: u32) -> String {
    let mut text = String::new();
    for node in 0..nodes {
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Node\nmetadata: {{name: node-{node:05}}}\n\
             status: {{allocatable: {{cpu: \"32\", memory: 128Gi, pods: \"110\"}}}}"
        );
    }
    for namespace in 0..NAMESPACES {
        let _ = writeln!(
            text,
            "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
             metadata: {{namespace: team-{namespace:02}, name: quota}}\n\
             spec: {{min: {{cpu: \"{min}\", memory: {min}Ti}}}}"
        );
    }
    for pod in 0..nodes * per_node {
        let (node, namespace, priority) = (pod % nodes, pod % NAMESPACES, pod * 7919 % 1000);
        let minute = pod % 60;
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{namespace: team-{namespace:02}, name: pod-{pod:06}}}\n\
             spec: {{nodeName: node-{node:05}, priority: {priority}, containers: [{{name: main, resources: \
             {{requests: {{cpu: \"1\", memory: 4Gi}}}}}}]}}\n\
             status: {{phase: Running, startTime: \"2025-06-01T12:{minute:02}:00Z\"}}"
        );
    }
    text
}

/// The same in three zones, where every pod keeps away from the pods of its app on its node, and they are spread over
/// the zones. On each node there is one pod of each app.
#[allow(dead_code)]
pub(crate) fn spread_nodes_and_pods(nodes: u32, per_node: u32, min: u32) -> String {
    let mut text = String::new();
    for node in 0..nodes {
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Node\nmetadata: {{name: node-{node:05}, labels: \
             {{kubernetes.io/hostname: node-{node:05}, topology.kubernetes.io/zone: zone-{}}}}}\n\
             status: {{allocatable: {{cpu: \"32\", memory: 128Gi, pods: \"110\"}}}}",
            node % 3
        );
    }
    for namespace in 0..NAMESPACES {
        let _ = writeln!(
            text,
            "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
             metadata: {{namespace: team-{namespace:02}, name: quota}}\n\
             spec: {{min: {{cpu: \"{min}\", memory: {min}Ti}}}}"
        );
    }
    for pod in 0..nodes * per_node {
        let (node, app, priority) = (pod % nodes, pod / nodes, pod * 7919 % 1000);
        let (namespace, minute) = (app % NAMESPACES, pod % 60);
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{namespace: team-{namespace:02}, name: pod-{pod:06}, \
             labels: {{app: app-{app}}}}}\n\
             spec: {{nodeName: node-{node:05}, priority: {priority}, {}, containers: [{{name: main, resources: \
             {{requests: {{cpu: \"1\", memory: 4Gi}}}}}}]}}\n\
             status: {{phase: Running, startTime: \"2025-06-01T12:{minute:02}:00Z\"}}",
            apart(app)
        );
    }
    text
}

/// Away from the pods of an app on one node, and spread over the zones.
fn apart(app: u32) -> String {
    let selector = format!("labelSelector: {{matchLabels: {{app: app-{app}}}}}");
    format!(
        "affinity: {{podAntiAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: \
         [{{topologyKey: kubernetes.io/hostname, {selector}}}]}}}}, topologySpreadConstraints: \
         [{{maxSkew: 2, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, {selector}}}]"
    )
}

/// Pods that wait, of 200 apps, each kept apart and spread like the pods of [`spread_nodes_and_pods`].
#[allow(dead_code)]
pub(crate) fn spread_pending(count: u32) -> String {
    let mut text = String::new();
    for pod in 0..count {
        let app = 100 + pod % 200;
        let (namespace, cpu, memory) = (app % NAMESPACES, 100 + pod % 5 * 50, 256 + pod % 25 * 16);
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{namespace: team-{namespace:02}, name: new-{pod:06}, \
             labels: {{app: app-{app}}}}}\n\
             spec: {{priority: {}, {}, containers: [{{name: main, resources: \
             {{requests: {{cpu: {cpu}m, memory: {memory}Mi}}}}}}]}}",
            pod % 3,
            apart(app)
        );
    }
    text
}

/// Pods that wait, of 25 templates.
#[allow(dead_code)]
pub(crate) fn pending(count: u32) -> String {
    let mut text = String::new();
    for pod in 0..count {
        let (namespace, cpu, memory) = (pod % NAMESPACES, 100 + pod % 5 * 50, 256 + pod % 25 * 16);
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{namespace: team-{namespace:02}, name: new-{pod:06}}}\n\
             spec: {{priority: {}, containers: [{{name: main, resources: \
             {{requests: {{cpu: {cpu}m, memory: {memory}Mi}}}}}}]}}",
            pod % 3
        );
    }
    text
}
