//! What cannot go on although no pod is pending: rollouts that are not complete, and budgets that block drains.

use std::slice;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

use super::rollout::{node, old, workload};

/// The findings of a code about an answer.
fn found(objects: &[Value], question: &Value, code: &str) -> Vec<Value> {
    let answer = ask(&mut Scenario::new(&text(objects)), question);
    let findings = items(&answer["findings"]).filter(|finding| finding["code"] == code);
    findings.map(|finding| finding["data"].clone()).collect()
}

fn queue() -> Value {
    json!({"queue": {}})
}

/// A pod of the workload that is or is not ready.
fn pod(kind: &str, name: &str, image: &str, ready: bool) -> Value {
    let mut made = old(kind, name, "n1", &json!({}));
    made["spec"]["containers"][0]["image"] = json!(image);
    let status = if ready { "True" } else { "False" };
    made["status"]["conditions"] = json!([{"type": "Ready", "status": status}]);
    made
}

#[test]
fn rollouts_that_are_not_complete() {
    let none = json!({});
    let of = |fields: &Value, pods: &[Value]| {
        let mut objects = vec![node("n1", 9), workload("StatefulSet", 2, fields, &none)];
        objects.extend_from_slice(pods);
        objects
    };
    let [before, after] = [("web-0", "old"), ("web-1", "new")]
        .map(|(name, image)| pod("StatefulSet", name, image, image == "old"));
    let both = of(&none, &[before.clone(), after.clone()]);
    let due = json!({"object": {"kind": "StatefulSet", "namespace": "a", "name": "web"},
        "old": 1, "new": 1, "unready": 1});
    assert_eq!(found(&both, &queue(), "rollout-due"), slice::from_ref(&due));
    assert_eq!(found(&both, &json!({"pods": {}}), "rollout-due"), [due]);
    // A what-if, and an answer about one pod, are about something else.
    for question in [
        json!({"drain": {"node": "n1"}}),
        json!({"simulatePod": {"pod": "a/web-0"}}),
    ] {
        assert_eq!(found(&both, &question, "rollout-due"), [] as [Value; 0]);
    }
    // They name one revision: something else than the template has changed an image.
    let named = [&before, &after].map(|pod| {
        let mut pod = pod.clone();
        pod["metadata"]["labels"]["controller-revision-hash"] = json!("web-1");
        pod
    });
    assert!(found(&of(&none, &named), &queue(), "rollout-due").is_empty());
    let quiet = [
        // As far as the text tells, all have one template.
        of(&none, slice::from_ref(&before)),
        of(&none, slice::from_ref(&after)),
        of(
            &json!({"updateStrategy": {"type": "OnDelete"}}),
            &[before.clone(), after.clone()],
        ),
        of(
            &json!({"updateStrategy": {"rollingUpdate": {"partition": 1}}}),
            &[before, after],
        ),
    ];
    for objects in quiet {
        let found = found(&objects, &queue(), "rollout-due");
        assert!(
            found.len() < 2 && found.iter().all(|of| of["new"] == 0),
            "{found:?}"
        );
    }
}

#[test]
fn a_deployment_whose_replica_set_has_another_template() {
    let deployment = workload("Deployment", 1, &json!({}), &json!({}));
    let mut set = deployment.clone();
    set["kind"] = json!("ReplicaSet");
    set["metadata"] = json!({"name": "web-5bb", "namespace": "a", "uid": "r", "ownerReferences":
        [{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "w", "controller": true}]});
    set["spec"]["template"]["spec"]["containers"][0]["image"] = json!("old");
    let own = pod("Deployment", "web-5bb-x", "old", true);
    let objects = [node("n1", 4), deployment.clone(), set, own.clone()];
    let [due] = found(&objects, &queue(), "rollout-due")
        .try_into()
        .expect("one");
    assert_eq!(
        json!([due["object"]["name"], due["old"], due["new"]]),
        json!(["web", 1, 0])
    );
    let mut same = objects;
    same[2]["spec"]["template"]["spec"]["containers"][0]["image"] = json!("new");
    assert!(found(&same, &queue(), "rollout-due").is_empty());
}

#[test]
fn budgets_that_block_drains() {
    let budget = |fields: Value| {
        let mut spec = json!({"selector": {"matchLabels": {"app": "web"}}});
        for (key, value) in fields.as_object().unwrap() {
            spec[key] = value.clone();
        }
        json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
            "metadata": {"name": "b", "namespace": "a"}, "spec": spec})
    };
    let set = || {
        let mut set = workload("Deployment", 2, &json!({}), &json!({}));
        set["kind"] = json!("ReplicaSet");
        set["metadata"]["name"] = json!("web-5bb");
        set
    };
    let on = |name: &str, node: &str| {
        let mut made = pod("Deployment", name, "new", true);
        made["spec"]["nodeName"] = json!(node);
        made
    };
    let of = |fields: Value| {
        [
            node("n1", 4),
            node("n2", 4),
            set(),
            on("web-5bb-x", "n1"),
            on("web-5bb-y", "n2"),
            budget(fields),
        ]
    };
    let all = of(json!({"minAvailable": 2}));
    let [found_one] = found(&all, &queue(), "budget-blocks")
        .try_into()
        .expect("one");
    let told = |of: &Value| {
        json!([
            of["node"],
            of["cordoned"],
            of["nodes"],
            of["block"]["why"],
            of["block"]["pods"]
        ])
    };
    assert_eq!(told(&found_one), json!(["n1", false, 2, "all-needed", 2]));
    assert_eq!(found_one["block"]["budgets"], json!(["a/b"]));
    // Pods that wait are what the answer is about, unless a node is cordoned.
    let waits = || {
        let mut made = pod("Deployment", "other", "new", false);
        made["metadata"]["ownerReferences"] = json!([]);
        made["metadata"]["labels"] = json!({});
        made["spec"]["nodeName"] = Value::Null;
        made
    };
    let mut pending = all.to_vec();
    pending.push(waits());
    assert!(found(&pending, &queue(), "budget-blocks").is_empty());
    pending[0]["spec"] = json!({"unschedulable": true});
    assert_eq!(found(&pending, &queue(), "budget-blocks").len(), 1);
    // The cordoned node is the one that is being drained.
    let mut cordoned = all.clone();
    cordoned[1]["spec"] = json!({"unschedulable": true});
    let [found_one] = found(&cordoned, &queue(), "budget-blocks")
        .try_into()
        .expect("one");
    assert_eq!(told(&found_one), json!(["n2", true, 2, "all-needed", 2]));
    assert!(found(&all, &json!({"drain": {"node": "n1"}}), "budget-blocks").is_empty());
    // A drain leaves the mirrors of static pods, which no budget guards from it.
    let mut never = of(json!({"maxUnavailable": 0}));
    assert_eq!(found(&never, &queue(), "budget-blocks").len(), 1);
    for pod in &mut never[3..5] {
        pod["metadata"]["annotations"] = json!({"kubernetes.io/config.mirror": "x"});
    }
    assert!(found(&never, &queue(), "budget-blocks").is_empty());
    assert!(found(&of(json!({"minAvailable": 1})), &queue(), "budget-blocks").is_empty());
    assert!(found(&of(json!({"maxUnavailable": 1})), &queue(), "budget-blocks").is_empty());
}
