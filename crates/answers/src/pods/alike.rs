//! Nodes of the same shape.

use schedscope_objects::{names::Names, node::Node};
use schedscope_whatif::pods::alike_nodes::first_alike;

use super::list::NodeEntry;

/// Notes for each entry which node before it is like it; `nodes`: those of the entries.
pub(super) fn note_alike(entries: &mut [NodeEntry], nodes: &[&Node], names: &Names) {
    let firsts = first_alike(nodes.iter().copied(), names);
    for (at, first) in firsts.into_iter().enumerate() {
        let name = entries.get(first).map(|entry| entry.name.clone());
        if let Some(entry) = entries.get_mut(at).filter(|_| at != first) {
            entry.like = name;
        }
    }
}
