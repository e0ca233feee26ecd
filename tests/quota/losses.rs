//! What is of the loss of nodes, and what happens anyway.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

/// How many pods of other nodes are left without one.
pub(super) fn lost(moved: &[&Value]) -> usize {
    let is_gone = |pod: &Value| pod["bare"] == true && !pod["preemptedBy"].is_null();
    let is_lost = |pod: &&&Value| !pod["from"].is_null() && (pod["node"].is_null() || is_gone(pod));
    moved.iter().filter(is_lost).count()
}

/// Pods that would have had a place with the node wait now: they are told with the loss.
#[test]
fn who_waits_because_a_node_is_gone() {
    let node = |name: &str| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": 4, "pods": 9}}})
    };
    let pod = |name: &str, cpu: u32| {
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "a", "uid": name},
            "spec": {"priority": 0, "containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}]}})
    };
    let objects = [
        node("n1"),
        node("n2"),
        pod("one", 4),
        pod("two", 4),
        pod("large", 9),
    ];
    let ask =
        |question: Value| ask(&mut Scenario::new(&text(&objects)), &question)["losses"][0].clone();
    let loss = ask(json!({"withoutNodes": {"node": "n1"}}));
    let others: Vec<&Value> = items(&loss["others"]).collect();
    // `large` waits in any case.
    let told: Vec<Value> = others
        .iter()
        .map(|one| json!([one["pod"], one["node"]]))
        .collect();
    assert_eq!(json!(told), json!([["a/one", "n2"], ["a/two", null]]));
    assert_eq!(loss["othersTotal"], 2);
    // Of several losses they are counted, and not listed.
    let each = ask(json!({"withoutNodes": {"each": "node"}}));
    assert_eq!(json!([each["others"], each["othersTotal"]]), json!([[], 2]));
}

/// What happens anyway is not of the loss: a preemption, and where a pod without an owner would be put again.
#[test]
fn what_happens_anyway_is_not_of_a_loss() {
    let node = |name: &str, taints: Value| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"zone": name}},
            "spec": {"taints": taints}, "status": {"allocatable": {"cpu": 2, "pods": 9}}})
    };
    let pod = |name: &str, node: Value, priority: i32| {
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "a", "uid": name},
            "spec": {"priority": priority, "nodeName": node,
                "containers": [{"name": "c", "resources": {"requests": {"cpu": 2}}}]}})
    };
    let taints = json!([{"key": "t", "effect": "NoSchedule"}]);
    let objects = [
        node("n1", Value::Null),
        node("n2", taints),
        pod("old", json!("n1"), 0),
        pod("high", Value::Null, 10),
    ];
    let answer = ask(
        &mut Scenario::new(&text(&objects)),
        &json!({"withoutNodes": {"each": "zone"}}),
    );
    let told: Vec<Value> = items(&answer["losses"])
        .map(|loss| json!([loss["name"], loss["othersMoved"], loss["othersTotal"]]))
        .collect();
    assert_eq!(json!(told), json!([["n1", 0, 1], ["n2", 0, 0]]));
}

/// The losses by workload: pods of a `ReplicaSet` that the text lacks, of a `Deployment` that it has, and pods alone.
#[test]
fn what_each_workload_loses() {
    let node = |name: &str, cpu: u32| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"zone": name}},
            "status": {"allocatable": {"cpu": cpu, "pods": 9}}})
    };
    let pod = |name: &str, node: &str, owner: Value| {
        json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": "a", "uid": name, "ownerReferences": owner},
            "spec": {"nodeName": node, "containers": [{"name": "c", "resources": {"requests": {"cpu": 1}}}]},
            "status": {"phase": "Running"}})
    };
    let owned = |kind: &str, name: &str| {
        let owner =
            json!({"apiVersion": "apps/v1", "kind": kind, "name": name, "controller": true});
        json!([owner])
    };
    let objects = [
        node("n1", 9),
        node("n2", 2),
        pod("db-0", "n1", owned("StatefulSet", "db")),
        pod("db-1", "n1", owned("StatefulSet", "db")),
        pod("db-2", "n2", owned("StatefulSet", "db")),
        pod("agent", "n1", owned("DaemonSet", "agent")),
        pod("alone", "n1", json!([])),
    ];
    let answer = ask(
        &mut Scenario::new(&text(&objects)),
        &json!({"withoutNodes": {"each": "zone"}}),
    );
    let told = |loss: &Value| {
        let each = items(&loss["workloads"]).map(|of| {
            let [kind, name] = ["kind", "name"].map(|part| of["workload"][part].as_str().unwrap());
            format!("{kind} {name} {} of {}", of["lost"], of["pods"])
        });
        each.collect::<Vec<String>>()
    };
    // n2 has room for one pod more.
    assert_eq!(answer["losses"][0]["name"], "n1");
    assert_eq!(
        told(&answer["losses"][0]),
        ["StatefulSet db 1 of 2", "Pod alone 1 of 1"]
    );
    assert_eq!(told(&answer["losses"][1]), ["StatefulSet db 0 of 1"]);
}

/// Pods of other nodes that are preempted and end on no node are lost like those of the nodes.
#[test]
fn pods_that_are_preempted_count_as_lost() {
    let node = |name: &str| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": 2, "pods": 9}}})
    };
    let pod = |name: &str, node: &str, priority: i32, owner: &str| {
        json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": "a", "uid": name, "ownerReferences":
                [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": owner, "controller": true}]},
            "spec": {"nodeName": node, "priority": priority,
                "containers": [{"name": "c", "resources": {"requests": {"cpu": 1}}}]},
            "status": {"phase": "Running"}})
    };
    let objects = [
        node("n1"),
        node("n2"),
        node("n3"),
        pod("batch-1", "n2", 0, "batch"),
        pod("web-1", "n2", 9, "web"),
        pod("web-2", "n3", 9, "web"),
        pod("web-3", "n3", 9, "web"),
        pod("api-1", "n1", 5, "api"),
    ];
    let ask = |question: Value| ask(&mut Scenario::new(&text(&objects)), &question);
    let each = ask(json!({"withoutNodes": {"each": "node"}}));
    let told: Vec<Value> = items(&each["losses"])
        .map(|of| {
            json!([
                of["name"],
                of["waiting"],
                of["othersLost"],
                of["others"][0]["preemptedBy"]
            ])
        })
        .collect();
    // On n1 is room for one pod: web-2 takes it, and web-3 preempts another.
    assert_eq!(
        json!(told),
        json!([
            ["n2", 1, 0, null],
            ["n3", 0, 1, "a/web-3"],
            ["n1", 0, 1, "a/api-1"]
        ])
    );
    let workload = &each["losses"][2]["workloads"][0];
    assert_eq!(
        json!([workload["workload"]["name"], workload["lost"]]),
        json!(["batch", 1])
    );
    let drain = ask(json!({"drain": {"node": "n1"}}));
    assert_eq!(
        json!([drain["othersLost"], drain["waiting"]]),
        json!([1, 0])
    );
}

/// While the Node objects remain, hard spread constraints over their labels count their domains.
#[test]
fn who_is_spread_over_labels_of_the_lost_nodes() {
    let node = |name: &str| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"zone": name}},
            "status": {"allocatable": {"cpu": 4, "pods": 9}}})
    };
    let owner = json!({"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "w", "controller": true});
    for (key, rule, expected) in [
        ("zone", "DoNotSchedule", json!(1)),
        ("zone", "ScheduleAnyway", Value::Null),
        ("rack", "DoNotSchedule", Value::Null),
    ] {
        let web = json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": "web-1", "namespace": "a", "uid": "web-1", "labels": {"app": "web"},
                "ownerReferences": [owner]},
            "spec": {"nodeName": "b", "containers": [{"name": "c"}], "topologySpreadConstraints": [{"maxSkew": 1,
                "topologyKey": key, "whenUnsatisfiable": rule, "labelSelector": {"matchLabels": {"app": "web"}}}]}});
        let mut stays = web.clone();
        stays["metadata"]["name"] = json!("web-2");
        stays["metadata"]["uid"] = json!("web-2");
        stays["spec"]["nodeName"] = json!("a");
        let loss = ask(
            &mut Scenario::new(&text(&[node("a"), node("b"), web, stays])),
            &json!({"withoutNodes": {"label": "zone=b"}}),
        );
        let loss = &loss["losses"][0];
        assert_eq!(loss["spreadOverLost"], expected, "{key} {rule}");
        assert_eq!(loss["waitingInOutage"], expected, "{key} {rule}");
    }
}
