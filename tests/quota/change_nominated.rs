//! Bounds of quotas that must leave room for pods which are nominated for a node.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

fn quota(namespace: &str, min: u32, max: u32) -> Value {
    json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"namespace": namespace, "name": "quota"},
        "spec": {"min": {"cpu": min.to_string()}, "max": {"cpu": max.to_string()}}})
}

fn pod(namespace: &str, name: &str, cpu: u32, priority: i32) -> Value {
    let requests = json!({ "cpu": cpu.to_string() });
    json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"namespace": namespace, "name": name, "uid": format!("{namespace}-{name}")},
        "spec": {"priority": priority, "containers": [{"name": "c", "resources": {"requests": requests}}]}})
}

fn running(mut pod: Value) -> Value {
    pod["spec"]["nodeName"] = json!("n1");
    pod["status"]["phase"] = json!("Running");
    pod
}

fn nominated(mut pod: Value) -> Value {
    pod["status"]["nominatedNodeName"] = json!("n1");
    pod
}

/// The bounds with which `a/asked` is admitted on a node with room for all, each by itself: object, path, new value.
fn admitted(objects: &[Value]) -> Vec<Value> {
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
        "status": {"allocatable": {"cpu": "64", "pods": "99"}}});
    let items: Vec<&Value> = std::iter::once(&node).chain(objects).collect();
    let list = json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string();
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "families": ["quota"],
        "want": {"pod": "a/asked", "admitted": true}}});
    let answer = Scenario::new(&list).ask(&question.to_string());
    let answer: Value = reference::answers::read(&answer.expect("an answer"));
    let changes = answer["changes"].as_array().expect("changes").iter();
    let edits = changes.map(|change| {
        let edits = change["edits"].as_array().expect("edits").iter();
        let edits =
            edits.map(|edit| json!([edit["object"]["namespace"], edit["path"], edit["new"]]));
        edits.collect()
    });
    edits.collect()
}

/// 1 is used, 2 are nominated with a higher priority, and 2 are asked for: a max of 5.
#[test]
fn a_max_has_room_for_nominated_pods_too() {
    let objects = [
        quota("a", 4, 4),
        quota("b", 9, 9),
        running(pod("a", "run", 1, 0)),
        nominated(pod("a", "first", 2, 10)),
        pod("a", "asked", 2, 0),
    ];
    assert_eq!(admitted(&objects), [json!([["a", "spec.max.cpu", "5"]])]);
}

/// The mins are 2 + 2, and 1 + 2 + 2 are used, nominated and asked for: one more, by the quota that it is a smaller
/// share of.
#[test]
fn the_sum_of_mins_has_room_for_nominated_pods_too() {
    let objects = [
        quota("a", 1, 9),
        quota("b", 3, 9),
        running(pod("b", "run", 1, 0)),
        nominated(pod("a", "first", 2, 10)),
        pod("a", "asked", 2, 0),
    ];
    assert_eq!(admitted(&objects), [json!([["b", "spec.min.cpu", "4"]])]);
}

/// b uses 2 of a min of 1: its nominated pod does not count yet. With a min of 2 it would, so that the mins must be
/// 2 + 3 + 2 together: 5 more than the 2 of a, which is at its max.
#[test]
fn a_min_has_room_for_the_nominated_pods_that_count_with_it() {
    let mut asked = pod("a", "asked", 2, 0);
    // Else it evicts the pod that b has borrowed for.
    asked["spec"]["preemptionPolicy"] = json!("Never");
    let objects = [
        quota("a", 2, 2),
        quota("b", 1, 9),
        running(pod("b", "run", 2, 0)),
        nominated(pod("b", "next", 3, 10)),
        asked,
    ];
    assert_eq!(admitted(&objects), [json!([["b", "spec.min.cpu", "5"]])]);
}
