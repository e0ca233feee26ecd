//! The first change of an answer is what an operator would try first.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

use super::change_anew::{node, pod};

/// The paths and new values of the first change for `a/asked`, after which the pod has a node.
#[track_caller]
fn first(objects: &[Value]) -> Vec<(String, Value)> {
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z",
        "want": {"pod": "a/asked", "admitted": true}}});
    let answer = ask(&mut Scenario::new(&text(objects)), &question);
    assert_eq!(answer["met"], false, "{answer}");
    let change = items(&answer["changes"]).next().expect("a change");
    assert!(!change["cycle"]["node"].is_null(), "{change:#}");
    let edits = items(&change["edits"]).map(|edit| {
        let path = edit["path"].as_str().expect("a path");
        (path.to_owned(), edit["new"].clone())
    });
    edits.collect()
}

fn edit(path: &str, new: Value) -> (String, Value) {
    (path.to_owned(), new)
}

/// `a/asked` with more fields of its spec.
fn asked(cpu: u32, more: &Value) -> Value {
    let mut asked = pod("asked", cpu, None, None);
    for (field, value) in more.as_object().expect("fields") {
        asked["spec"][field] = value.clone();
    }
    asked
}

fn labelled(mut object: Value, labels: Value) -> Value {
    object["metadata"]["labels"] = labels;
    object
}

fn tainted(mut node: Value, key: &str, value: &str) -> Value {
    node["spec"]["taints"] = json!([{"key": key, "value": value, "effect": "NoSchedule"}]);
    node
}

#[test]
fn a_misspelt_word_of_the_pod_is_corrected() {
    let ssd = || labelled(node("n1", 8), json!({"disk": "ssd", "node-pool": "gpu"}));
    let selector = |key: &str, value: &str| asked(1, &json!({"nodeSelector": {key: value}}));
    let corrected = [edit("spec.nodeSelector.disk", json!("ssd"))];
    assert_eq!(first(&[ssd(), selector("disk", "sdd")]), corrected);
    let renamed = [
        edit("spec.nodeSelector.node-poll", Value::Null),
        edit("spec.nodeSelector.node-pool", json!("gpu")),
    ];
    assert_eq!(first(&[ssd(), selector("node-poll", "gpu")]), renamed);
    // `hdd` is another thing, and so is another number.
    let hdd = first(&[ssd(), selector("disk", "hdd")]);
    assert_eq!(hdd[0].0, "metadata.labels.disk", "{hdd:?}");
    let numbered = labelled(node("n1", 8), json!({"pool": "pool-1"}));
    let other = first(&[numbered, selector("pool", "pool-2")]);
    assert_eq!(other[0].0, "metadata.labels.pool", "{other:?}");

    let terms = json!({"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
        {"nodeSelectorTerms": [{"matchExpressions": [{"key": "disk", "operator": "In", "values": ["nvme", "sdd"]}]}]}
    }}});
    let path = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]\
                .matchExpressions[0].values[1]";
    assert_eq!(
        first(&[ssd(), asked(1, &terms)]),
        [edit(path, json!("ssd"))]
    );

    let tolerates = json!({"tolerations": [{"key": "dedicated", "operator": "Equal", "value": "bacth",
        "effect": "NoSchedule"}]});
    let batch = tainted(node("n1", 8), "dedicated", "batch");
    let corrected = [edit("spec.tolerations[0].value", json!("batch"))];
    assert_eq!(first(&[batch, asked(1, &tolerates)]), corrected);

    let near = json!({"affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"topologyKey": "h", "labelSelector": {"matchLabels": {"app": "cahce"}}}]}}});
    let cache = labelled(pod("cache-0", 1, Some("n1"), None), json!({"app": "cache"}));
    let host = labelled(node("n1", 8), json!({"h": "n1"}));
    let path = "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector\
                .matchLabels.app";
    assert_eq!(
        first(&[host, cache, asked(1, &near)]),
        [edit(path, json!("cache"))]
    );
}

/// No node gets the label that does not exist.
#[test]
fn a_misspelt_key_of_the_pod_is_corrected() {
    let zone = || labelled(node("n1", 8), json!({"topology.kubernetes.io/zone": "a"}));
    let key = "topology.kubernetes.io/zon";
    let selector = json!({"labelSelector": {"matchLabels": {"app": "p"}}, "topologyKey": key});
    let required = "requiredDuringSchedulingIgnoredDuringExecution";
    let spread = json!({"labelSelector": {}, "topologyKey": key, "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"});
    let affinity = |of: &str, rules: Value| json!({"affinity": {of: {required: rules}}});
    let expressions =
        json!([{"matchExpressions": [{"key": key, "operator": "In", "values": ["a"]}]}]);
    let terms = affinity("nodeAffinity", json!({"nodeSelectorTerms": expressions}));
    for (spec, path) in [
        (
            terms,
            "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]\
             .matchExpressions[0].key",
        ),
        (
            json!({"topologySpreadConstraints": [spread]}),
            "spec.topologySpreadConstraints[0].topologyKey",
        ),
        (
            affinity("podAffinity", json!([selector])),
            "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey",
        ),
    ] {
        let asking = labelled(asked(1, &spec), json!({"app": "p"}));
        let corrected = [edit(path, json!("topology.kubernetes.io/zone"))];
        assert_eq!(first(&[zone(), asking]), corrected);
    }
}

/// Of the second volume: the first one is not modelled.
#[test]
fn a_misspelt_claim_is_corrected() {
    let claim = json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data-db-0", "namespace": "a", "uid": "c", "annotations":
            {"pv.kubernetes.io/bind-completed": "yes"}}, "spec": {"volumeName": "pv"}});
    let volume =
        json!({"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "pv"}});
    let uses = json!({"volumes": [{"name": "tmp", "emptyDir": {}},
        {"name": "data", "persistentVolumeClaim": {"claimName": "data-db0"}}]});
    let path = "spec.volumes[1].persistentVolumeClaim.claimName";
    assert_eq!(
        first(&[node("n1", 8), claim, volume, asked(1, &uses)]),
        [edit(path, json!("data-db-0"))]
    );
}

/// Bounds that have to change together displace nothing, unlike a priority that evicts a pod.
#[test]
fn quotas_are_raised_before_pods_are_evicted() {
    let quota = json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"name": "q", "namespace": "a"}, "spec": {"min": {"cpu": 4}, "max": {"cpu": 8}}});
    let there = pod("there", 8, Some("n1"), None);
    let raised = first(&[node("n1", 32), quota, there, asked(1, &json!({}))]);
    assert_eq!(
        raised,
        [
            edit("spec.max.cpu", json!("9")),
            edit("spec.min.cpu", json!("9"))
        ]
    );
}

/// A request of less than half is no ordinary edit.
#[test]
fn a_resource_quota_is_raised() {
    let quota = json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "q", "namespace": "a"},
        "spec": {"hard": {"requests.cpu": "4"}}, "status": {"used": {"requests.cpu": "3"}}});
    let mut asked = asked(3, &json!({}));
    asked["metadata"]
        .as_object_mut()
        .expect("metadata")
        .remove("uid");
    let raised = [edit("spec.hard[requests.cpu]", json!("6"))];
    assert_eq!(first(&[node("n1", 8), quota, asked]), raised);
}

#[test]
fn reserved_nodes_are_the_last_to_be_tolerated() {
    let control_plane = || tainted(node("cp", 8), "node-role.kubernetes.io/control-plane", "");
    let full = |name: &str| pod(&format!("on-{name}"), 7, Some(name), None);
    let lowered = first(&[
        control_plane(),
        node("n1", 8),
        full("n1"),
        asked(2, &json!({})),
    ]);
    assert_eq!(
        lowered[0].0, "spec.containers[0].resources.requests.cpu",
        "{lowered:?}"
    );
    // Another request would be less than half.
    let mut cordoned = tainted(node("n0", 8), "node.kubernetes.io/unschedulable", "");
    cordoned["spec"]["unschedulable"] = json!(true);
    let opened = first(&[
        cordoned,
        control_plane(),
        node("n1", 8),
        full("n1"),
        asked(3, &json!({})),
    ]);
    assert_eq!(
        opened[0],
        edit("spec.unschedulable", json!(false)),
        "{opened:?}"
    );
}
