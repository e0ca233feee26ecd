//! Nodes that no text names.

use std::sync::Arc;

use schedscope_objects::{id::NodeId, node::Node, objects::Objects};

use super::ClusterSnapshot;
use crate::{classes::PodClasses, node::NodeInfo, volumes::StorageObjects};

impl ClusterSnapshot {
    /// Adds a node without pods. `objects`: those of the snapshot, with the node and what belongs to it. O(pods + nodes
    /// + objects of storage x nodes).
    pub fn add_node(&mut self, node: &Arc<Node>, objects: &Objects) -> NodeId {
        let names = &objects.names;
        let info = NodeInfo::new(node, &mut self.resources, names);
        let id = self.nodes.push(info);
        if self.by_name.len() < names.len() {
            self.by_name.resize(names.len(), None);
        }
        if let Some(slot) = self.by_name.get_mut(node.name.index()) {
            *slot = Some(id);
        }
        self.rank();
        if let Some(mut storage) = self.storage.take() {
            let node = |name| self.node(name);
            storage.learn_nodes(&StorageObjects::of(objects), &self.nodes, &node, names);
            for info in self.pods.iter_mut().filter(|info| info.volumes.is_some()) {
                storage.refresh(info);
            }
            self.storage = Some(storage);
        }
        self.classes = PodClasses::new(&self.nodes, &mut self.pods, names);
        id
    }
}
