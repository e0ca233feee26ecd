//! Requests that no node can give.

use schedscope_answer_macro::answer;
use schedscope_pods::{
    amounts::Amounts,
    snapshot::{ClusterSnapshot, PodInfo},
};

/// A request of a pod above what any node can give; amounts in milli-CPU or base units.
#[answer(Eq)]
pub struct AboveEveryNode {
    /// The name of the resource.
    pub resource: String,
    /// The amount that must be free on a node.
    pub request: i64,
    /// The most that a node can give.
    pub most: i64,
}

/// The requests of a pod that no node of the input can give; none where the input has no nodes. O(nodes x resources).
pub(super) fn above_every_node(snapshot: &ClusterSnapshot, pod: &PodInfo) -> Vec<AboveEveryNode> {
    let Some(request) = pod.request.checked().filter(|_| !snapshot.nodes.is_empty()) else {
        return Vec::new();
    };
    let mut largest = Amounts::default();
    for node in &snapshot.nodes {
        largest.raise(&node.allocatable);
    }
    let resources = snapshot.resources.ids();
    let above = resources.filter(|resource| request.get(*resource) > largest.get(*resource));
    above
        .map(|resource| AboveEveryNode {
            resource: snapshot.resources.name(resource).to_owned(),
            request: request.get(resource),
            most: largest.get(resource),
        })
        .collect()
}
