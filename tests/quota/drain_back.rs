//! Pods that a drain does not get off their node.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

/// A template that names the drained node brings its pods back: its kubelet ignores cordons.
#[test]
fn a_template_with_a_node_brings_its_pods_back() {
    let node = |name: &str| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": 4, "pods": 9}}})
    };
    let objects = |named: &str| {
        let spec = json!({"nodeName": named, "containers": [{"name": "c"}]});
        let set = json!({"apiVersion": "apps/v1", "kind": "ReplicaSet",
            "metadata": {"name": "r", "namespace": "a", "uid": "r"},
            "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "r"}},
                "template": {"metadata": {"labels": {"app": "r"}}, "spec": spec}}, "status": {"replicas": 2}});
        let pod = |name: &str| {
            json!({"apiVersion": "v1", "kind": "Pod",
                "metadata": {"name": name, "namespace": "a", "uid": name, "labels": {"app": "r"}, "ownerReferences":
                    [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "r", "uid": "r", "controller": true}]},
                "spec": {"nodeName": "n1", "containers": [{"name": "c", "resources": {"requests": {"cpu": 2}}}]},
                "status": {"phase": "Running"}})
        };
        [node("n1"), node("n2"), set, pod("r-a"), pod("r-b")]
    };
    let drain = |objects: &[Value]| {
        ask(
            &mut Scenario::new(&text(objects)),
            &json!({"drain": {"node": "n1"}}),
        )
    };
    let told = |answer: &Value| {
        let of = |pod: &Value| json!([pod["node"], pod["kubelet"]["reason"], pod["step"]]);
        let pods: Vec<Value> = items(&answer["pods"]).map(of).collect();
        json!([
            answer["landed"],
            answer["returned"],
            answer["waiting"],
            pods
        ])
    };
    let back = json!(["n1", null, null]);
    assert_eq!(told(&drain(&objects("n1"))), json!([0, 2, 0, [back, back]]));
    // The node of the template has room for one.
    let mut busy = objects("n2");
    busy[1]["status"]["allocatable"]["cpu"] = json!(3);
    let full = json!([null, "OutOfcpu", null]);
    let there = json!(["n2", null, null]);
    assert_eq!(told(&drain(&busy)), json!([1, null, 1, [there, full]]));
    assert_eq!(
        told(&drain(&objects("n2"))),
        json!([2, null, 0, [there, there]])
    );
    let question = json!({"withoutNodes": {"node": "n1"}});
    let lost = ask(&mut Scenario::new(&text(&objects("n1"))), &question);
    assert_eq!(lost["losses"][0]["landed"], 0);
    assert_eq!(lost["losses"][0]["waiting"], 2);
    // A pod that tolerates the cordon goes back, too.
    let mut tolerant = objects("");
    for at in [3, 4] {
        tolerant[at]["spec"]["tolerations"] = json!([{"operator": "Exists"}]);
    }
    tolerant[1]["status"]["allocatable"]["cpu"] = json!(1);
    let answer = drain(&tolerant);
    assert_eq!(
        (&answer["landed"], &answer["returned"]),
        (&json!(0), &json!(2))
    );
}
