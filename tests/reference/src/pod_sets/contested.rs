//! Small sets in which nominated pods and quotas contradict each other.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::PodSet;

fn pod(name: &str, namespace: &str, cpu: i64, priority: i64) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "namespace": namespace, "uid": name},
        "spec": {"priority": priority, "containers": [
            {"name": "c", "image": "pause", "resources": {"requests": {"cpu": cpu.to_string()}}},
        ]},
        "status": {"phase": "Pending"},
    })
}

fn quota(namespace: &str, min: i64, max: i64) -> Value {
    json!({
        "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"name": "quota", "namespace": namespace},
        "spec": {"min": {"cpu": min.max(0).to_string()}, "max": {"cpu": max.max(0).to_string()}},
    })
}

/// Full nodes of pods of one quota or two, another pod of it that waits for room, and bounds that are
/// hardly enough.
pub(super) fn contested() -> BoxedStrategy<PodSet> {
    let bound = (0..3_usize, prop::bool::weighted(0.8), 1..3_i64, 0..3_i64);
    let waiting = (
        0..3_usize,
        1..3_i64,
        prop_oneof![Just(5_i64), Just(100), Just(150)],
    );
    (
        1..4_usize,
        prop::collection::vec(bound, 1..8),
        prop::collection::vec(waiting, 0..3),
        (1..4_i64, -1..4_i64, -3..5_i64, -2..3_i64),
    )
        .prop_map(|(nodes, bound, waiting, (cpu, max, min, other))| {
            let mut objects = Vec::new();
            let mut used = [0, 0];
            let mut on = vec![0; nodes];
            for (number, (node, own, cpu, priority)) in bound.into_iter().enumerate() {
                let namespace = if own { "a" } else { "b" };
                let mut pod = pod(&format!("p{number}"), namespace, cpu, priority);
                pod["spec"]["nodeName"] = json!(format!("n{}", node % nodes));
                pod["status"]["phase"] = json!("Running");
                used[usize::from(!own)] += cpu;
                on[node % nodes] += cpu;
                objects.push(pod);
            }
            for (number, (node, cpu, priority)) in waiting.into_iter().enumerate() {
                let mut pod = pod(&format!("w{number}"), "a", cpu, priority);
                pod["status"]["nominatedNodeName"] = json!(format!("n{}", node % nodes));
                objects.push(pod);
            }
            for (number, cpu) in on.iter().enumerate() {
                let cpu = (cpu + 1).to_string();
                objects.push(json!({
                    "apiVersion": "v1", "kind": "Node", "metadata": {"name": format!("n{number}")},
                    "status": {"allocatable": {"cpu": cpu, "pods": "110"}},
                }));
            }
            objects.push(pod("in", "a", cpu, 100));
            objects.push(quota("a", used[0] + min, used[0] + max));
            objects.push(quota("b", used[1] + other, used[1] + 9));
            PodSet {
                objects,
                asked: "a/in".to_owned(),
            }
        })
        .boxed()
}
