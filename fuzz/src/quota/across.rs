//! Evicting on several nodes, against every set of pods that may go.

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::{PodSet, Scope},
    pods::{ClusterSnapshot, Pod, items},
    quota::{
        across::{legal, prey, smallest, works},
        admit,
    },
};

pub const SMALL: Scope = Scope {
    nodes: 4,
    pods: 13,
    quotas: 4,
    unbound: 8,
};

/// All sets of more pods take too long.
const MOST: usize = 10;

pub fn check(pod_set: &PodSet) -> Result<(), TestCaseError> {
    let snapshot = ClusterSnapshot::read_as(&pod_set.objects, true);
    let (snapshot, pod) = snapshot.taken(&pod_set.asked);
    let admission = admit(&snapshot, &pod);
    let prey = prey(&snapshot, &pod, &admission);
    prop_assume!(prey.len() <= MOST);
    let mut scenario = Scenario::new(&text(&pod_set.objects));
    let found = ask(
        &mut scenario,
        &json!({"evictAcrossNodes": {"pod": pod_set.asked}}),
    );
    let reason = found["reason"].as_str();
    if pod.never || !admission.has_quota {
        let expected = if pod.never { "policy" } else { "no-quota" };
        prop_assert_eq!(reason, Some(expected));
        prop_assert_eq!(&found["possible"], false);
        return Ok(());
    }
    if prey.is_empty() {
        prop_assert_eq!(
            &found["possible"],
            !works(&snapshot, &pod, &admission, &[]).is_empty() && reason.is_none()
        );
        return Ok(());
    }
    let best = smallest(&snapshot, &pod, &prey);
    prop_assert_eq!(&found["possible"], best.is_some(), "{}, {:?}", found, best);
    let Some(best) = best else {
        let reason = reason.expect("a reason");
        let known = ["no-room", "quota"];
        prop_assert!(known.contains(&reason), "{reason}");
        return Ok(());
    };
    let keys = items(&found["victims"]).map(|victim| victim["pod"].as_str().expect("a pod"));
    let victims: Vec<Pod> = keys
        .map(|key| snapshot.pod(key).expect("a pod").clone())
        .collect();
    for (victim, found) in victims.iter().zip(items(&found["victims"])) {
        prop_assert_eq!(found["node"].as_str(), victim.node.as_deref());
        prop_assert_eq!(&found["priority"], victim.priority);
    }
    prop_assert!(victims.is_sorted_by_key(Pod::importance));
    prop_assert!(legal(&snapshot, &pod, &admission, &victims), "{found}");
    let nodes = works(&snapshot, &pod, &admission, &victims);
    let node = found["node"].as_str().expect("a node");
    prop_assert!(nodes.iter().any(|one| one == node), "{found}");
    if found["smallest"] == true {
        prop_assert_eq!(victims.len(), best, "{}", found);
    } else {
        prop_assert!(victims.len() >= best);
    }
    Ok(())
}

/// Pods in whole CPUs on two nodes of 8, so that many sets just do: by namespace, priority, sidecar, size and node.
pub fn dense(most: usize) -> impl Strategy<Value = PodSet> {
    let bound = (0_usize..3, 0_i32..4, 0_u32..4, 1_i64..5, 0_usize..2);
    let pods = prop::collection::vec(bound, 3..most);
    let quotas = ([3_i64..7, 0..4], 5_i64..9);
    (pods, quotas, 2_i64..8, 0_u8..3).prop_map(|(pods, (mins, max), asked, selected)| {
        let node = |name: &str| {
            json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"is": name}},
                "status": {"allocatable": {"cpu": "8", "memory": "8Gi", "pods": "110"}}})
        };
        let quota = |namespace: &str, min: i64, max: i64| {
            json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
                "metadata": {"name": "quota", "namespace": namespace},
                "spec": {"min": {"cpu": min}, "max": {"cpu": max}}})
        };
        let mut objects = vec![
            node("n0"),
            node("n1"),
            quota("owner", mins[0], max),
            quota("b", mins[1], 99),
            quota("c", 0, 99),
        ];
        let mut free = [8, 8];
        for (at, (namespace, priority, sidecar, cpu, node)) in pods.into_iter().enumerate() {
            let takes = if sidecar == 0 { 2 * cpu } else { cpu };
            if takes <= free[node] {
                free[node] -= takes;
                let on = format!("n{node}");
                let mut one = pod(&format!("p{at}"), priority, sidecar == 0, &cpu.to_string(), Some(&on));
                one["metadata"]["namespace"] = json!(["owner", "b", "c"][namespace]);
                objects.push(one);
            }
        }
        let mut one = pod("asked", 2, false, &asked.to_string(), None);
        if selected > 0 {
            one["spec"]["nodeSelector"] = json!({"is": format!("n{}", selected - 1)});
        }
        objects.push(one);
        let asked = "owner/asked".to_owned();
        PodSet { objects, asked }
    })
}

/// A pod that requests `cpu` of a node, or waits.
pub fn pod(name: &str, priority: i32, sidecar: bool, cpu: &str, node: Option<&str>) -> Value {
    let container = json!({"name": "main", "resources": {"requests": {"cpu": cpu}}});
    let mut spec = json!({"containers": [container], "priority": priority});
    if sidecar {
        let resources = json!({"requests": {"cpu": cpu}});
        spec["initContainers"] = json!([
            {"name": "proxy", "restartPolicy": "Always", "resources": resources}
        ]);
    }
    if let Some(node) = node {
        spec["nodeName"] = json!(node);
    }
    let namespace = if node.is_some() { "borrower" } else { "owner" };
    json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "namespace": namespace, "uid": name}, "spec": spec})
}
