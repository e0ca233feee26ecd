//! Rollouts that change more than the template, or that tell old and new pods apart.

use serde_json::{Value, json};

use super::rollout::{node, old, rollout, spec, told, workload};

/// `matchLabelKeys` of terms of affinity name the hash of the new pods, as those of spread constraints do.
#[test]
fn a_term_tells_old_and_new_pods_apart() {
    let apart = |keys: &str| {
        let mut term = json!({"labelSelector": {"matchLabels": {"app": "web"}},
            "topologyKey": "kubernetes.io/hostname"});
        term[keys] = json!(["pod-template-hash"]);
        json!({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}})
    };
    // As the API server stores it.
    let stored = |operator: &str| {
        let expression =
            json!({"key": "pod-template-hash", "operator": operator, "values": ["5bb"]});
        let selector = json!({"matchLabels": {"app": "web"}, "matchExpressions": [expression]});
        json!({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
            [{"labelSelector": selector, "topologyKey": "kubernetes.io/hostname"}]}}})
    };
    let ends = |keys: &str, operator: &str| {
        let own = stored(operator);
        let objects = [
            node("n1", 4),
            workload("Deployment", 1, &json!({}), &apart(keys)),
            old("Deployment", "web-5bb-x", "n1", &own),
        ];
        told(&rollout(&objects, "Deployment"))
    };
    let steps = "completes: +new-0 new-0>n1 | -5bb-x";
    assert_eq!(ends("matchLabelKeys", "In"), steps);
    assert_eq!(ends("mismatchLabelKeys", "NotIn"), "stops: +new-0");
}

/// The `ReplicaSet` of the current template is found although its terms name its own hash.
#[test]
fn a_replica_set_with_label_keys_is_that_of_the_template() {
    let more = json!({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
        [{"labelSelector": {"matchLabels": {"app": "web"}}, "topologyKey": "kubernetes.io/hostname",
            "matchLabelKeys": ["pod-template-hash"]}]}}});
    let set = json!({"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"name": "web-5bb",
        "namespace": "a", "ownerReferences":
            [{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "w", "controller": true}]},
        "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "web", "pod-template-hash": "5bb"}},
            "template": {"metadata": {"labels": {"app": "web", "pod-template-hash": "5bb"}},
                "spec": spec("new", &more)}}});
    let objects = [
        node("n1", 4),
        workload("Deployment", 1, &json!({}), &more),
        set,
        old("Deployment", "web-5bb-x", "n1", &json!({})),
    ];
    assert_eq!(rollout(&objects, "Deployment")["restart"], true);
}

/// Nothing creates a pod without a controller again after it was evicted.
#[test]
fn an_evicted_pod_without_a_controller_is_gone() {
    let evicted = |owners: Value| {
        let low = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "low", "namespace": "a", "uid": "low",
            "ownerReferences": owners}, "spec": {"nodeName": "n1", "priority": -1, "containers":
            [{"name": "c", "image": "i", "resources": {"requests": {"cpu": 1}}}]}, "status": {"phase": "Running"}});
        // Each new pod needs the room of the low one, which each old pod leaves.
        let objects = [
            node("n1", 3),
            workload("Deployment", 2, &json!({}), &json!({})),
            old("Deployment", "web-5bb-x", "n1", &json!({})),
            old("Deployment", "web-5bb-y", "n1", &json!({})),
            low,
        ];
        let answer = rollout(&objects, "Deployment");
        assert_eq!(answer["end"], "completes", "{}", told(&answer));
        answer["evicted"].clone()
    };
    assert_eq!(evicted(json!([])), 1);
    let owner = json!([{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "r", "uid": "r", "controller": true}]);
    assert_eq!(evicted(owner), 2);
}

/// `replicas` that changed with the template: the old `ReplicaSet` is scaled first.
#[test]
fn replicas_and_template_together() {
    let none = json!({});
    let told_of = |replicas: u32, olds: &[&str], cpu: u32| {
        let mut objects = vec![
            node("n1", cpu),
            workload("Deployment", replicas, &none, &none),
        ];
        objects.extend(olds.iter().map(|name| old("Deployment", name, "n1", &none)));
        let answer = rollout(&objects, "Deployment");
        (told(&answer), answer["scaledTo"].clone())
    };
    let (told, scaled) = told_of(2, &["web-5bb-x"], 9);
    assert!(
        told.starts_with("completes: +5bb-0 5bb-0>n1 | +new-0 new-0>n1 | -5bb-"),
        "{told}"
    );
    assert_eq!(scaled, 2);
    let (told, scaled) = told_of(1, &["web-5bb-x", "web-5bb-y"], 9);
    assert!(told.starts_with("completes: -5bb-"), "{told}");
    assert_eq!(scaled, 1);
    // Where the node has no room for the old ones, it has none for the new ones.
    let (told, _) = told_of(2, &["web-5bb-x"], 1);
    assert_eq!(told, "stops: +5bb-0 | +new-0");
    assert_eq!(told_of(1, &["web-5bb-x"], 9).1, Value::Null);
}

/// The pods of the set that is rolled out are made; those of other sets are those of the text.
#[test]
fn a_set_that_is_rolled_out_makes_its_pods() {
    let set = |name: &str| {
        let mut set = workload("DaemonSet", 0, &json!({}), &json!({}));
        set["metadata"]["name"] = json!(name);
        set
    };
    let named = |sets: &[&str]| {
        let mut objects = vec![node("n1", 4)];
        objects.extend(sets.iter().map(|name| set(name)));
        let answer = rollout(&objects, "DaemonSet");
        let findings = answer["findings"].as_array().cloned().unwrap_or_default();
        let rows = findings
            .iter()
            .filter(|finding| finding["data"]["why"] == "pods-not-made");
        let names = rows.map(|row| {
            row["data"]["object"]["name"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        });
        names.collect::<Vec<String>>()
    };
    assert_eq!(named(&["web"]), [""; 0]);
    assert_eq!(named(&["web", "logs"]), ["logs"]);
}

/// A template that selects labels of no node: the labels on a node, or no such selector.
#[test]
fn a_selector_of_no_node() {
    let selector = json!({"nodeSelector": {"pool": "new"}});
    let objects = [
        node("n1", 4),
        workload("Deployment", 1, &json!({}), &selector),
        old("Deployment", "web-5bb-x", "n1", &json!({})),
    ];
    let answer = rollout(&objects, "Deployment");
    assert_eq!(answer["end"], "stops");
    let fix = |change: &str, node: Option<&str>| {
        let mut fix = json!({"change": change, "like": null});
        if let Some(node) = node {
            fix["node"] = json!(node);
        }
        fix
    };
    assert_eq!(
        answer["fixes"],
        json!([fix("labels", Some("n1")), fix("no-selector", None)])
    );
}
