//! Why a change adds one node at most.

use serde_json::{Value, json};

use super::wanted::Wanted;
use reference::pod_sets;

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
