//! The API server admits the pods that controllers create in place of those that leave.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

/// Two nodes, and two pods of a `ReplicaSet` on the first, which ask for half a CPU.
fn objects(others: &[Value]) -> String {
    let node = |name: &str, cpu: i64| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": cpu, "memory": "8Gi", "pods": 9}}})
    };
    let containers =
        json!([{"name": "c", "image": "i", "resources": {"requests": {"cpu": "500m"}}}]);
    let set = json!({"apiVersion": "apps/v1", "kind": "ReplicaSet",
        "metadata": {"name": "r", "namespace": "a", "uid": "r"},
        "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "r"}},
            "template": {"metadata": {"labels": {"app": "r"}}, "spec": {"containers": containers}}},
        "status": {"replicas": 2}});
    let pod = |name: &str| {
        json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": "a", "uid": name, "labels": {"app": "r"}, "ownerReferences":
                [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "r", "uid": "r", "controller": true}]},
            "spec": {"nodeName": "n1", "containers": containers}, "status": {"phase": "Running"}})
    };
    let own = [node("n1", 4), node("n2", 1), set, pod("r-a"), pod("r-b")];
    text(&[&own[..], others].concat())
}

fn of(kind: &str, spec: &Value) -> Value {
    json!({"apiVersion": "v1", "kind": kind, "metadata": {"name": "q", "namespace": "a"}, "spec": spec})
}

/// The node of each pod that leaves, or why it is not created again.
fn told(question: &Value, others: &[Value]) -> Value {
    let answer = ask(&mut Scenario::new(&objects(others)), question);
    let answer = match answer.get("losses") {
        Some(losses) => losses[0].clone(),
        None => answer,
    };
    let pods: Vec<Value> = items(&answer["pods"])
        .map(|pod| match &pod["resourceQuota"] {
            Value::Null => pod["node"].clone(),
            quota => json!([pod["node"], quota["resource"], quota["rule"]]),
        })
        .collect();
    json!([answer["landed"], answer["waiting"], pods])
}

#[test]
fn a_replacement_that_is_refused_is_not_created() {
    let bounds = |limits: Value| of("LimitRange", &json!({"limits": [limits]}));
    let quota = |hard: Value, used: &Value| {
        let mut quota = of("ResourceQuota", &json!({"hard": hard}));
        quota["status"] = json!({"hard": hard, "used": used});
        quota
    };
    let refused = |key: &str, rule: &str| json!([null, key, rule]);
    for question in [
        json!({"drain": {"node": "n1"}}),
        json!({"withoutNodes": {"node": "n1"}}),
    ] {
        let told = |others: &[Value]| told(&question, others);
        let both = json!([2, 0, ["n2", "n2"]]);
        assert_eq!(told(&[]), both);
        // Its own limit is the `max` of the range.
        let above = refused("requests.cpu", "above-limit");
        let small = bounds(json!({"type": "Container", "max": {"cpu": "250m"}}));
        assert_eq!(told(&[small]), json!([0, 2, [above, above]]));
        // What the pods use is released before.
        let full = quota(
            json!({"pods": 2, "requests.cpu": 1}),
            &json!({"pods": 2, "requests.cpu": 1}),
        );
        assert_eq!(told(&[full]), both);
        let over = quota(json!({"pods": 1}), &json!({"pods": 2}));
        let one = json!([1, 1, ["n2", refused("pods", "exceeded")]]);
        assert_eq!(told(&[over]), one);
        // The range gives new pods the limit that the quota wants.
        let limited = quota(json!({"limits.cpu": 2}), &json!({"limits.cpu": 0}));
        let lacks = refused("limits.cpu", "must-specify");
        assert_eq!(
            told(std::slice::from_ref(&limited)),
            json!([0, 2, [lacks, lacks]])
        );
        let defaults = bounds(json!({"type": "Container", "default": {"cpu": 1}}));
        assert_eq!(told(&[limited, defaults]), both);
    }
}

/// An evicted pod is created again only if it is admitted.
#[test]
fn a_preempted_pod_is_created_again_if_it_is_admitted() {
    let important = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "big", "namespace": "b", "uid": "b"},
        "spec": {"priority": 9, "nodeSelector": {"big": "yes"},
            "containers": [{"name": "c", "resources": {"requests": {"cpu": "3500m"}}}]}});
    let steps = |others: &[Value]| {
        let mut input = objects(others);
        input = input.replace(r#""name":"n1"}"#, r#""name":"n1","labels":{"big":"yes"}}"#);
        let answer = ask(&mut Scenario::new(&input), &json!({"queue": {}}));
        json!([answer["bound"], answer["refused"]])
    };
    assert_eq!(steps(std::slice::from_ref(&important)), json!([2, 0]));
    let bounds = json!({"limits": [{"type": "Container", "max": {"cpu": "250m"}}]});
    assert_eq!(
        steps(&[important, of("LimitRange", &bounds)]),
        json!([1, 1])
    );
}
