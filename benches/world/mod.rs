//! Nodes full of pods, for the suites `pods` and `quota`. The twin for JavaScript is
//! tests/node/bench/world.mjs.

use std::fmt::Write as _;

const NAMESPACES: u32 = 20;

/// Nodes of 32 CPUs, almost full of pods of 1 CPU, `per_node` on each; quotas that all use more than
/// their minimum of `min` CPUs.
pub(crate) fn world(nodes: u32, per_node: u32, min: u32) -> String {
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
