//! Nodes that are not ready and that no taint says so of.

use schedscope_objects::names::Names;
use schedscope_pods::{fit::is_hard, node::NodeInfo};

/// So many nodes are named.
const MOST: usize = 10;

/// Of these nodes those whose condition `Ready` is not `True` and that have no taint of `node.kubernetes.io/` which
/// keeps pods away, each once. kube-scheduler looks at taints alone.
pub fn unready_nodes<'a>(names: &Names, nodes: impl Iterator<Item = &'a NodeInfo>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for node in nodes {
        let mut taints = node.node.taints.iter();
        let is_state = |key: &str| key.starts_with("node.kubernetes.io/");
        let is_told = taints.any(|taint| is_hard(taint) && is_state(&names[taint.key]));
        if node.node.is_unready && !is_told && !found.contains(&node.name) {
            found.push(node.name.clone());
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}
