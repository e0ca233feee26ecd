//! `NodeName`: the node that the pod itself names.

use schedscope_objects::node::Node;

use crate::snapshot::PodInfo;

/// Whether the pod names another node.
pub(super) fn rejects(info: &PodInfo, node: &Node) -> bool {
    !info.wanted.is_empty() && info.wanted != node.name
}
