//! What would change the outcome of a pod before which others are scheduled.

use schedscope::{objects::objects::Assumed, scenario::Scenario};
use serde_json::{Value, json};

use super::change_anew::{node, pod};
use reference::{
    answers::{ask, text},
    pods::items,
};

/// The volume that another pod gets first is free without that pod.
#[test]
fn a_removed_pod_gives_back_the_volume_that_the_queue_gave_it() {
    let of = |kind: &str, name: &str, spec: Value| {
        let api = if kind == "StorageClass" {
            "storage.k8s.io/v1"
        } else {
            "v1"
        };
        let mut of =
            json!({"apiVersion": api, "kind": kind, "metadata": {"name": name, "namespace": "a"}});
        of.as_object_mut()
            .expect("an object")
            .extend(spec.as_object().expect("fields").clone());
        of
    };
    let class = json!({"provisioner": "kubernetes.io/no-provisioner", "volumeBindingMode": "WaitForFirstConsumer"});
    let size = json!({"storage": "1Gi"});
    let volume = json!({"spec": {"capacity": size, "accessModes": ["ReadWriteOnce"], "storageClassName": "local",
        "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions":
            [{"key": "kubernetes.io/hostname", "operator": "In", "values": ["n1"]}]}]}}},
        "status": {"phase": "Available"}});
    let claim = json!({"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": size},
        "storageClassName": "local"}, "status": {"phase": "Pending"}});
    let user = |name: &str| {
        let mut user = pod(name, 1, None, None);
        user["spec"]["volumes"] =
            json!([{"name": "v", "persistentVolumeClaim": {"claimName": name}}]);
        user
    };
    let objects = [
        node("n1", 4),
        node("n2", 4),
        of("StorageClass", "local", class),
        of("PersistentVolume", "l1", volume),
        of("PersistentVolumeClaim", "first", claim.clone()),
        of("PersistentVolumeClaim", "asked", claim),
        user("first"),
        user("asked"),
    ];
    let mut scenario = Scenario::new(&text(&objects));
    scenario.assume(Assumed {
        started: None,
        bound: vec![("a/first".to_owned(), "n1".to_owned())],
    });
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": "a/asked", "admitted": true}}});
    let answer = ask(&mut scenario, &question);
    let edits: Vec<Vec<&str>> = items(&answer["changes"])
        .map(|change| {
            let edits = items(&change["edits"]);
            edits
                .filter_map(|edit| edit["object"]["name"].as_str())
                .collect()
        })
        .collect();
    assert_eq!(edits.first(), Some(&vec!["first"]), "{answer:#}");
}
