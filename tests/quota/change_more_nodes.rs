//! Why a change adds one node at most, and when that node is not like another one, or not enough.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{
    change_anew::{node, pod},
    wanted::Wanted,
};
use reference::{
    answers::{ask, text},
    pod_sets,
    pods::items,
};

/// The objects with so many more nodes like one.
fn with_more(objects: &[Value], like: &Value, count: usize) -> Vec<Value> {
    let more = (0..count).map(|at| {
        let name = json!(format!("more-{at}"));
        let mut node = like.clone();
        node["metadata"]["name"] = name.clone();
        if let Some(label) = node["metadata"]["labels"].get_mut("kubernetes.io/hostname") {
            *label = name;
        }
        node
    });
    objects.iter().cloned().chain(more).collect()
}

/// A pod that one more empty node does not let in is not let in by several: each filter asks of such a node what it
/// asks of the first one, and a new domain has no pods.
#[test]
fn several_more_nodes_let_in_whom_one_lets_in() {
    let (mut let_in, mut kept_out) = (0, 0);
    for pod_set in pod_sets::sampled(300, &pod_sets::constrained(3, 6)) {
        let objects = &pod_set.objects;
        let wanted = Wanted {
            asked: &pod_set.asked,
            proposal: true,
            admitted: true,
            evicts_nobody: true,
            spares: None,
            on: None,
        };
        if wanted.meets(objects) {
            continue;
        }
        for like in objects.iter().filter(|one| one["kind"] == "Node") {
            let [one, several] = [1, 3].map(|count| wanted.meets(&with_more(objects, like, count)));
            assert_eq!(one, several, "{like} {pod_set:?}");
            let_in += usize::from(one);
            kept_out += usize::from(!one);
        }
    }
    assert!(let_in > 10 && kept_out > 10, "{let_in} {kept_out}");
}

/// The edits of each change that lets in the pod `a/asked`: family, object and new value.
fn changes(objects: &[Value]) -> Vec<Vec<(String, String, Value)>> {
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": "a/asked", "admitted": true}}});
    let answer = ask(&mut Scenario::new(&text(objects)), &question);
    let told = |edit: &Value| {
        let [family, name] = [&edit["family"], &edit["object"]["name"]];
        let [family, name] = [family, name].map(|of| of.as_str().expect("a name").to_owned());
        (family, name, edit["new"].clone())
    };
    let changes = items(&answer["changes"]);
    let changes = changes.map(|change| items(&change["edits"]).map(told).collect());
    changes.collect()
}

/// Each zone has a pod that the asked one keeps away from.
#[test]
fn a_node_in_a_further_zone() {
    let in_zone = |name: &str, zone: &str| {
        let mut node = node(name, 8);
        node["metadata"]["labels"]["zone"] = json!(zone);
        node
    };
    let mut asked = pod("asked", 1, None, None);
    asked["spec"]["affinity"] = json!({"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
        [{"topologyKey": "zone", "labelSelector": {"matchLabels": {"app": "web"}}}]}});
    let objects = [
        in_zone("n1", "zone-1"),
        in_zone("n2", "b"),
        pod("one", 1, Some("n1"), None),
        pod("two", 1, Some("n2"), None),
        asked,
    ];
    let changes = changes(&objects);
    let (family, name, new) = &changes[0][0];
    assert_eq!((family.as_str(), name.as_str()), ("node", "n1-2"));
    assert_eq!(new["metadata"]["labels"]["zone"], "zone-2");
}

/// A node with a taint that has less than the pod requests: a request of 0 is a last resort.
#[test]
fn a_toleration_is_not_enough() {
    let mut gpu = node("gpu", 8);
    gpu["spec"] = json!({"taints": [{"key": "gpu", "effect": "NoSchedule"}]});
    gpu["status"]["allocatable"]["x.com/gpu"] = json!("1");
    let mut asked = pod("asked", 1, None, None);
    let gpus = json!({"requests": {"x.com/gpu": 2}, "limits": {"x.com/gpu": 2}});
    asked["spec"]["containers"][0]["resources"] = gpus;
    let families = |change: &Vec<(String, String, Value)>| {
        let mut families: Vec<String> = change.iter().map(|(family, ..)| family.clone()).collect();
        families.dedup();
        families.join(" ")
    };
    let found: Vec<String> = changes(&[node("n1", 8), gpu, asked])
        .iter()
        .map(families)
        .collect();
    assert_eq!(found, ["toleration request", "request"]);
}
