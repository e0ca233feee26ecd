//! Evicting on several nodes: sets of pods of which another one would do as well, or would not.

use reference::answers::{ask, text};
use schedscope::scenario::Scenario;
use schedscope_fuzz::quota::across::pod;
use serde_json::{Value, json};

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
