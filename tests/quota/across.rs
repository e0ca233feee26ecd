//! Evicting on several nodes, against every set of pods that may go.

use proptest::{prelude::*, test_runner::Config};
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use crate::reference::{
    answers::{ask, text},
    pod_sets::{self, PodSet, Scope},
    pods::{ClusterSnapshot, Pod, items},
    quota::{
        across::{legal, prey, smallest, works},
        admit,
    },
};

pub(crate) const SMALL: Scope = Scope {
    nodes: 4,
    pods: 13,
    quotas: 4,
    unbound: 8,
};

/// All sets of more pods take too long.
const MOST: usize = 10;

pub(crate) fn check(pod_set: &PodSet) -> Result<(), TestCaseError> {
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

proptest! {
    #![proptest_config(Config { max_shrink_iters: 300, cases: 200, ..Config::default() })]

    #[test]
    fn against_all_sets(pod_set in pod_sets::pod_set(SMALL)) {
        check(&pod_set)?;
    }
}

/// Pods in whole CPUs on two nodes of 8, so that many sets just do: by namespace, priority, sidecar, size and node.
fn dense() -> impl Strategy<Value = PodSet> {
    let bound = (0_usize..3, 0_i32..4, 0_u32..4, 1_i64..5, 0_usize..2);
    let pods = prop::collection::vec(bound, 3..9);
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

proptest! {
    #![proptest_config(Config { max_shrink_iters: 300, cases: 600, ..Config::default() })]

    #[test]
    fn against_all_sets_of_whole_cpus(pod_set in dense()) {
        check(&pod_set)?;
    }
}

/// One size for the quota, two for the node: sidecars are charged like init containers, but take
/// room of their own. The larger pod is the more important one, so it is put back first; evicting
/// it alone is the smaller set.
#[test]
fn pods_of_one_charge_take_different_room() {
    let quota = |namespace: &str, min: Value| {
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "quota", "namespace": namespace}, "spec": {"min": min}})
    };
    let objects = [
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node"},
            "status": {"allocatable": {"cpu": "8", "memory": "8Gi", "pods": "110"}}}),
        quota("owner", json!({"cpu": "8"})),
        quota("borrower", json!({"cpu": "0"})),
        pod("small-2", 0, false, "2", Some("node")),
        pod("small-1", 1, false, "2", Some("node")),
        pod("large", 10, true, "2", Some("node")),
        pod("asked", 0, false, "4", None),
    ];
    let mut scenario = Scenario::new(&text(&objects));
    let found = ask(
        &mut scenario,
        &json!({"evictAcrossNodes": {"pod": "owner/asked"}}),
    );
    let large = json!([{"pod": "borrower/large", "node": "node", "priority": 10}]);
    assert_eq!(found["victims"], large, "{found}");
    assert_eq!(found["smallest"], true);
    // On another node pods only differ by their charge: there is room on the empty one, but no minimum left.
    let mut objects = objects.to_vec();
    let mut empty = objects[0].clone();
    empty["metadata"] = json!({"name": "empty", "labels": {"is": "empty"}});
    objects.push(empty);
    for object in &mut objects {
        match object["metadata"]["name"].as_str() {
            Some("large") => *object = pod("large", 10, false, "4", Some("node")),
            Some("asked") => object["spec"]["nodeSelector"] = json!({"is": "empty"}),
            _ => {}
        }
    }
    let found = ask(
        &mut Scenario::new(&text(&objects)),
        &json!({"evictAcrossNodes": {"pod": "owner/asked"}}),
    );
    assert_eq!(found["victims"], large, "{found}");
    assert_eq!(found["node"], "empty");
}

/// The other way round: one size for the node, two for the quota. Here the quota is in the way, and only the most
/// important pod is charged for enough alone.
#[test]
fn pods_of_one_room_have_different_charges() {
    let quota = |namespace: &str, min: &str| {
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "quota", "namespace": namespace}, "spec": {"min": {"cpu": min}}})
    };
    let objects = [
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node"},
            "status": {"allocatable": {"cpu": "16", "memory": "8Gi", "pods": "110"}}}),
        quota("owner", "8"),
        quota("borrower", "0"),
        pod("small-2", 0, true, "2", Some("node")),
        pod("small-1", 1, true, "2", Some("node")),
        pod("large", 10, false, "4", Some("node")),
        pod("asked", 0, false, "4", None),
    ];
    let found = ask(
        &mut Scenario::new(&text(&objects)),
        &json!({"evictAcrossNodes": {"pod": "owner/asked"}}),
    );
    let large = json!([{"pod": "borrower/large", "node": "node", "priority": 10}]);
    assert_eq!(found["victims"], large, "{found}");
    assert_eq!(found["smallest"], true);
}

/// The node has no room, and a pod on another node of its zone is one that the pod does not stand: both have to go.
#[test]
fn a_pod_of_the_zone_is_in_the_way_on_another_node() {
    let node = |name: &str, cpu: &str| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"zone": "z"}},
            "status": {"allocatable": {"cpu": cpu, "memory": "8Gi", "pods": "110"}}})
    };
    let quota = |namespace: &str, min: &str| {
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "quota", "namespace": namespace}, "spec": {"min": {"cpu": min}}})
    };
    let mut near = pod("near", 1, false, "1", Some("small"));
    near["metadata"]["labels"] = json!({"app": "x"});
    let mut asked = pod("asked", 2, false, "4", None);
    let term = json!({"topologyKey": "zone", "namespaces": ["borrower"],
        "labelSelector": {"matchLabels": {"app": "x"}}});
    asked["spec"]["affinity"] =
        json!({"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}});
    let objects = [
        node("large", "4"),
        node("small", "1"),
        quota("owner", "8"),
        quota("borrower", "0"),
        pod("here", 0, false, "4", Some("large")),
        near,
        asked,
    ];
    let found = ask(
        &mut Scenario::new(&text(&objects)),
        &json!({"evictAcrossNodes": {"pod": "owner/asked"}}),
    );
    let victims = json!([
        {"pod": "borrower/near", "node": "small", "priority": 1},
        {"pod": "borrower/here", "node": "large", "priority": 0},
    ]);
    assert_eq!(
        (&found["victims"], &found["node"], &found["smallest"]),
        (&victims, &json!("large"), &json!(true)),
        "{found}"
    );
}

fn pod(name: &str, priority: i32, sidecar: bool, cpu: &str, node: Option<&str>) -> Value {
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
